public import FHIRDiagnostics

/// All findings of one input, in input order, and the counts.
public struct ValidationResult: Sendable {
  /// The findings, sorted by place and then by rule.
  public var diagnostics: [Diagnostic]
  /// Counts of what was read, found and not judged.
  public var tally: ValidationTally

  /// Whether no finding is an error or worse, listed or only counted.
  public var isValid: Bool {
    !diagnostics.contains { $0.severity >= .error } && !tally.issues.contains { $0.key >= .error && $0.value > 0 }
  }
}

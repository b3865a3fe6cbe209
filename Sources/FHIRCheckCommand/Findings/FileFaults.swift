import ClinicalSources
import FHIRDiagnostics
import FHIRReporting

/// The findings about files, archives and exports, for commands that list no findings.
enum FileFaults {
  /// Those among some counts.
  static func counts(in findings: FindingCounts) -> FindingCounts {
    var counts = FindingCounts()
    findings.forEach { rule, severity, count in
      if RuleCatalog.sources[rule] != nil { counts.add(rule, severity, count) }
    }
    return counts
  }

  /// Whether one of them is an error, which makes the exit code 1 as in a check.
  static func hasErrors(_ findings: FindingCounts) -> Bool {
    counts(in: findings).bySeverity.contains { $0.key >= .error }
  }

  /// One of them, with its file and rule.
  static func sentence(of fault: LocatedDiagnostic) -> String {
    "\(fault.file): \(fault.diagnostic.severity): \(MaskedAddress.text(fault.diagnostic.message))"
      + " (\(fault.diagnostic.rule.rawValue))"
  }
}

public import FHIRDiagnostics

/// A fault of a source, or the reason why it could not be read completely, as a finding.
///
/// Readers of streams throw it and end there. The bytes before it are valid.
public struct SourceFault: Error, Hashable, Sendable {
  /// The finding. For a file in an archive and for a compressed file, its range counts inflated bytes.
  public let diagnostic: Diagnostic

  package init(_ rule: Rule, at range: SourceRange, _ message: String) {
    diagnostic = Diagnostic(rule: rule.id, severity: rule.severity, range: range, path: "", message: message)
  }
}

extension SourceFault {
  /// A fault at an offset.
  init(_ rule: Rule, _ offset: Int, _ message: String) {
    self.init(rule, at: SourceRange(start: offset, end: offset), message)
  }
}

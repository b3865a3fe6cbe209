public import FHIRDiagnostics

/// A fault of a source, or the reason why it could not be read to its end, as a finding.
///
/// Thrown by readers of streams, which end there. The bytes before it are still valid.
public struct SourceFault: Error, Hashable, Sendable {
  /// The finding. Of a file within an archive, and of a compressed file, its range counts inflated bytes.
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

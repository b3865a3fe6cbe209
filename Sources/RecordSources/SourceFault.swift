public import Diagnostics
package import FHIRValidation

/// Why a source is not what it should be, or could not be read to its end, as a finding.
///
/// Thrown by what reads a stream, where nothing comes after it. What the bytes before it hold is as good as ever.
public struct SourceFault: Error, Hashable, Sendable {
  /// The finding. Of a file within an archive, and of a compressed file, its range counts inflated bytes.
  public let diagnostic: Diagnostic

  package init(_ rule: Rule, at range: SourceRange, _ message: String) {
    diagnostic = Diagnostic(rule: rule.id, severity: rule.severity, range: range, path: "", message: message)
  }
}

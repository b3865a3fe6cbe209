import FHIRFindings
import FHIRSupport

/// The findings in one file.
struct FileFindings {
  private(set) var findings: [Finding] = []

  /// Adds a finding with the rule's own severity.
  ///
  /// - Parameter path: the keys that lead to the place, as in `com.apple.developer.healthkit.access[0]`.
  mutating func report(_ rule: Rule, at range: SourceRange, path: String = "", _ message: String) {
    findings.append(
      Finding(rule: rule.id, severity: rule.severity, range: range, path: path, message: message))
  }

  /// The findings by place, then by rule, then by path.
  var sorted: [Finding] {
    findings.sorted {
      if $0.range != $1.range { return $0.range < $1.range }
      return $0.rule != $1.rule ? $0.rule < $1.rule : $0.path.byBytes < $1.path.byBytes
    }
  }
}

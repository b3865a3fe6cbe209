import FHIRFindings
import FHIRValidation

/// The expectation for one finding; its range is the mark with the same number in the document.
struct ExpectedFinding {
  let rule: RuleID
  let severity: Severity
  let path: String?
  let messageContains: String?

  /// A finding of the rule, by default with the rule's severity. `nil` parts are not compared.
  init(_ rule: Rule, _ severity: Severity? = nil, path: String? = nil, messageContains: String? = nil) {
    self.rule = rule.id
    self.severity = severity ?? rule.severity
    self.path = path
    self.messageContains = messageContains
  }

  /// The unexpected parts of a finding of the right rule, as clauses of a sentence.
  func differences(from finding: Finding, range: SourceRange) -> [String] {
    var differences: [String] = []
    if finding.range != range {
      differences.append(
        "stands at \(finding.range.start)..<\(finding.range.end), not at \(range.start)..<\(range.end)")
    }
    if finding.severity != severity {
      differences.append("has severity \(finding.severity), not \(severity)")
    }
    if let path, finding.path != path {
      differences.append("has the path '\(finding.path)', not '\(path)'")
    }
    if let messageContains, !finding.message.contains(messageContains) {
      differences.append("does not say '\(messageContains)' but '\(finding.message)'")
    }
    return differences
  }
}

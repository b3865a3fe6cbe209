import FHIRDiagnostics
import FHIRSchema

extension Severity {
  init(_ degree: SchemaInvariant.Degree) {
    switch degree {
    case .error: self = .error
    case .warning: self = .warning
    case .information: self = .information
    }
  }
}

/// The rule, the severity and the wording of an invariant.
final class InvariantName: Sendable {
  let rule: RuleID
  let severity: Severity
  private let expected: String
  private let found: String
  private let sentence: String

  init(_ invariant: SchemaInvariant) {
    rule = RuleID(rawValue: "invariant/\(invariant.key)")
    severity = Severity(invariant.degree)
    (expected, found) = (invariant.expected, invariant.found)
    sentence = Self.sentence(expected, found)
  }

  /// What was expected and found, in the words of the row unless the caller gives others.
  func message(_ expected: String? = nil, _ found: String? = nil) -> String {
    expected == nil && found == nil ? sentence : Self.sentence(expected ?? self.expected, found ?? self.found)
  }

  private static func sentence(_ expected: String, _ found: String) -> String { "expected \(expected), found \(found)" }
}

import FHIRDiagnostics
import FHIRPath
import FHIRText

/// The assertions about a value as a whole.
final class ValueAssertion: Sendable {
  let fixed: KeptValue?
  let pattern: KeptValue?
  let lowest: KeptValue?
  let highest: KeptValue?
  let maximumLength: Int?

  init(_ facts: ValueFacts) {
    (fixed, pattern) = (facts.fixed, facts.pattern)
    (lowest, highest) = (facts.lowest, facts.highest)
    maximumLength = facts.maximumLength
  }
}

/// The types that a value may have, and the profiles for values of these types.
final class TypeAssertion: Sendable {
  /// The rows of the allowed types, `nil` if they are those of the base.
  let allowed: [Int]?
  /// The profiles for values of a type; a value must meet one of them.
  let profiles: [(type: Int, urls: [String])]
  /// The allowed targets of a reference; empty for those of the base.
  let targets: [ReferenceTarget]
  /// The names of the types, for messages.
  let names: [String]

  init(allowed: [Int]?, profiles: [(type: Int, urls: [String])], targets: [ReferenceTarget], names: [String]) {
    self.allowed = allowed
    self.profiles = profiles
    self.targets = targets
    self.names = names
  }

  var isEmpty: Bool { allowed == nil && profiles.isEmpty && targets.isEmpty }
}

/// An allowed target of a reference.
enum ReferenceTarget: Sendable {
  /// Any resource of a type, by the row.
  case type(Int)
  /// A resource that meets a profile.
  case profile(String)
}

/// A binding that can be violated: required, extensible, or with a maximum.
final class ProfileBinding: Sendable {
  let valueSet: String
  let isRequired: Bool
  /// The value set that all codes must be in, if an extensible binding has one.
  let maximum: String?

  init(valueSet: String, isRequired: Bool, maximum: String?) {
    (self.valueSet, self.isRequired, self.maximum) = (valueSet, isRequired, maximum)
  }
}

/// A constraint of a profile, in FHIRPath.
final class ProfileConstraint: Sendable {
  let key: String
  let severity: Severity
  let human: String
  let expression: FHIRPathExpression
  /// Whether its evaluation needs definitions that are not available.
  let needsDefinitions: Bool
  /// Its fast form, `nil` if its shape is not supported.
  let form: FastForm?

  init(_ facts: ConstraintFacts, _ expression: FHIRPathExpression, _ form: FastForm?) {
    key = facts.key
    severity = facts.isWarning ? .warning : .error
    human = facts.human
    self.expression = expression
    let text = expression.description.byBytes
    needsDefinitions = text.contains("memberOf(") || text.contains("conformsTo(")
    self.form = form
  }
}

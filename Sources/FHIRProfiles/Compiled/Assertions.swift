import FHIRDiagnostics
import FHIRPath
import FHIRText

/// What is asserted of a value as a whole.
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

/// Which types a value may have, and what it has to meet if it is of one of them.
final class TypeAssertion: Sendable {
  /// The rows of the types that are allowed, `nil` where the base allows no others either.
  let allowed: [Int]?
  /// The profiles for values of a type, of which one has to be met.
  let profiles: [(type: Int, urls: [String])]
  /// What the target of a reference may be; empty for what the base allows.
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

/// One of the things that a reference may point to.
enum ReferenceTarget: Sendable {
  /// Any resource of a type, by the row.
  case type(Int)
  /// A resource that meets a profile.
  case profile(String)
}

/// A binding that is judged: required, extensible, or with a maximum.
final class ProfileBinding: Sendable {
  let valueSet: String
  let isRequired: Bool
  /// The value set that all codes have to be in, where an extensible binding has one.
  let maximum: String?

  init(valueSet: String, isRequired: Bool, maximum: String?) {
    (self.valueSet, self.isRequired, self.maximum) = (valueSet, isRequired, maximum)
  }
}

/// A constraint of a profile, as FHIRPath.
final class ProfileConstraint: Sendable {
  let key: String
  let severity: Severity
  let human: String
  let expression: FHIRPathExpression
  /// Whether it asks for definitions that the evaluation of an expression does not have at hand.
  let needsDefinitions: Bool
  /// A cheap reading of it, `nil` where its shape has none.
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

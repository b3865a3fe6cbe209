import FHIRDiagnostics
import FHIRPath
import FHIRSchema
import FHIRSupport
import Synchronization

/// The assertions about a value as a whole.
final class ValueAssertion: Sendable {
  let fixed: KeptValue?
  let pattern: KeptValue?
  let lowest: ValueBound?
  let highest: ValueBound?
  let maximumLength: Int?

  init(_ facts: ValueFacts, lowest: ValueBound?, highest: ValueBound?) {
    (fixed, pattern) = (facts.fixed, facts.pattern)
    (self.lowest, self.highest) = (lowest, highest)
    maximumLength = facts.maximumLength
  }
}

/// The lowest or the highest allowed value.
final class ValueBound: Sendable {
  let value: KeptValue
  /// A condition on all allowed values: FHIRPath compares zones, precision and units.
  let expression: FHIRPathExpression

  init(_ value: KeptValue, _ expression: FHIRPathExpression) { (self.value, self.expression) = (value, expression) }
}

/// The allowed types of a value, and the assertions for each of them.
final class TypeAssertion: Sendable {
  /// The rows of the allowed types; `nil` if they are those of the base.
  let allowed: [TypeID]?
  /// The profiles for values of a type; a value must meet one of them.
  let profiles: [(type: TypeID, urls: [String])]
  /// The allowed targets of a reference; empty for those of the base.
  let targets: [ReferenceTarget]
  /// Where the target of a reference must be; `nil` for anywhere.
  let places: TargetPlaces?
  /// The names of the types, for messages.
  let names: [String]

  init(
    allowed: [TypeID]?, profiles: [(type: TypeID, urls: [String])], targets: [ReferenceTarget], places: TargetPlaces?,
    names: [String]
  ) {
    self.allowed = allowed
    self.profiles = profiles
    self.targets = targets
    self.places = places
    self.names = names
  }

  var isEmpty: Bool { allowed == nil && profiles.isEmpty && targets.isEmpty && places == nil }
}

/// The allowed places of a reference's target, which definitions call its aggregation.
struct TargetPlaces: OptionSet {
  let rawValue: UInt8

  /// In the resource that contains the reference.
  static let contained = TargetPlaces(rawValue: 1)
  /// Anywhere outside of that resource.
  static let referenced = TargetPlaces(rawValue: 2)
  /// In the same Bundle.
  static let bundled = TargetPlaces(rawValue: 4)

  /// The codes of the definitions for them, in the order of their bits.
  private static let codes = ["contained", "referenced", "bundled"]

  init(rawValue: UInt8) { self.rawValue = rawValue }

  init(_ code: String) { self.init(rawValue: Self.codes.firstIndex(of: code).map { 1 << UInt8($0) } ?? 0) }

  /// The codes, for messages.
  var names: [String] { Self.codes.filter { contains(TargetPlaces($0)) } }
}

/// An allowed target of a reference.
enum ReferenceTarget: Sendable {
  /// Any resource of a type, by the row.
  case type(TypeID)
  /// A resource that meets a profile.
  case profile(String)
}

/// A binding that can be violated: required, extensible, or with a maximum.
final class ProfileBinding: Sendable {
  let valueSet: String
  let isRequired: Bool
  /// The value set that all codes must be in, if an extensible binding has one.
  let maximum: String?
  /// How much it matters that a code is not in the value set, or in the maximum.
  let severity: Severity

  init(valueSet: String, isRequired: Bool, maximum: String?, severity: Severity = .error) {
    (self.valueSet, self.isRequired, self.maximum, self.severity) = (valueSet, isRequired, maximum, severity)
  }
}

/// A constraint of a profile, in FHIRPath.
final class ProfileConstraint: Sendable {
  let key: String
  let severity: Severity
  let human: String
  let expression: FHIRPathExpression
  /// Whether it may differ for two elements with the same bytes.
  let looksElsewhere: Bool
  /// Its fast form; `nil` if its shape is not supported.
  let form: FastForm?
  /// Where the definition states it; `nil` for a built-in definition.
  let place: DefinitionPlace?
  /// Why it could not be evaluated on some value: the first reason in the order of texts, so that it is the same for
  /// any order of the values.
  private let failure = Mutex<String?>(nil)

  init(_ facts: ConstraintFacts, _ expression: FHIRPathExpression, _ form: FastForm?) {
    key = facts.key
    severity = facts.isWarning ? .warning : .error
    human = facts.human
    self.expression = expression
    looksElsewhere = expression.looksElsewhere
    self.form = form
    place = facts.place
  }

  /// Why it could not be evaluated on some value; `nil` if it always could.
  var fault: String? { failure.withLock { $0 } }

  /// Notes that it could not be evaluated on a value. An evaluation beyond the limits is no fault.
  func note(_ error: FHIRPathError) {
    guard error.code == .evaluation else { return }
    failure.withLock { $0 = min($0 ?? error.description, error.description) }
  }
}

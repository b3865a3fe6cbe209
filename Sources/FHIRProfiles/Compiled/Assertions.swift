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
  let profiles: [(type: TypeID, urls: [Canonical])]
  /// The allowed targets of a reference; empty for those of the base.
  let targets: [ReferenceTarget]
  /// Where the target of a reference must be; `nil` for anywhere.
  let places: TargetPlaces?
  /// The names of the types, for messages.
  let names: [String]

  init(
    allowed: [TypeID]?, profiles: [(type: TypeID, urls: [Canonical])], targets: [ReferenceTarget],
    places: TargetPlaces?,
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
  case profile(ProfileTarget)
}

/// A profile that the target of a reference must meet.
final class ProfileTarget: Sendable {
  let url: Canonical
  /// The row of the type that the profile constrains, -1 if it is unknown, -2 until a reference needs it.
  private let row = Atomic<Int32>(-2)

  init(_ url: Canonical) { self.url = url }

  /// The type that the profile constrains, which is looked up once.
  func type(_ find: () -> TypeID?) -> TypeID? {
    let known = row.load(ordering: .relaxed)
    if known >= -1 { return known < 0 ? nil : TypeID(Int(known)) }
    let found = find()
    row.store(found.map { Int32(truncatingIfNeeded: $0.row) } ?? -1, ordering: .relaxed)
    return found
  }
}

/// A binding that can be violated: required, extensible, or with a maximum.
final class ProfileBinding: Sendable {
  let valueSet: Canonical
  let isRequired: Bool
  /// The value set that all codes must be in, if an extensible binding has one.
  let maximum: Canonical?
  /// How much it matters that a code is not in the value set, or in the maximum.
  let severity: Severity

  init(valueSet: Canonical, isRequired: Bool, maximum: Canonical?, severity: Severity = .error) {
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
  /// The members that an object has, or lacks, if it breaks the constraint: one of these is open.
  let gates: [PresenceGate]
  /// Its fast forms for values of these types; empty if its shape is not supported.
  private let forms: [(type: TypeID, form: FastForm)]
  /// The package in which it stands, to which its names of definitions belong.
  let package: Int
  /// Where the definition states it; `nil` for a built-in definition.
  let place: DefinitionPlace?
  /// Why it could not be evaluated on some value: the first reason in the order of texts, so that it is the same for
  /// any order of the values.
  private let failure = Mutex<String?>(nil)

  init(
    _ facts: ConstraintFacts, _ expression: FHIRPathExpression, _ forms: [(type: TypeID, form: FastForm)],
    gates: [PresenceGate]
  ) {
    key = facts.key
    severity = facts.isWarning ? .warning : .error
    human = facts.human
    self.expression = expression
    looksElsewhere = expression.looksElsewhere
    self.forms = forms
    self.gates = gates
    (package, place) = (facts.package, facts.place)
  }

  /// The beginning of the expression, for messages.
  var excerpt: Substring {
    let text = expression.description
    return text.utf8.count > 200 ? text.prefix(200) : text[...]
  }

  /// The fast form for values of a type; `nil` if it has none.
  func form(for type: TypeID) -> FastForm? { forms.first { $0.type == type }?.form }

  /// Why it could not be evaluated on some value; `nil` if it always could.
  var fault: String? { failure.withLock { $0 } }

  /// Notes that it could not be evaluated on a value. An evaluation beyond the limits is no fault.
  func note(_ error: FHIRPathError) {
    guard error.code == .evaluation else { return }
    failure.withLock { $0 = min($0 ?? error.description, error.description) }
  }
}

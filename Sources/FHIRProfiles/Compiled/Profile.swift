import FHIRFindings
import FHIRPath
import FHIRSchema
import Synchronization

/// A compiled profile: its assertions beyond the type that it constrains, as an overlay on that type's elements.
/// Immutable, and shared by all threads. Elements without assertions have no node.
package final class Profile: Sendable {
  package let url: String
  package let version: String?
  let package: Int
  let type: TypeID
  let nodes: [ProfileNode]
  /// The one of them that is about the whole.
  let root: ProfileNode
  let contexts: [ExtensionContext]
  /// The rows of the types that the contexts name: an extension may be in each element of these types.
  let contextTypes: [TypeID]
  /// Expressions for the elements that may contain the extension.
  let contextPaths: [FHIRPathExpression]
  let isModifier: Bool
  /// How often an extension may stand on one element, `Int.max` for any number.
  let maximum: Int
  let contextInvariants: [ProfileConstraint]
  /// Profiles to which a conforming resource must conform, too.
  let imposed: [Canonical]
  /// The parts that cannot be judged. A record that meets all other assertions does not count as conforming.
  package let gaps: [ProfileFault]
  /// What it allows although a base forbids it. Its ``imposed`` profiles include that base.
  private let loosened: [ProfileFault]
  /// The profiles that values must meet, each with the fault that it is if it is not available.
  let parts: [(url: Canonical, fault: ProfileFault)]
  /// The name under which a record is counted that was judged without the ``gaps``.
  let gapName: String

  init(
    _ facts: StructureFacts, type: TypeID, nodes: [ProfileNode], root: ProfileNode? = nil, isModifier: Bool = false,
    maximum: Int = .max, contextTypes: [TypeID] = [], contextInvariants: [ProfileConstraint] = [],
    contextPaths: [FHIRPathExpression] = [], gaps: [ProfileFault] = [], loosened: [ProfileFault] = [],
    parts: [(url: Canonical, fault: ProfileFault)] = []
  ) {
    url = facts.url
    (version, package) = (facts.version, facts.package)
    self.type = type
    (self.nodes, self.root) = (nodes, root ?? nodes[0])
    contexts = facts.contexts
    (self.contextTypes, self.contextPaths) = (contextTypes, contextPaths)
    imposed = facts.imposed
    (self.isModifier, self.maximum) = (isModifier, maximum)
    (self.contextInvariants, self.gaps, self.loosened, self.parts) = (contextInvariants, gaps, loosened, parts)
    gapName = "parts of profile \(facts.url)"
  }

  /// A profile of an element of another one, of a type if that states nothing inside; `nil` if it has no such element.
  convenience init?(_ whole: Profile, element path: String, type: TypeID) {
    guard let root = whole.nodes.first(where: { $0.path == path }) else { return nil }
    let facts = StructureFacts(url: whole.url, version: whole.version, package: whole.package)
    self.init(facts, type: root.type.exists ? root.type : type, nodes: whole.nodes, root: root, gaps: whole.gaps)
  }

  /// All faults, with those that judging has shown, and the profiles that are missing where nothing else tells it.
  func faults(_ isMissing: (_ url: Canonical) -> Bool) -> [ProfileFault] {
    let constraints = nodes.flatMap { node in node.constraints.map { (node.path, $0) } }
    let broken = (constraints + contextInvariants.map { ("", $0) }).compactMap { path, constraint in
      constraint.fault.map { message in
        ProfileFault(
          .definitionUnusableConstraint, url, path,
          "expected the constraint \(constraint.key) to be evaluated, found at \(message)", at: constraint.place)
      }
    }
    let missing = parts.filter { isMissing($0.url) }.map(\.fault).filter { fault in
      !gaps.contains { $0.rule == fault.rule && $0.element == fault.element }
    }
    return gaps + loosened + broken + missing
  }
}

final class ProfileNode: @unchecked Sendable {
  // @unchecked: the initialiser writes the edges, and they never change afterwards.
  /// The element's path in the profile, with slices.
  let path: String
  /// The slice that these are about, if a form of a choice is written as one and no slicing is left: `valueQuantity`.
  let form: String?
  /// The row of the type whose elements ``edges`` are, `.none` if there are none.
  let type: TypeID
  /// One bit for each slot of the type that has an edge.
  let slots: UInt64
  /// Those of them that are judged even where the element is absent.
  let neededSlots: UInt64
  /// In the order of slots. Their addresses name them, for as long as the profile exists.
  let edges: UnsafeBufferPointer<ProfileEdge>
  let value: ValueAssertion?
  let types: TypeAssertion?
  let bindings: [ProfileBinding]
  let constraints: [ProfileConstraint]
  let isEmpty: Bool

  init(_ draft: ProfileCompiler.NodeDraft) {
    (path, form, type) = (draft.path, draft.form, draft.type)
    let memory = UnsafeMutableBufferPointer<ProfileEdge>.allocate(capacity: draft.edges.count)
    _ = memory.initialize(from: draft.edges)
    edges = UnsafeBufferPointer(memory)
    slots = edges.reduce(0) { $0 | 1 << UInt64($1.slot) }
    neededSlots = edges.reduce(0) {
      $1.count.minimum > 0 || $1.slicing?.needsValues ?? false ? $0 | 1 << UInt64($1.slot) : $0
    }
    (value, types, bindings, constraints) = (draft.value, draft.types, draft.bindings, draft.constraints)
    isEmpty = edges.isEmpty && draft.assertsNothing
  }

  deinit { UnsafeMutableBufferPointer(mutating: edges).deinitialize().deallocate() }
}

/// The assertions about one element of an object: how often it occurs, and its values.
struct ProfileEdge: Sendable {
  /// The bit of the element in masks of the type.
  let slot: Int
  let element: Int
  let count: Cardinality
  /// The place in ``Profile/nodes`` of the assertions about each value.
  let node: Int
  let slicing: Slicing?
  let isMustSupport: Bool
  var effort = Effort.much
  /// Whether quantities that differ only in their number are judged alike.
  var ignoresAmount = false
  /// The types of a plain value, with the fast form of a constraint on it, if there is one: no references are counted.
  var forms: [(type: TypeID, form: Unmanaged<FastForm>?)] = []

  enum Effort: Sendable {
    /// Only their number.
    case count
    /// Less than to find out whether the same was judged before.
    case little
    /// As little for a plain value: a type, and constraints with fast forms.
    case plain
    /// As much, but only where references mean something in memory: elsewhere they are like other values.
    case target
    case much
  }
}

struct Cardinality: Sendable, Equatable {
  var minimum = 0
  /// `Int.max` for any number.
  var maximum = Int.max

  func allows(_ count: Int) -> Bool { count >= minimum && count <= maximum }
}

final class ValueAssertion: Sendable {
  let facts: ValueFacts
  let lowest: ValueBound?
  let highest: ValueBound?

  init(_ facts: ValueFacts, lowest: ValueBound?, highest: ValueBound?) {
    (self.facts, self.lowest, self.highest) = (facts, lowest, highest)
  }
}

struct ValueBound: Sendable {
  let value: KeptValue
  /// A condition on all allowed values: FHIRPath compares zones and precision; `nil` for a quantity.
  let expression: FHIRPathExpression?
}

/// The allowed types of a value, and the assertions for each of them.
final class TypeAssertion: Sendable {
  /// The rows of the allowed types; `nil` if they are those of the base.
  let allowed: [TypeID]?
  /// The profiles for values of a type; a value must meet one of those of each entry for its type.
  let profiles: [(type: TypeID, urls: [Canonical])]
  /// The allowed targets of a reference or a canonical URL, which must be one of each list; empty for those of the base.
  let targets: [[ReferenceTarget]]
  /// The type of the values that have them.
  let targeting: TypeID
  /// Where the target of a reference must be; `nil` for anywhere.
  let places: Set<TargetPlace>?
  let names: [String]

  init(
    allowed: [TypeID]?, profiles: [(type: TypeID, urls: [Canonical])], targets: [[ReferenceTarget]],
    targeting: TypeID, places: Set<TargetPlace>?, names: [String]
  ) {
    (self.allowed, self.profiles, self.targets, self.targeting) = (allowed, profiles, targets, targeting)
    (self.places, self.names) = (places, names)
  }

  var isEmpty: Bool { allowed == nil && profiles.isEmpty && targets.isEmpty && places == nil }
}

/// Where a reference's target is, which definitions call its aggregation, or whether the reference names its version.
enum TargetPlace: String, CaseIterable {
  /// In the resource that contains the reference.
  case contained
  /// Anywhere outside of that resource.
  case referenced
  case bundled, independent, specific
}

enum ReferenceTarget: Sendable {
  case type(TypeID)
  case profile(ProfileTarget)
}

final class ProfileTarget: Sendable {
  let url: Canonical
  /// The row of the type that the profile constrains, -1 if it is unknown, -2 until a reference needs it.
  private let row = Atomic<Int32>(-2)
  private let known = AtomicLazyReference<Profile>()

  init(_ url: Canonical) { self.url = url }

  /// The profile, `nil` if it is not available; one that is there is looked up once.
  func profile(_ find: () -> Profile?) -> Profile? { known.load() ?? find().map { known.storeIfNil($0) } }

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

final class ProfileConstraint: Sendable {
  let key: String
  let severity: Severity
  let human: String
  private let compiled: CompiledExpression
  /// Whether it may differ for two elements with the same bytes.
  let looksElsewhere: Bool
  /// Whether it can mostly be judged without an evaluation.
  var isFast: Bool { !compiled.forms.isEmpty && !looksElsewhere }
  /// The package in which it stands, to which its names of definitions belong.
  let package: Int
  let place: DefinitionPlace?
  /// Why it could not be evaluated on some value: of several reasons the first in the order of texts.
  private let failure = Mutex<String?>(nil)

  init(_ facts: ConstraintFacts, _ compiled: CompiledExpression) {
    key = facts.key
    severity = facts.isWarning ? .warning : .error
    human = facts.human
    self.compiled = compiled
    looksElsewhere = compiled.expression.looksElsewhere
    (package, place) = (facts.package, facts.place)
  }

  var expression: FHIRPathExpression { compiled.expression }

  /// The members that an object has, or lacks, if it breaks the constraint: one of these is open.
  var gates: [PresenceGate] { compiled.gates }

  var excerpt: Substring {
    let text = expression.description
    return text.utf8.count > 200 ? text.prefix(200) : text[...]
  }

  func form(for type: TypeID) -> FastForm? { compiled.forms.first { $0.type == type }?.form }
  var fault: String? { failure.withLock { $0 } }

  /// Notes that it could not be evaluated on a value. An evaluation beyond the limits is no fault.
  func note(_ error: FHIRPathError) {
    guard error.code == .evaluation else { return }
    failure.withLock { $0 = min($0 ?? error.description, error.description) }
  }
}

/// The expression of a constraint. Profiles of a type mostly have the same ones, and so share them.
struct CompiledExpression: Sendable {
  /// Its text, and the types that it is about.
  struct Key: Hashable {
    let text: String
    let type: TypeID
    let types: [TypeID]
    let variable: String?
  }

  let expression: FHIRPathExpression
  /// Its fast forms for values of these types; empty if its shape is not supported.
  let forms: [(type: TypeID, form: FastForm)]
  let gates: [PresenceGate]
}

import FHIRPath
import FHIRSchema

/// A compiled profile: its assertions beyond the type that it constrains, as an overlay on that type's elements.
///
/// Immutable, and shared by all threads. Elements without assertions have no node.
package final class Profile: Sendable {
  package let url: String
  package let version: String?
  /// The package that it stands in, as in a ``Canonical``.
  let package: Int
  /// The row of the constrained type.
  let type: TypeID
  /// The root comes first.
  let nodes: [ProfileNode]
  let contexts: [ExtensionContext]
  /// The rows of the types that the contexts name: an extension may be in each element of these types.
  let contextTypes: [TypeID]
  /// Expressions for the elements that may contain the extension.
  let contextPaths: [FHIRPathExpression]
  /// Whether an extension changes the meaning of the element that contains it.
  let isModifier: Bool
  let contextInvariants: [ProfileConstraint]
  /// Profiles to which a conforming resource must conform, too.
  let imposed: [Canonical]
  /// The parts that cannot be judged. A record that meets all other assertions does not count as conforming.
  package let gaps: [ProfileFault]
  /// What it allows although a base forbids it. Its ``imposed`` profiles include that base.
  private let loosened: [ProfileFault]
  /// The profiles that values must meet, each with the fault that it is if it is not available.
  private let parts: [(url: Canonical, fault: ProfileFault)]
  /// The name under which a record is counted that was judged without the ``gaps``.
  let gapName: String

  init(
    _ facts: StructureFacts, type: TypeID, nodes: [ProfileNode], isModifier: Bool = false, contextTypes: [TypeID] = [],
    contextInvariants: [ProfileConstraint] = [], contextPaths: [FHIRPathExpression] = [], gaps: [ProfileFault] = [],
    loosened: [ProfileFault] = [], parts: [(url: Canonical, fault: ProfileFault)] = []
  ) {
    url = facts.url
    (version, package) = (facts.version, facts.package)
    self.type = type
    self.nodes = nodes
    contexts = facts.contexts
    self.contextTypes = contextTypes
    self.contextPaths = contextPaths
    imposed = facts.imposed
    self.isModifier = isModifier
    self.contextInvariants = contextInvariants
    self.gaps = gaps
    self.loosened = loosened
    self.parts = parts
    gapName = "parts of profile \(facts.url)"
  }

  var root: ProfileNode { nodes[0] }

  /// All faults of the definition, with those that judging by it has shown.
  ///
  /// - Parameter isMissing: whether a profile was needed and is not available.
  func faults(_ isMissing: (_ url: Canonical) -> Bool) -> [ProfileFault] {
    let constraints = nodes.flatMap { node in node.constraints.map { (node.path, $0) } }
    let broken = (constraints + contextInvariants.map { ("", $0) }).compactMap { path, constraint in
      constraint.fault.map { message in
        ProfileFault(
          .definitionUnusableConstraint, url, path,
          "expected the constraint \(constraint.key) to be evaluated, found at \(message)",
          at: constraint.place)
      }
    }
    return gaps + loosened + broken + parts.filter { isMissing($0.url) }.map(\.fault)
  }
}

/// The assertions about each value of one element, or of one of its slices.
final class ProfileNode: @unchecked Sendable {
  // @unchecked: the initialiser writes the edges, and they never change afterwards.
  /// The element's path in the profile, with slices.
  let path: String
  /// The name of the slice that these assertions are about, if the profile writes it as one form of a choice and no
  /// slicing is left to judge: `valueQuantity`.
  let form: String?
  /// The row of the type whose elements ``edges`` are, `.none` if there are none.
  let type: TypeID
  /// One bit for each slot of the type that has an edge.
  let slots: UInt64
  /// In the order of slots. Their addresses name them, for as long as the profile exists.
  let edges: UnsafeBufferPointer<ProfileEdge>
  let value: ValueAssertion?
  let types: TypeAssertion?
  let binding: ProfileBinding?
  let constraints: [ProfileConstraint]
  /// Whether it asserts nothing.
  let isEmpty: Bool

  init(_ draft: ProfileCompiler.NodeDraft) {
    (path, form, type) = (draft.path, draft.form, draft.type)
    let memory = UnsafeMutableBufferPointer<ProfileEdge>.allocate(capacity: draft.edges.count)
    _ = memory.initialize(from: draft.edges)
    edges = UnsafeBufferPointer(memory)
    slots = edges.reduce(0) { $0 | 1 << UInt64($1.slot) }
    (value, types, binding, constraints) = (draft.value, draft.types, draft.binding, draft.constraints)
    isEmpty = edges.isEmpty && draft.assertsNothing
  }

  deinit { UnsafeMutableBufferPointer(mutating: edges).deinitialize().deallocate() }
}

/// The assertions about one element of an object: how often it occurs, and its values.
struct ProfileEdge: Sendable {
  /// The bit of the element in masks of the type.
  let slot: Int
  /// Its number in the schema.
  let element: Int
  let count: Cardinality
  /// The place in ``Profile/nodes`` of the assertions about each value.
  let node: Int
  let slicing: Slicing?
  let isMustSupport: Bool
  /// What its values cost.
  var effort = Effort.much

  /// How much is to be judged about the values of an element.
  enum Effort: UInt8, Sendable {
    /// Only their number.
    case count
    /// Less than to find out whether the same was judged before.
    case little
    case much
  }
}

/// How often an element must or may occur.
struct Cardinality: Sendable, Equatable {
  var minimum = 0
  /// `Int.max` for any number.
  var maximum = Int.max

  func allows(_ count: Int) -> Bool { count >= minimum && count <= maximum }

  var description: String { "\(minimum)..\(maximum == .max ? "*" : String(maximum))" }
}

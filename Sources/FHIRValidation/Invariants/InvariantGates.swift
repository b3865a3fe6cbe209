import FHIRPath
import FHIRSchema

/// The gates as bare pointers, which the walk carries so that a look-up neither retains nor releases the table. Valid
/// as long as the ``InvariantTable`` that owns them.
struct InvariantGates: @unchecked Sendable {
  // @unchecked: the memory is written once, before the table exists, and never again.

  /// The gates that the walk tests for every object of a type.
  struct OfType {
    /// The members that give an element no content: its id and comments; empty for types that are not elements.
    var silent: UInt64
    var run: Run
  }

  struct Run {
    var first: UInt32 = 0
    var end: UInt32 = 0
  }

  /// The members that an object must have to break an invariant. An invariant may have several adjacent entries.
  struct Entry {
    var gate: PresenceGate
    var invariant: Int
  }

  /// By the row of a type.
  let types: UnsafePointer<OfType>
  /// By the number of an element.
  let elements: UnsafePointer<Run>
  let entries: UnsafePointer<Entry>

  func deallocate() {
    types.deallocate()
    elements.deallocate()
    entries.deallocate()
  }
}

/// Turns the invariants of a release into rows: the types and elements that each applies to, and its gates.
struct InvariantTableDraft {
  private let schema: SchemaTable
  private let roles: SchemaRoles
  private(set) var entries: [InvariantGates.Entry] = []
  /// By the number of an invariant, the first type that it applies to, -1 if that depends on the record.
  private(set) var contexts: [TypeID]
  private let hasGates: Bool

  init(_ schema: SchemaTable, _ roles: SchemaRoles, hasGates: Bool) {
    self.schema = schema
    self.hasGates = hasGates
    self.roles = roles
    contexts = Array(repeating: .none, count: schema.invariants.count)
  }

  /// `id` and comments, for types whose values are elements; the `_` sibling of a primitive alone is not an element.
  func silentMembers(of type: TypeID) -> UInt64 {
    if [.resource, .abstractResource, .primitive].contains(schema.types[type].category) || type == roles.element {
      return 0
    }
    var mask: UInt64 = 0
    if let id = schema.slot(of: type, named: schema.elements[roles.elementID.element].nameBytes) { mask |= 1 << id }
    if schema.facts.comments != nil {
      for member in schema.memberIndices(of: type) where schema.members[member].kind == .comments {
        mask |= 1 << UInt64(schema.members[member].slot)
      }
    }
    return mask
  }

  /// The gates of a type; abstract and nested types have none.
  mutating func gates(ofType type: TypeID) -> InvariantGates.Run {
    guard type.row < schema.invariantPlaces.ofType.count else { return InvariantGates.Run() }
    return append(schema.invariantPlaces.ofType[type], of: type)
  }

  mutating func gates(ofElement element: Int) -> InvariantGates.Run {
    let numbers = schema.invariantPlaces.ofElement[element]
    return numbers.isEmpty ? InvariantGates.Run() : append(numbers, of: contentType(of: schema.elements[element]))
  }

  /// The type of an element's value; `nil` if that depends on the record.
  private func contentType(of element: SchemaElement) -> TypeID? {
    guard element.types.count == 1, let use = element.types.first,
      let type = schema.type(named: use.name.first == "@" ? String(use.name.dropFirst()) : use.name)
    else { return nil }
    return type == roles.resource ? nil : type
  }

  private mutating func append(_ numbers: [Int], of type: TypeID?) -> InvariantGates.Run {
    let first = UInt32(entries.count)
    for number in numbers {
      if let type, !contexts[number].exists { contexts[number] = type }
      for gate in gates(of: schema.invariants[number], in: type) {
        entries.append(InvariantGates.Entry(gate: gate, invariant: number))
      }
    }
    return InvariantGates.Run(first: first, end: UInt32(entries.count))
  }

  private func gates(of invariant: SchemaInvariant, in type: TypeID?) -> [PresenceGate] {
    // A primitive has a `value` in FHIRPath that is no member.
    guard let type, hasGates, !invariant.gates.isEmpty, schema.types[type].category != .primitive
    else { return [.always] }
    return invariant.gates.compactMap { gate($0, in: type) }
  }

  /// A line of member names; `nil` if it cannot open, because no element has a member that its type lacks.
  private func gate(_ line: UnsafeBufferPointer<UInt8>, in type: TypeID) -> PresenceGate? {
    var gate = PresenceGate.always
    var start = 0
    while start < line.count {
      let isAbsent = line[start] == UInt8(ascii: "-")
      if isAbsent { start += 1 }
      let end = line[start...].firstIndex(of: UInt8(ascii: " ")) ?? line.count
      let name = UnsafeBufferPointer(rebasing: line[start..<end])
      start = end + 1
      if name.isEmpty { continue }
      // An element has one bit in the masks of its type, whatever the type of its value.
      let bit = schema.slot(of: type, named: name).map { UInt64(1) << UInt64($0) }
      if isAbsent {
        gate.absent |= bit ?? 0
      } else {
        guard let bit else { return nil }
        gate.present |= bit
      }
    }
    return gate
  }
}

import FHIRPath
import FHIRSchema

/// Turns the invariants of a release into rows: the types and elements that each applies to, and its gates.
struct InvariantTableDraft {
  private let schema: SchemaTable
  private let roles: SchemaRoles
  private(set) var entries: [InvariantGates.Entry] = []
  /// By the number of an invariant, the first type that it applies to, -1 if that depends on the record.
  private(set) var contexts: [Int]

  init(_ schema: SchemaTable, _ roles: SchemaRoles) {
    self.schema = schema
    self.roles = roles
    contexts = Array(repeating: -1, count: schema.invariants.count)
  }

  /// `id` and comments, for types whose values are elements; the `_` sibling of a primitive alone is not an element.
  func silentMembers(of type: Int) -> UInt64 {
    switch schema.types[type].category {
    case .resource, .abstractResource, .primitive: return 0
    case .nested, .dataType, .extension, .reference, .codeableConcept, .coding, .quantity, .meta: break
    }
    if type == roles.element { return 0 }
    let id = schema.nameBytes(of: roles.elementID.member)
    return schema.memberIndices(of: type).reduce(0) { mask, member in
      let isSilent = schema.members[member].kind == .comments || schema.nameBytes(of: member).elementsEqual(id)
      return isSilent ? mask | 1 << UInt64(schema.members[member].slot) : mask
    }
  }

  /// The gates of a type; abstract and nested types have none.
  mutating func gates(ofType type: Int) -> InvariantGates.Run {
    guard type < schema.invariantPlaces.ofType.count else { return InvariantGates.Run() }
    return append(schema.invariantPlaces.ofType[type], of: type)
  }

  mutating func gates(ofElement element: Int) -> InvariantGates.Run {
    let numbers = schema.invariantPlaces.ofElement[element]
    return numbers.isEmpty ? InvariantGates.Run() : append(numbers, of: contentType(of: schema.elements[element]))
  }

  /// The type of an element's value; `nil` if that depends on the record.
  private func contentType(of element: SchemaElement) -> Int? {
    guard element.types.count == 1, let use = element.types.first,
      let type = schema.type(named: use.name.first == "@" ? String(use.name.dropFirst()) : use.name)
    else { return nil }
    return type == roles.resource ? nil : type
  }

  private mutating func append(_ numbers: [Int], of type: Int?) -> InvariantGates.Run {
    let first = UInt32(entries.count)
    for number in numbers {
      if let type, contexts[number] < 0 { contexts[number] = type }
      for gate in gates(of: schema.invariants[number], in: type) {
        entries.append(InvariantGates.Entry(gate: gate, invariant: number))
      }
    }
    return InvariantGates.Run(first: first, end: UInt32(entries.count))
  }

  private func gates(of invariant: SchemaInvariant, in type: Int?) -> [PresenceGate] {
    guard let type, !invariant.gates.isEmpty else { return [.always] }
    return invariant.gates.compactMap { line in
      var gate = PresenceGate.always
      for word in line.split(separator: UInt8(ascii: " ")) {
        let isAbsent = word.first == UInt8(ascii: "-")
        let slot = slot(isAbsent ? word.dropFirst() : word, of: type)
        if isAbsent {
          gate.absent |= slot ?? 0
        } else {
          // No element has a member that its type lacks, so this gate cannot open.
          guard let slot else { return nil }
          gate.present |= slot
        }
      }
      return gate
    }
  }

  /// The bit of an element in the masks of a type, by its name in FHIRPath.
  private func slot(_ name: Slice<UnsafeBufferPointer<UInt8>>, of type: Int) -> UInt64? {
    for member in schema.memberIndices(of: type) {
      let own = schema.nameBytes(of: member)
      let isChoice = schema.members[member].flags.contains(.choice)
      guard isChoice ? own.starts(with: name) : own.elementsEqual(name) else { continue }
      if isChoice, !schema.elements[Int(schema.members[member].element)].baseName.utf8.elementsEqual(name) { continue }
      return 1 << UInt64(schema.members[member].slot)
    }
    return nil
  }
}

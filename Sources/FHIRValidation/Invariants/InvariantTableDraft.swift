import FHIRPath
import FHIRSchema

/// Compiles the invariants of a release and finds out when each can fail.
struct InvariantTableDraft {
  private let schema: SchemaTable
  private(set) var expressions: [FHIRPathExpression?]
  private(set) var entries: [InvariantGates.Entry] = []

  init(_ schema: SchemaTable) {
    self.schema = schema
    expressions = Array(repeating: nil, count: schema.invariants.count)
  }

  /// `id` and comments, for types whose values are elements; the `_` sibling of a primitive is no element by itself.
  func silentMembers(of type: Int) -> UInt64 {
    switch schema.types[type].category {
    case .resource, .abstractResource, .primitive: return 0
    case .nested, .dataType, .extension, .reference, .codeableConcept, .coding, .quantity, .meta: break
    }
    if schema.typeNames[type] == "Element" { return 0 }
    return schema.memberIndices(of: type).reduce(0) { mask, member in
      let isSilent = schema.members[member].kind == .comments || schema.name(of: member) == "id"
      return isSilent ? mask | 1 << UInt64(schema.members[member].slot) : mask
    }
  }

  /// The gates of a type; abstract and nested types have none.
  mutating func gates(ofType type: Int) -> InvariantGates.Run {
    guard type < schema.invariantPlaces.ofType.count else { return InvariantGates.Run() }
    return append(schema.invariantPlaces.ofType[type], of: type)
  }

  mutating func gates(ofElement element: Int) -> InvariantGates.Run {
    append(schema.invariantPlaces.ofElement[element], of: contentType(of: schema.elements[element]))
  }

  /// The type of an element's value; `nil` when that depends on the record.
  private func contentType(of element: SchemaElement) -> Int? {
    guard element.types.count == 1, let use = element.types.first, use.name != "Resource" else { return nil }
    return schema.type(named: use.name.first == "@" ? String(use.name.dropFirst()) : use.name)
  }

  private mutating func append(_ numbers: [Int], of type: Int?) -> InvariantGates.Run {
    let first = UInt32(entries.count)
    for number in numbers {
      let text = schema.invariants[number].expression
      do {
        if expressions[number] == nil {
          expressions[number] = try FHIRPathExpression(compiling: text, schema: schema, context: type ?? -1)
        }
        let gates = try type.map { type in try PresenceGate.gates(of: text) { slot($0, of: type) } } ?? [.always]
        entries += gates.map { InvariantGates.Entry(gate: $0, invariant: number) }
      } catch {
        // The expressions are part of the package, and a test compiles each.
        preconditionFailure("the expression of \(schema.invariants[number].key) cannot be compiled: \(error)")
      }
    }
    return InvariantGates.Run(first: first, end: UInt32(entries.count))
  }

  /// The bit of an element in the masks of a type, by its name in FHIRPath.
  private func slot(_ name: String, of type: Int) -> UInt64? {
    schema.elements(of: type).firstIndex { $0.baseName == name }.map { 1 << UInt64($0) }
  }
}

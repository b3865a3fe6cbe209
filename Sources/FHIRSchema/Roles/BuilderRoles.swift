/// The roles that rows depend on, by the index of a structure, for ``SchemaTableBuilder``.
///
/// A role that is not stated is `nil` here; ``SchemaRoles`` then refuses the table.
struct BuilderRoles {
  let resource, reference, quantity: Int?
  let isBindable: [Bool]
  let categories: [Int: TypeCategory]
  private let checks: [Int: ObjectCheck]
  /// The elements that need special judging, by the structure that has them.
  let elements: [Int: [(name: String, role: SchemaRole)]]

  init(_ facts: ReleaseFacts, _ types: NameDirectory, count: Int) {
    func row(_ role: SchemaRole) -> Int? { facts.typeName(role).flatMap { types[$0] } }
    (resource, reference, quantity) = (row(.resource), row(.reference), row(.quantity))
    func byRow<Value>(_ all: [(SchemaRole, Value)]) -> [Int: Value] {
      all.reduce(into: [:]) { values, one in if let row = row(one.0) { values[row] = one.1 } }
    }
    categories = byRow([
      (.extension, .extension), (.reference, .reference), (.codeableConcept, .codeableConcept), (.meta, .meta),
    ])
    checks = byRow([
      (.extension, .extension), (.meta, .meta), (.coding, .coding), (.quantity, .quantity), (.reference, .reference),
      (.observation, .observation), (.observationComponent, .observation), (.attachment, .attachment),
      (.identifier, .identifier),
    ])
    isBindable = facts.bindable.reduce(into: Array(repeating: false, count: count)) { isBindable, name in
      if let row = types[name] { isBindable[row] = true }
    }
    var elements: [Int: [(name: String, role: SchemaRole)]] = [:]
    for role: SchemaRole in [.elementID, .referenceReference, .sampledData, .contained] {
      guard let path = facts.typeName(role), let dot = path.utf8.lastIndex(of: UInt8(ascii: ".")),
        let row = types[String(path[..<dot])]
      else { continue }
      elements[row, default: []].append((String(path[path.utf8.index(after: dot)...]), role))
    }
    self.elements = elements
  }

  /// What objects of a type are judged for; a type that constrains a Quantity is also a quantity.
  func check(of type: Int, base: Int) -> ObjectCheck { checks[type] ?? (base == quantity ? .quantity : .none) }
}

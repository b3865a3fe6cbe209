import FHIRSchema

/// What a release knows about later ones, as rows: `Schemas/RELEASE/later.txt`.
///
/// Data of later releases have types and elements that a release lacks; their values are still usable.
struct LaterNames {
  /// The row of the type that is most similar to a type of a later release.
  let nearest: [String: Int16]
  /// How objects show their type.
  let shapes: [ElementShape]
  /// The members that later releases have added to a type, by its row.
  private let members: [Int16: [TextSpan]]

  /// - Parameter arena: owns the names.
  init(_ schema: SchemaTable, _ roles: SchemaRoles, in arena: ProgramArena) throws(SchemaError) {
    func row(_ type: String) throws(SchemaError) -> Int16 {
      guard let row = schema.type(named: type) else {
        throw SchemaError(schema.release.name, "the names of later releases speak of '\(type)', which is not defined")
      }
      return Int16(row.row)
    }
    var nearest: [String: Int16] = [:]
    for (name, later) in schema.facts.laterTypes {
      if let type = later.nearest { nearest[name] = try row(type) }
    }
    self.nearest = nearest
    var members: [Int16: [TextSpan]] = [:]
    for path in schema.facts.laterElements {
      let parts = path.split(separator: ".").map(String.init)
      if parts.count == 2 { members[try row(parts[0]), default: []].append(arena.arena.keep(parts[1])) }
    }
    self.members = members
    var shapes: [ElementShape] = []
    let common = schema.elements(of: roles.element).map { arena.arena.keep($0.name) }
    for shape in schema.facts.shapes {
      shapes.append(
        ElementShape(
          row: try row(shape.type), required: shape.required.map { (arena.arena.keep($0.name), $0.form) },
          optional: shape.optional.map { arena.arena.keep($0) } + common))
    }
    self.shapes = shapes
  }

  func hasMember(_ name: TextSpan, of row: Int16) -> Bool {
    members[row]?.contains { name.equals($0) } ?? false
  }
}

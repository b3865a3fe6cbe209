package import FHIRSchema
import FHIRTape
import Synchronization

/// The facts about a release that expressions are compiled for and evaluated with: kinds by type row, and a few rows by
/// name, as the small numbers that instructions hold.
package final class FHIRPathModel: @unchecked Sendable {
  // @unchecked: the initialiser writes the memory behind the pointers, and it never changes afterwards.
  let schema: SchemaTable
  let rows: SchemaRows
  /// The kind of each type's values; `complex` for all but primitives.
  let kinds: UnsafeBufferPointer<ValueKind>
  private let names: UnsafeBufferPointer<TextSpan>
  private let arena = ProgramArena()
  /// See ``LikelyRows``; made on the first unknown element.
  private let likelyRows = Mutex<[String: LikelyRows]?>(nil)
  /// Names of later releases: expressions are also evaluated over data of these.
  private let later: LaterNames
  /// The elements that are choices, by their names without `[x]`; in ascending order.
  let choices: [String: [UInt16]]

  package let roles: SchemaRoles
  /// The member for comments, which is not an element; `nil` if the release has none.
  private let comments: TextSpan?
  var element: Int16 { Int16(roles.element.row) }
  var backboneElement: Int16 { Int16(roles.backboneElement.row) }
  var `extension`: Int16 { Int16(roles.extension.row) }
  var quantity: Int16 { Int16(roles.quantity.row) }

  private static let published = OncePerRelease<FHIRPathModel>()

  /// The model of a published release, made on first use; `nil` for a release without definitions.
  package static func of(_ release: FHIRRelease) -> FHIRPathModel? { SchemaTable.of(release).map { of(published: $0) } }

  package static func of(published schema: SchemaTable) -> FHIRPathModel {
    published.value(of: schema.release) {
      do {
        return try FHIRPathModel(schema)
      } catch {
        // As for the table: the text is generated, and a test loads all releases.
        preconditionFailure("\(error)")
      }
    }
  }

  /// Makes the model of a table, in which no role and no name may be missing.
  package init(_ schema: SchemaTable) throws(SchemaError) {
    let roles = try SchemaRoles(schema)
    (self.schema, self.roles) = (schema, roles)
    later = try LaterNames(schema, roles, in: arena)
    if let name = schema.facts.comments { comments = arena.arena.keep(name) } else { comments = nil }
    rows = schema.rows
    kinds = arena.arena.keep(all: schema.kinds)
    let typeNames = schema.typeNames.map { [arena] in arena.arena.keep($0) }
    names = arena.arena.keep(all: typeNames)
    choices = Dictionary(grouping: schema.elements.indices.filter { schema.elements[$0].isChoice }) {
      schema.elements[$0].baseName
    }.mapValues { $0.map { UInt16(truncatingIfNeeded: $0) } }
  }

  func isComments(_ name: TextSpan) -> Bool { comments.map { name.equals($0) } ?? false }

  func name(of row: Int16) -> TextSpan { names[Int(row)] }

  func name(ofMember role: SchemaElementRole) -> TextSpan {
    let row = rows.members[role.member]
    return TextSpan(rows.names + Int(row.nameOffset), Int(row.nameLength))
  }

  func isKind(_ row: Int16, of base: Int16) -> Bool { schema.isKind(TypeID(Int(row)), of: TypeID(Int(base))) }

  /// The row of a resource's type; for a type that the release does not have, the row of the common base type.
  func resourceRow(of object: TapeIndex, _ tape: Tape) -> Int16 {
    guard tape.tag(object) == .object else { return -1 }
    let row = rows.resourceType(of: object, tape)
    return Int16(truncatingIfNeeded: (row.exists ? row : roles.domainResource).row)
  }

  /// The row for an object that no table describes: the row of a resource, of other elements with its name, or of
  /// Element.
  func unknownRow(of object: TapeIndex, _ key: TapeIndex, _ tape: Tape) -> Int16 {
    if tape.isResource(object) { return resourceRow(of: object, tape) }
    if let row = likelyRows(of: tape.span(key)).object, hasOnlyMembers(of: row, object, tape) { return row }
    return later.shapes.first { $0.fits(object, tape) }?.row ?? backboneElement
  }

  private func hasOnlyMembers(of row: Int16, _ object: TapeIndex, _ tape: Tape) -> Bool {
    tape.keys(of: object).allSatisfy { key in
      let name = tape.span(key).withoutUnderscore.name
      return rows.member(name, of: row) >= 0 || later.hasMember(name, of: row)
    }
  }

  /// The row of a primitive that no table describes, by its name if the JSON form agrees; -1 if it is unknown.
  func unknownPrimitive(_ value: TapeIndex, _ key: TapeIndex, _ tape: Tape) -> Int16 {
    let tag = tape.tag(value)
    if tag == .true || tag == .false { return Int16(roles.boolean.row) }
    guard let row = likelyRows(of: tape.span(key)).primitive else { return -1 }
    let kind = kinds[Int(row)]
    let isText = tag == .string || tag == .escapedString
    return kind != .boolean && kind.isNumber != isText ? row : -1
  }

  /// The row for a type that is known only by name: its row, or the row of the most similar type that the release has.
  func row(ofChoice suffix: TextSpan) -> Int16? {
    guard let name = suffix.name else { return nil }
    let lowercase = name.prefix(1).lowercased() + name.dropFirst()
    if let row = schema.type(named: lowercase), schema.types[row].category == .primitive { return Int16(row.row) }
    if let row = schema.type(named: name), FHIRPathModel.isDataType(row, schema) { return Int16(row.row) }
    return later.nearest[name] ?? later.nearest[lowercase]
  }

  /// The name of the choice in `valueQuantity`, which is `value`, and the type; `nil` for a name of another form.
  func choice(ofVariant name: String) -> (name: String, type: String)? {
    if schema.facts.laterElements.contains(name) { return nil }
    // Type names begin with an ASCII capital letter.
    for place in name.utf8.indices where name.utf8[place] &- 0x41 < 26 && place > name.startIndex {
      let (base, suffix) = (String(name[..<place]), name[place...])
      for choice in choices[base] ?? [] {
        for use in schema.elements[Int(choice)].types where use.name.dropFirst() == suffix.dropFirst() {
          if use.name.prefix(1).uppercased() == suffix.prefix(1) { return (base, use.name) }
        }
      }
    }
    return nil
  }

  private static func isDataType(_ row: TypeID, _ schema: SchemaTable) -> Bool {
    switch schema.types[row].category {
    case .dataType, .extension, .reference, .codeableConcept, .meta: true
    case .primitive, .nested, .resource, .abstractResource: false
    }
  }

  /// The type of nearly all elements with a name in this release; `nil` if they differ. So a `subject` is a Reference
  /// in the resources of later releases, too, and a `url` a uri.
  private typealias LikelyRows = (object: Int16?, primitive: Int16?)

  private func likelyRows(of name: TextSpan) -> LikelyRows {
    guard let name = name.name else { return (nil, nil) }
    return likelyRows.withLock { rows in
      let known = rows ?? makeLikelyRows()
      rows = known
      return known[name] ?? (nil, nil)
    }
  }

  private func makeLikelyRows() -> [String: LikelyRows] {
    var counts: [String: [Bool: [Int16: Int]]] = [:]
    for element in schema.elements where !element.isChoice && element.types.count == 1 {
      guard let row = schema.type(named: element.types[0].name), row != roles.element else { continue }
      let isPrimitive = schema.types[row].category == .primitive
      guard isPrimitive || Self.isDataType(row, schema) else { continue }
      counts[element.name, default: [:]][isPrimitive, default: [:]][Int16(row.row), default: 0] += 1
    }
    return counts.mapValues { counts in
      (Self.mostly(counts[false] ?? [:]), Self.mostly(counts[true] ?? [:]))
    }
  }

  /// The type of at least nine of ten; one element alone is not enough.
  private static func mostly(_ counts: [Int16: Int]) -> Int16? {
    let all = counts.values.reduce(0, +)
    return all < 2 ? nil : counts.first { $0.value * 10 >= all * 9 }?.key
  }

  func isLaterType(_ name: String) -> Bool {
    schema.facts.laterTypes[name] != nil || schema.foreignResource(name) != nil
  }
}

/// What a release knows about later ones, as rows: `Schemas/RELEASE/later.txt`. Data of later releases have types and
/// elements that a release lacks; their values are still usable.
struct LaterNames {
  /// The row of the type that is most similar to a type of a later release.
  let nearest: [String: Int16]
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
    let common = schema.elements(of: roles.element).map { arena.arena.keep($0.name) }
    shapes = try schema.facts.shapes.map { shape throws(SchemaError) in
      ElementShape(
        row: try row(shape.type), required: shape.required.map { (arena.arena.keep($0.name), $0.form) },
        optional: shape.optional.map { arena.arena.keep($0) } + common)
    }
  }

  func hasMember(_ name: TextSpan, of row: Int16) -> Bool { members[row]?.contains { name.equals($0) } ?? false }
}

/// The JSON form of a data type, to recognise objects that no table describes, such as those of later releases.
struct ElementShape {
  let row: Int16
  let required: [(name: TextSpan, form: ReleaseFacts.Shape.Form)]
  let optional: [TextSpan]

  /// Whether an object has all members that the type requires, and only members of the type.
  func fits(_ object: TapeIndex, _ tape: Tape) -> Bool {
    var found = 0
    for key in tape.keys(of: object) {
      let (name, isSibling) = tape.span(key).withoutUnderscore
      if let member = required.first(where: { name.equals($0.name) }) {
        if !isSibling {
          guard has(member.form, key.value, tape) else { return false }
          found += 1
        }
      } else if !optional.contains(where: { name.equals($0) }) {
        return false
      }
    }
    return found >= required.count
  }

  private func has(_ form: ReleaseFacts.Shape.Form, _ value: TapeIndex, _ tape: Tape) -> Bool {
    switch tape.tag(value) {
    case .string, .escapedString: form == .text
    case .integer, .decimal, .exponent: form == .number
    case .array: form == .array
    case .object: form == .object
    default: false
    }
  }
}

import FHIRSchema
import JSONTape

/// The elements of a record that are those of another release, when there are enough of them and nothing speaks against.
struct ForeignShape {
  /// The release, `unknown` for STU3.
  private(set) var release = FHIRRelease.unknown
  /// The elements, in their order.
  private(set) var names: [String] = []
  private var weight = 0

  init?(_ tape: Tape, _ index: Int, type: Int, in schema: SchemaTable) {
    let row = schema.types + type
    let end = tape.next(index)
    var key = index + 2
    // What a record of any release has no more members than; the rest of a larger one is not looked at.
    var left = 200
    while key < end, left > 0 {
      let member =
        tape.tag(key) == .key ? schema.rows.member(named: tape.lexeme(key), length: tape.length(key), of: row) : -1
      if member >= 0 {
        addForm(of: key + 1, key: key, schema.members[member], on: tape)
      } else {
        addName(tape.string(key), schema.typeNames[type], schema)
      }
      key = tape.next(key + 1)
      left -= 1
    }
    guard weight >= 2, !Self.hasRenamed(tape, index, of: schema.typeNames[type], in: schema) else { return nil }
  }

  private mutating func addName(_ name: String, _ type: String, _ schema: SchemaTable) {
    guard let foreign = schema.foreignName(name, of: type) else { return }
    guard foreign.releases.contains("R4") || foreign.releases.contains("STU3") else { return }
    if foreign.releases.contains("R4") { release = .r4 }
    names.append(name)
    weight += 1
  }

  /// Later releases made lists of single elements and concepts of codes, never the other way round in these two.
  private mutating func addForm(of value: Int, key: Int, _ row: MemberRow, on tape: Tape) {
    let isList = tape.tag(value) == .array && !row.flags.contains(.array) && row.kind == .complex
    let isConcept = tape.tag(value) == .object && row.kind.isPrimitive && tape.member("coding", of: value) != nil
    guard isList || isConcept else { return }
    names.append(tape.string(key))
    release = .r4
    weight += Self.hasLaterSystem(value, on: tape) ? 2 : 1
  }

  /// Whether a coding of the concept, or of the first concept of a list, is of a system that began with R4.
  private static func hasLaterSystem(_ value: Int, on tape: Tape) -> Bool {
    var concept = value
    if tape.tag(value) == .array { concept = value + 2 }
    guard concept < tape.next(value), tape.tag(concept) == .object,
      let codings = tape.member("coding", of: concept), tape.tag(codings) == .array
    else { return false }
    var coding = codings + 2
    while coding < tape.next(codings) {
      if tape.tag(coding) == .object, let system = tape.member("system", of: coding), tape.tag(system) == .string,
        tape.string(system).hasPrefix("http://terminology.hl7.org/")
      {
        return true
      }
      coding = tape.next(coding)
    }
    return false
  }

  /// Whether the record has an element that R4 calls something else.
  private static func hasRenamed(_ tape: Tape, _ index: Int, of type: String, in schema: SchemaTable) -> Bool {
    let renamed = schema.foreignNames(of: type).filter { $0.releases.contains("R4") }.compactMap(\.counterpart)
    var key = index + 2
    while key < tape.next(index) {
      if renamed.contains(tape.string(key)) { return true }
      key = tape.next(key + 1)
    }
    return false
  }
}

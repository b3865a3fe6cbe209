import FHIRSchema
import JSONTape
import Texts

/// The elements of a record that are those of another release, when there are enough of them and nothing speaks against.
struct ForeignShape {
  /// The release, `unknown` for STU3.
  private(set) var release = FHIRRelease.unknown
  /// The elements, in their order.
  private(set) var names: [String] = []
  private var weight = 0
  /// How many more members are looked at: a record has fewer, and the rest of a larger one tells nothing new.
  private var left = 200
  private let tape: Tape
  private let schema: SchemaTable

  init?(_ tape: Tape, _ index: Int, type: Int, in schema: SchemaTable) {
    self.tape = tape
    self.schema = schema
    addMembers(of: index, type: type)
    if weight == 1 {
      left = 1000
      addWithin(index, type: type)
    }
    guard weight >= 2, !hasRenamed(index, of: schema.typeNames[type]) else { return nil }
  }

  /// Adds what the members of an object show by themselves.
  private mutating func addMembers(of index: Int, type: Int) {
    var key = index + 2
    while key < tape.next(index), left > 0 {
      if let member = member(key, of: type) {
        addForm(of: key + 1, key: key, member, type: type)
      } else {
        addName(tape.string(key), schema.typeNames[type])
      }
      key = tape.next(key + 1)
      left -= 1
    }
  }

  private func member(_ key: Int, of type: Int) -> MemberRow? {
    if tape.tag(key) == .key { return member(tape.lexeme(key), tape.length(key), of: type) }
    let name = Array(tape.string(key).utf8)
    return (name + [UInt8](repeating: 0, count: Bytes.padding)).withUnsafeBufferPointer { padded in
      padded.baseAddress.flatMap { member($0, name.count, of: type) }
    }
  }

  private func member(_ name: UnsafePointer<UInt8>, _ length: Int, of type: Int) -> MemberRow? {
    let member = schema.rows.member(named: name, length: length, of: schema.types + type)
    return member < 0 ? nil : schema.members[member]
  }

  private mutating func addName(_ name: String, _ type: String) {
    guard let foreign = schema.foreignName(name, of: type) else { return }
    guard foreign.releases.contains("R4") || foreign.releases.contains("STU3") else { return }
    if foreign.releases.contains("R4") { release = .r4 }
    names.append(name)
    weight += 1
  }

  /// Later releases made lists of single elements, and concepts and codings of codes.
  private mutating func addForm(of value: Int, key: Int, _ row: MemberRow, type: Int) {
    let isList = tape.tag(value) == .array && !row.flags.contains(.array) && row.kind == .complex
    let isConcept = tape.tag(value) == .object && row.kind.isPrimitive && isConceptOrCoding(value)
    guard isList || isConcept || isFamilyName(value, row, type) else { return }
    names.append(tape.string(key))
    release = .r4
    weight += hasLaterSystem(value) ? 2 : 1
  }

  private func isConceptOrCoding(_ value: Int) -> Bool {
    tape.member("coding", of: value) != nil
      || tape.member("system", of: value) != nil && tape.member("code", of: value) != nil
  }

  /// The one list that became a single element, and often is one by mistake.
  private func isFamilyName(_ value: Int, _ row: MemberRow, _ type: Int) -> Bool {
    tape.tag(value) == .string && row.flags.contains(.array) && schema.typeNames[type] == "HumanName"
      && tape.string(value - 1, equals: "family")
  }

  /// Whether a coding of the concept, or of the first concept of a list, is of a system that began with R4.
  private func hasLaterSystem(_ value: Int) -> Bool {
    var concept = value
    if tape.tag(value) == .array { concept = value + 2 }
    guard concept < tape.next(value), tape.tag(concept) == .object,
      let codings = tape.member("coding", of: concept), tape.tag(codings) == .array
    else { return false }
    var coding = codings + 2
    while coding < tape.next(codings) {
      if tape.tag(coding) == .object, let system = tape.member("system", of: coding),
        tape.tag(system) == .string || tape.tag(system) == .escapedString,
        tape.string(system).byBytes.hasPrefix("http://terminology.hl7.org/")
      {
        return true
      }
      coding = tape.next(coding)
    }
    return false
  }

  /// Whether an object has an element that R4 calls something else.
  private func hasRenamed(_ index: Int, of type: String) -> Bool {
    let ofR4 = schema.foreignNames(of: type).filter { $0.releases.contains("R4") }
    let renamed = ofR4.compactMap { $0.counterpart?.byBytes }
    var key = index + 2
    while key < tape.next(index) {
      if renamed.contains(tape.string(key).byBytes) { return true }
      key = tape.next(key + 1)
    }
    return false
  }

  // MARK: - Within

  /// Looks in the record's nested elements, and in its names of people, for one more.
  private mutating func addWithin(_ index: Int, type: Int) {
    var key = index + 2
    while key < tape.next(index), left > 0, weight < 2 {
      let value = key + 1
      if let member = member(key, of: type), member.kind == .complex {
        if tape.tag(value) == .object { addWithin(object: value, type: Int(member.type)) }
        if tape.tag(value) == .array {
          var item = value + 2
          while item < tape.next(value), left > 0, weight < 2 {
            if tape.tag(item) == .object { addWithin(object: item, type: Int(member.type)) }
            item = tape.next(item)
          }
        }
      }
      key = tape.next(value)
      left -= 1
    }
  }

  /// Other data types are left out: what is foreign in them is a fault of the sender in all of its records.
  private mutating func addWithin(object index: Int, type: Int) {
    guard schema.types[type].category == .nested || schema.typeNames[type] == "HumanName" else { return }
    let before = self
    addMembers(of: index, type: type)
    // What speaks against the other release is no sign of it.
    if weight > before.weight, hasRenamed(index, of: schema.typeNames[type]) { self = before }
    if weight < 2 { addWithin(index, type: type) }
  }
}

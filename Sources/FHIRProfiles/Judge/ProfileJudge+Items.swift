import FHIRSchema
import FHIRTape
import FHIRView

extension ProfileJudge {
  /// Pushes the values of an element onto the stack, including those with only a `_` sibling.
  mutating func collect(_ keys: MemberKeys, owner: Int) {
    let value = keys.value >= 0 ? keys.value + 1 : -1
    let sibling = keys.sibling >= 0 ? keys.sibling + 1 : -1
    let isArray = value >= 0 && tape.tag(value) == .array || sibling >= 0 && tape.tag(sibling) == .array
    guard isArray else { return append(value, sibling, keys, owner: owner, position: -1) }
    var values = ArrayCursor(tape, value)
    var siblings = ArrayCursor(tape, sibling)
    var position = 0
    while values.item >= 0 || siblings.item >= 0, work.spend(1) {
      append(values.item, siblings.item, keys, owner: owner, position: position)
      values.advance(tape)
      siblings.advance(tape)
      position += 1
    }
  }

  private mutating func append(_ value: Int, _ sibling: Int, _ keys: MemberKeys, owner: Int, position: Int) {
    let value = value >= 0 && tape.tag(value) != .null ? value : -1
    let sibling = sibling >= 0 && tape.tag(sibling) == .object ? sibling : -1
    if value < 0, sibling < 0 { return }
    work.items.append(
      JudgedItem(
        value: value, sibling: sibling, key: keys.value >= 0 ? keys.value : keys.sibling, owner: owner,
        position: position, member: keys.member, type: type(of: value, member: keys.member)))
  }

  /// The row of a value's type; a resource states its type.
  func type(of value: Int, member: Int) -> Int {
    guard member >= 0 else { return -1 }
    let row = rows.members[member]
    return row.kind == .resource && value >= 0 ? resourceType(of: value) : Int(row.type)
  }

  /// The row of a resource's type, -1 if the release does not have it.
  func resourceType(of object: Int) -> Int {
    guard tape.tag(object) == .object, let type = ResourceView(tape, object).typeIndex, tape.length(type) < 1_024 else {
      return -1
    }
    if tape.tag(type) == .escapedString {
      let name = KeptText(tape.string(type))
      return withExtendedLifetime(name) { name.count < 128 ? rows.resource(named: name.start, length: name.count) : -1 }
    }
    guard tape.tag(type) == .string, tape.length(type) < 128 else { return -1 }
    return rows.resource(named: tape.lexeme(type), length: tape.length(type))
  }

  /// Passes the values of a member, or of any form of a choice with this name, to `body` until it returns true.
  mutating func anyValue(
    named name: KeptText, of item: JudgedItem, _ body: (inout ProfileJudge, JudgedItem) -> Bool
  ) -> Bool {
    let object = item.object(tape)
    guard object >= 0, work.spend(tape.length(object)) else { return false }
    let type = item.value >= 0 && tape.tag(item.value) == .object ? item.type : profiles.roles.element
    let end = tape.next(object)
    var key = object + 2
    while key < end {
      let value = key + 1
      if isNamed(key, name, type) {
        let member = type >= 0 ? self.member(key, rows.types + type).row : -1
        var values = ArrayCursor(tape, value)
        var position = tape.tag(value) == .array ? 0 : -1
        while values.item >= 0, work.spend(1) {
          let found = JudgedItem(
            value: values.item, sibling: -1, key: key, owner: object, position: position, member: member,
            type: self.type(of: values.item, member: member))
          if tape.tag(values.item) != .null, body(&self, found) { return true }
          values.advance(tape)
          position += 1
        }
      }
      key = tape.next(value)
    }
    return false
  }

  private func isNamed(_ key: Int, _ name: KeptText, _ type: Int) -> Bool {
    if tape.string(key, equals: name.start, name.count) { return true }
    guard type >= 0 else { return false }
    if tape.tag(key) == .escapedKey {
      let text = KeptText(tape.string(key))
      guard withExtendedLifetime(text, { startsChoice(text.start, text.count, name) }) else { return false }
    } else if !startsChoice(tape.lexeme(key), tape.length(key), name) {
      return false
    }
    let member = self.member(key, rows.types + type).row
    return member >= 0 && rows.members[member].flags.contains(.choice)
  }

  /// Whether a key is a name with something like a type behind it.
  private func startsChoice(_ key: UnsafePointer<UInt8>, _ count: Int, _ name: KeptText) -> Bool {
    count > name.count && key[name.count] &- 0x41 < 26 && Bytes.isEqual(key, name.start, name.count)
  }
}

/// Iterates over the items of an array; any other value is its own single item.
struct ArrayCursor {
  /// The tape index of the current item, -1 after the last.
  private(set) var item: Int
  private let end: Int

  /// - Parameter value: -1 for no value.
  init(_ tape: Tape, _ value: Int) {
    guard value >= 0 else {
      (item, end) = (-1, -1)
      return
    }
    let isArray = tape.tag(value) == .array
    end = tape.next(value)
    let first = isArray ? value + 2 : value
    item = first < end ? first : -1
  }

  mutating func advance(_ tape: Tape) {
    guard item >= 0 else { return }
    let next = tape.next(item)
    item = next < end ? next : -1
  }
}

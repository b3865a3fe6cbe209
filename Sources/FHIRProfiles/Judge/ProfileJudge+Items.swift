import FHIRSchema
import FHIRTape
import FHIRView

extension ProfileJudge {
  /// Pushes the values of an element onto the stack, including those with only a `_` sibling.
  mutating func collect(_ keys: MemberKeys, owner: TapeIndex) {
    let value = keys.value.exists ? keys.value.value : TapeIndex.none
    let sibling = keys.sibling.exists ? keys.sibling.value : TapeIndex.none
    let isArray = value.exists && tape.tag(value) == .array || sibling.exists && tape.tag(sibling) == .array
    guard isArray else { return append(value, sibling, keys, owner: owner, position: -1) }
    var values = ArrayCursor(tape, value)
    var siblings = ArrayCursor(tape, sibling)
    var position = 0
    while values.item.exists || siblings.item.exists, work.spend(1) {
      append(values.item, siblings.item, keys, owner: owner, position: position)
      values.advance(tape)
      siblings.advance(tape)
      position += 1
    }
  }

  private mutating func append(
    _ value: TapeIndex, _ sibling: TapeIndex, _ keys: MemberKeys, owner: TapeIndex, position: Int
  ) {
    let value = value.exists && tape.tag(value) != .null ? value : TapeIndex.none
    let sibling = sibling.exists && tape.tag(sibling) == .object ? sibling : TapeIndex.none
    if !value.exists, !sibling.exists { return }
    work.items.append(
      JudgedItem(
        value: value, sibling: sibling, key: keys.value.exists ? keys.value : keys.sibling, owner: owner,
        position: position, member: keys.member, type: type(of: value, member: keys.member)))
  }

  /// The row of a value's type; a resource states its type.
  func type(of value: TapeIndex, member: Int) -> TypeID {
    guard member >= 0 else { return .none }
    let row = rows.members[member]
    return row.kind == .resource && value.exists ? resourceType(of: value) : row.typeID
  }

  /// The row of a resource's type, `.none` if the release does not have it.
  func resourceType(of object: TapeIndex) -> TypeID {
    guard tape.tag(object) == .object, let type = ResourceView(tape, object).typeIndex, tape.length(type) < 1_024 else {
      return .none
    }
    if tape.tag(type) == .escapedString {
      let name = KeptText(tape.string(type))
      return withExtendedLifetime(name) {
        name.count < 128 ? rows.resource(named: name.start, length: name.count) : TypeID.none
      }
    }
    guard tape.tag(type) == .string, tape.length(type) < 128 else { return .none }
    return rows.resource(named: tape.lexeme(type), length: tape.length(type))
  }

  /// Passes the values of a member, or of any form of a choice with this name, to `body` until it returns true.
  mutating func anyValue(
    named name: KeptText, of item: JudgedItem, _ body: (inout ProfileJudge, JudgedItem) -> Bool
  ) -> Bool {
    let object = item.object(tape)
    guard object.exists, work.spend(tape.length(object)) else { return false }
    let type = item.value.exists && tape.tag(item.value) == .object ? item.type : profiles.roles.element
    let end = tape.next(object)
    var key = object.content
    while key < end {
      let value = key.value
      if isNamed(key, name, type) {
        let member = type.exists ? self.member(key, rows.types + type.row).row : -1
        var values = ArrayCursor(tape, value)
        var position = tape.tag(value) == .array ? 0 : -1
        while values.item.exists, work.spend(1) {
          let found = JudgedItem(
            value: values.item, sibling: .none, key: key, owner: object, position: position, member: member,
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

  private func isNamed(_ key: TapeIndex, _ name: KeptText, _ type: TypeID) -> Bool {
    if tape.string(key, equals: name.start, name.count) { return true }
    guard type.exists else { return false }
    if tape.tag(key) == .escapedKey {
      let text = KeptText(tape.string(key))
      guard withExtendedLifetime(text, { startsChoice(text.start, text.count, name) }) else { return false }
    } else if !startsChoice(tape.lexeme(key), tape.length(key), name) {
      return false
    }
    let member = self.member(key, rows.types + type.row).row
    return member >= 0 && rows.members[member].flags.contains(.choice)
  }

  /// Whether a key is a name followed by a possible type.
  private func startsChoice(_ key: UnsafePointer<UInt8>, _ count: Int, _ name: KeptText) -> Bool {
    count > name.count && key[name.count] &- 0x41 < 26 && Bytes.isEqual(key, name.start, name.count)
  }
}

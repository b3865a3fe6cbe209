import FHIRPath
import FHIRSchema
import FHIRTape

/// What names on a tape mean in a release. The judge would be copied by each call of a method that does not change it.
extension SchemaRows {
  /// The member that a key names, and whether the key names its `_` sibling; -1 if there is none.
  func member(_ key: TapeIndex, of type: TypeID, _ tape: Tape) -> (row: Int, isSibling: Bool) {
    let row = types + type.row
    guard tape.tag(key) == .escapedKey else { return member(tape.lexeme(key), tape.length(key), row) }
    return tape.withEscapedText(key) { name in name.baseAddress.map { member($0, name.count, row) } ?? (-1, false) }
  }

  private func member(
    _ name: UnsafePointer<UInt8>, _ length: Int, _ row: UnsafePointer<TypeRow>
  ) -> (row: Int, isSibling: Bool) {
    guard length > 0, length < 200 else { return (-1, false) }
    if name[0] == UInt8(ascii: "_") { return (member(named: name + 1, length: length - 1, of: row).row, true) }
    return (member(named: name, length: length, of: row).row, false)
  }

  func type(of value: TapeIndex, member: Int, _ tape: Tape) -> TypeID {
    guard member >= 0 else { return .none }
    let row = members[member]
    return row.kind == .resource && value.exists ? resourceType(of: value, tape) : row.typeID
  }

  /// The type in a URL such as `Patient/1` or `http://example.org/Patient/1/_history/2`; `nil` if it shows none.
  func type(inAddressAt address: TapeIndex, _ tape: Tape) -> TypeID? {
    guard tape.tag(address) == .string else { return nil }
    let text = UnsafeBufferPointer(start: tape.lexeme(address), count: tape.length(address))
    var (end, place, parts) = (text.count, text.count, 0)
    // Backwards: the id, the type; before a version, the word `_history`.
    while place > 0 {
      place &-= 1
      guard text[place] == UInt8(ascii: "/") else { continue }
      parts += 1
      if parts == 2, end - place == 9, text[place + 1..<end].elementsEqual("_history".utf8) { parts = 0 }
      if parts == 2 { return type(named: text[place + 1..<end]) }
      end = place
    }
    return parts == 1 ? type(named: text[..<end]) : nil
  }

  func type(named name: Slice<UnsafeBufferPointer<UInt8>>) -> TypeID? {
    guard name.count < 128, let start = UnsafeBufferPointer(rebasing: name).baseAddress, !name.isEmpty else {
      return nil
    }
    let row = resource(named: start, length: name.count)
    return row.exists ? row : nil
  }
}

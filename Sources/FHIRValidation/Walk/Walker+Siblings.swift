import FHIRSchema
import FHIRRecognition
import FHIRTape

/// `_name`: the id and extensions of a primitive element, which JSON keeps beside its value.
extension Walker {
  /// Judges a key that names no member: the sibling of a primitive, or something unknown.
  @inline(never)
  mutating func walkStranger(_ key: TapeIndex, of type: TypeID, owner: TapeIndex, siblings: inout UInt64) {
    let name = cursor.text(ofKey: key)
    guard name.count > 1, name.count < 250, name.bytes[0] == UInt8(ascii: "_") else {
      siblings |= cursor.reportUnknown(key, of: type)
      return
    }
    let member = cursor.rows.member(named: name.bytes + 1, length: name.count - 1, of: cursor.rows.types + type.row)
    guard member.exists else {
      siblings |= cursor.reportUnknown(key, of: type)
      return
    }
    let row = cursor.members[member]
    guard row.mayHaveSibling else { return cursor.reportMisplacedSibling(key, member) }
    siblings |= 1 &<< UInt64(row.slot)
    let value = key.value
    guard row.flags.contains(.array) else {
      return walkSiblingValue(value, member, index: -1)
    }
    guard cursor.tape.tag(value) == .array else {
      return cursor.tape.tag(value) == .null
        ? cursor.reportNull(value, member, index: -1, isSibling: true)
        : cursor.reportExpectedArray(value, member, isSibling: true)
    }
    let end = cursor.tape.next(value)
    var item = value.content
    if item == end { return cursor.reportEmptyArray(value, member, isSibling: true) }
    var index = 0
    while item < end {
      // `checkSiblings` judges what is beside a null.
      if cursor.tape.tag(item) != .null { walkSiblingValue(item, member, index: index) }
      index += 1
      item = cursor.tape.next(item)
    }
  }

  private mutating func walkSiblingValue(_ value: TapeIndex, _ member: MemberID, index: Int) {
    switch cursor.tape.tag(value) {
    case .object:
      cursor.path.push(siblingOf: member, index: index)
      walkObject(value, type: cursor.roles.element)
      cursor.path.pop()
    case .null:
      cursor.reportNull(value, member, index: index, isSibling: true)
    case .array:
      cursor.reportUnexpectedArray(value, member, isSibling: true)
    default:
      cursor.reportSiblingKind(value, member, index: index)
    }
  }
}

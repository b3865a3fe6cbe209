import FHIRSchema
import FHIRTape

/// Values in another JSON form than their element has; they are still judged as far as possible.
extension Walker {
  /// Reports a value that should be an array, and judges it if it may be an item.
  @inline(never) mutating func walkInsteadOfArray(_ value: TapeIndex, _ member: MemberID, owner: TapeIndex) {
    if cursor.tape.tag(value) == .null { return cursor.reportNull(value, member, index: -1) }
    cursor.reportExpectedArray(value, member)
    let kind = cursor.members[member].kind
    if kind != .comments, cursor.tape.tag(value) == .object || kind.isPrimitive {
      walkValue(value, member, index: -1, owner: owner)
    }
  }

  /// Reports a value that is not an object; the items of an array where the element occurs once are still judged.
  @inline(never) mutating func reportNotComplex(_ value: TapeIndex, _ member: MemberID, index: Int) {
    cursor.reportOtherForm(value, member, index: index)
    guard cursor.tape.tag(value) == .array, index < 0 else { return }
    for item in cursor.tape.items(of: value) where cursor.tape.tag(item) == .object {
      walkComplex(item, member, index: -1)
    }
  }
}

/// `_name`: the id and extensions of a primitive element, which JSON keeps beside its value.
extension Walker {
  /// Judges a key that names no member: the sibling of a primitive, or something unknown.
  @inline(never)
  mutating func walkStranger(_ key: TapeIndex, of type: TypeID, owner: TapeIndex, siblings: inout UInt64) {
    let member = cursor.member(withSibling: key, of: type)
    guard member.exists else {
      siblings |= cursor.reportUnknown(key, of: type)
      return
    }
    let row = cursor.members[member]
    guard row.mayHaveSibling else { return cursor.reportMisplacedSibling(key, member) }
    siblings |= 1 &<< UInt64(row.slot)
    let value = key.value
    guard row.flags.contains(.array) else { return walkSiblingValue(value, member, index: -1) }
    guard cursor.tape.tag(value) == .array else {
      return cursor.tape.tag(value) == .null
        ? cursor.reportNull(value, member, index: -1, isSibling: true)
        : cursor.reportExpectedArray(value, member, isSibling: true)
    }
    if cursor.tape.length(value) == 0 { return cursor.reportEmptyArray(value, member, isSibling: true) }
    // `checkSiblings` judges what is beside a null.
    for (index, item) in cursor.tape.items(of: value).enumerated() where cursor.tape.tag(item) != .null {
      walkSiblingValue(item, member, index: index)
    }
  }

  private mutating func walkSiblingValue(_ value: TapeIndex, _ member: MemberID, index: Int) {
    switch cursor.tape.tag(value) {
    case .object:
      cursor.path.push(cursor.path.step(member: member, index: index, isSibling: true))
      walkObject(value, type: cursor.roles.element)
      cursor.path.pop()
    case .null: cursor.reportNull(value, member, index: index, isSibling: true)
    case .array: cursor.reportUnexpectedArray(value, member, isSibling: true)
    default: cursor.reportSiblingKind(value, member, index: index)
    }
  }
}

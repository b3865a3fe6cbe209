import FHIRSchema
import FHIRTape

/// Values in another JSON form than their element has; they are still judged as far as possible.
extension Walker {
  /// Reports a value that should be an array, and judges it if it may be an item.
  @inline(never)
  mutating func walkInsteadOfArray(_ value: TapeIndex, _ member: MemberID, owner: TapeIndex) {
    if cursor.tape.tag(value) == .null { return cursor.reportNull(value, member, index: -1) }
    cursor.reportExpectedArray(value, member)
    let kind = cursor.members[member].kind
    if kind != .comments, cursor.tape.tag(value) == .object || kind.isPrimitive {
      walkValue(value, member, index: -1, owner: owner)
    }
  }

  /// Reports an array where the element occurs once; its items are still judged.
  @inline(never)
  mutating func reportNotComplex(_ value: TapeIndex, _ member: MemberID, index: Int) {
    switch cursor.tape.tag(value) {
    case .null:
      cursor.reportNull(value, member, index: index)
    case .array where index < 0:
      cursor.reportUnexpectedArray(value, member)
      let end = cursor.tape.next(value)
      var item = value.content
      while item < end {
        if cursor.tape.tag(item) == .object { walkComplex(item, member, index: -1) }
        item = cursor.tape.next(item)
      }
    default:
      cursor.reportWrongKind(value, member, index: index)
    }
  }
}

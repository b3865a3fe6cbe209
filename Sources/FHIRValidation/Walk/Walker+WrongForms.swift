import FHIRSchema
import FHIRTape

/// Values of another form than their element has in JSON, which are judged all the same as far as they can be.
extension Walker {
  /// Something other than an array where an element repeats: judged all the same where it may be an item.
  @inline(never)
  mutating func walkInsteadOfArray(_ value: Int, _ member: MemberID, owner: Int) {
    if cursor.tape.tag(value) == .null { return cursor.reportNull(value, member, index: -1) }
    cursor.reportExpectedArray(value, member)
    let kind = cursor.members[member].kind
    if kind != .comments, cursor.tape.tag(value) == .object || kind.isPrimitive {
      walkValue(value, member, index: -1, owner: owner)
    }
  }

  /// A single element may not be an array; its items are judged all the same.
  @inline(never)
  mutating func reportNotComplex(_ value: Int, _ member: MemberID, index: Int) {
    switch cursor.tape.tag(value) {
    case .null:
      cursor.reportNull(value, member, index: index)
    case .array where index < 0:
      cursor.reportUnexpectedArray(value, member)
      let end = cursor.tape.next(value)
      var item = value + 2
      while item < end {
        if cursor.tape.tag(item) == .object { walkComplex(item, member, index: -1) }
        item = cursor.tape.next(item)
      }
    default:
      cursor.reportWrongKind(value, member, index: index)
    }
  }
}

public import FHIRJSON

/// The members that own the slots of one object: for each slot the first member with a name of it; if there are only
/// siblings, the first sibling. Computed only if two members compete, and once for each object, so that a hostile
/// object with a million members of one name takes linear time.
@usableFromInline package struct SlotOwners {
  /// The number of a member and the tape index of its value, `.none` if there is only a sibling.
  @usableFromInline package typealias Owner = (number: UInt8, value: TapeIndex)

  private var object = TapeIndex.none
  /// The owners by slot, so at most 64.
  private var owners: [UInt8: Owner] = [:]

  @usableFromInline package init() {}

  @usableFromInline package mutating func owner(
    ofSlot slot: UInt8, in object: TapeIndex, on tape: Tape, _ table: MemberTable
  ) -> Owner? {
    if object == self.object { return owners[slot] }
    self.object = object
    owners.removeAll(keepingCapacity: true)
    for key in tape.keys(of: object) {
      let isSibling = tape.isSibling(key)
      guard let entry = tape.entry(ofKey: key, table, isSibling: isSibling) else { continue }
      if let known = owners[entry.slot], known.value.exists || isSibling { continue }
      owners[entry.slot] = (entry.number, isSibling ? TapeIndex.none : key.value)
    }
    return owners[slot]
  }
}

extension Tape {
  /// The entry of a key, whose name may have escapes; for a sibling, the entry of the member that it belongs to.
  @usableFromInline package func entry(
    ofKey key: TapeIndex, _ table: MemberTable, isSibling: Bool = false
  ) -> MemberTable.Entry? {
    let skipped = isSibling ? 1 : 0
    if tag(key) == .key { return table.entry(lexeme(key) + skipped, length(key) - skipped)?.pointee }
    return PaddedText.withBytes(string(key)) { p, count in table.entry(p + skipped, count - skipped)?.pointee }
  }

  /// Whether a key begins with `_`, as those of siblings do.
  @inlinable @inline(__always) package func isSibling(_ key: TapeIndex) -> Bool {
    if lexeme(key).pointee == UInt8(ascii: "_"), length(key) > 0 { return true }
    return tag(key) == .escapedKey && beginsWithEscapedUnderscore(key)
  }

  @usableFromInline func beginsWithEscapedUnderscore(_ key: TapeIndex) -> Bool {
    string(key).utf8.first == UInt8(ascii: "_")
  }
}

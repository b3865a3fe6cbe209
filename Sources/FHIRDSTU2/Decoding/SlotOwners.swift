import JSONTape

/// Which members of one object have its slots: in each slot the first that has a name of it; where there are only
/// siblings, the first of those.
///
/// Worked out only where two members contend, and once for an object, so that a hostile one with a million members of
/// one name is read in linear time.
struct SlotOwners {
  struct Owner {
    /// The number of the member.
    var number: UInt8
    /// The tape index of its value, -1 when there is only a sibling.
    var value: Int
  }

  private(set) var object = -1
  private var owners: [UInt8: Owner] = [:]

  init() {}

  init(of object: Int, _ reader: borrowing TapeReader, _ table: MemberTable) {
    self.object = object
    let end = reader.tape.next(object)
    var key = object + 2
    while key < end {
      let isSibling = reader.isSibling(key)
      if let entry = reader.entry(ofKey: key, table, isSibling: isSibling) {
        let known = owners[entry.slot]
        if known == nil || known?.value == -1 && !isSibling {
          owners[entry.slot] = Owner(number: entry.number, value: isSibling ? -1 : key + 1)
        }
      }
      key = reader.tape.next(key + 1)
    }
  }

  subscript(slot: UInt8) -> Owner? { owners[slot] }
}

extension TapeReader {
  /// The member that has a slot of an object.
  mutating func owner(ofSlot slot: UInt8, in object: Int, _ table: MemberTable) -> SlotOwners.Owner? {
    if owners.object != object { owners = SlotOwners(of: object, self, table) }
    return owners[slot]
  }

  /// The entry of a key, whose name may be written with escapes; of a sibling, that of the member it stands beside.
  func entry(ofKey key: Int, _ table: MemberTable, isSibling: Bool = false) -> MemberTable.Entry? {
    let skipped = isSibling ? 1 : 0
    if tape.tag(key) == .key { return table.entry(tape.lexeme(key) + skipped, tape.length(key) - skipped)?.pointee }
    return PaddedText.withBytes(tape.string(key)) { p, count in table.entry(p + skipped, count - skipped)?.pointee }
  }

  /// Whether a key begins with `_`, as those of siblings do.
  @inline(__always)
  func isSibling(_ key: Int) -> Bool {
    if tape.lexeme(key).pointee == UInt8(ascii: "_"), tape.length(key) > 0 { return true }
    return tape.tag(key) == .escapedKey && tape.string(key).utf8.first == UInt8(ascii: "_")
  }
}

import JSONTape

extension TapeReader {
  /// Reads the members of an object into an element or the content of a resource.
  @inline(never)
  mutating func members<T: ElementContent>(of value: inout T, at object: Int) {
    let table = T.members
    let end = tape.next(object)
    var key = object &+ 2
    var seen: UInt64 = 0
    var hasSiblings = false
    while key < end {
      let name = tape.lexeme(key)
      if let entry = table.entry(name, tape.length(key)) {
        let slot = UInt64(1) &<< UInt64(truncatingIfNeeded: entry.pointee.slot)
        index = key &+ 1
        if seen & slot != 0 {
          repeated(key, entry.pointee, &value.extras, object)
        } else {
          seen |= slot
          if entry.pointee.number < MemberTable.Common.id {
            value.decode(Int(entry.pointee.number), from: &self)
          } else {
            common(entry.pointee.number, &value.extras)
          }
          if isRejected { keepAside(key, &value.extras) }
        }
      } else if name.pointee == UInt8(ascii: "_") {
        hasSiblings = true
      } else if let number = escaped(key, table, &seen, &value.extras) {
        value.decode(number, from: &self)
        if isRejected { keepAside(key, &value.extras) }
      }
      key = tape.next(key &+ 1)
    }
    if hasSiblings {
      // They come after all values, and each reads its value once more to put both together.
      for found in siblings(in: object, table, &seen, &value.extras) {
        index = found.value
        sibling = found.key &+ 1
        value.decode(found.number, from: &self)
        sibling = -1
        if isRejected { keepAside(found.key, &value.extras) }
      }
    }
    if table.required & ~seen != 0 { missing(table, seen, object) }
  }

  /// A member that holds the id and extensions of a primitive: `_birthDate` beside `birthDate`.
  private struct Sibling {
    var key: Int
    /// The number of the primitive's own member.
    var number: Int
    /// The tape index of the primitive's value, -1 when it has none.
    var value: Int
  }

  /// Finds the members that belong to primitives, and keeps the others aside.
  @inline(never)
  private mutating func siblings(
    in object: Int, _ table: MemberTable, _ seen: inout UInt64, _ extras: inout ElementExtras
  ) -> [Sibling] {
    let end = tape.next(object)
    var key = object &+ 2
    var found: [Sibling] = []
    while key < end {
      defer { key = tape.next(key &+ 1) }
      let name = tape.lexeme(key)
      guard tape.length(key) > 0, name.pointee == UInt8(ascii: "_") else { continue }
      guard tape.tag(key) == .key, let entry = table.entry(name + 1, tape.length(key) - 1),
        entry.pointee.number < MemberTable.Common.id
      else {
        reject(.unknownElement, at: key + 1, "no member of this name")
        keepAside(key, &extras)
        continue
      }
      let slot = UInt64(1) &<< UInt64(truncatingIfNeeded: entry.pointee.slot)
      let number = Int(entry.pointee.number)
      let value = partner(of: key, in: object)
      if found.contains(where: { $0.number == number }) || value < 0 && seen & slot != 0 {
        reject(value < 0 ? .ambiguousChoice : .duplicateKey, at: key + 1, "the member once, for one form of a choice")
        keepAside(key, &extras)
        continue
      }
      seen |= slot
      found.append(Sibling(key: key, number: number, value: value))
    }
    return found
  }

  /// The value that a member for extensions belongs to, -1 when there is none.
  private func partner(of sibling: Int, in object: Int) -> Int {
    let end = tape.next(object)
    let length = tape.length(sibling) - 1
    let name = tape.lexeme(sibling) + 1
    var key = object + 2
    while key < end {
      if tape.length(key) == length {
        let own = tape.lexeme(key)
        if (0..<length).allSatisfy({ own[$0] == name[$0] }) { return key + 1 }
      }
      key = tape.next(key + 1)
    }
    return -1
  }

  /// A member that every element or resource may have.
  @inline(never)
  private mutating func common(_ number: UInt8, _ extras: inout ElementExtras) {
    switch number {
    case MemberTable.Common.id:
      if let id = String.read(index, &self) { extras.id = id } else { isRejected = true }
    case MemberTable.Common.extension: decode(&extras.extension)
    case MemberTable.Common.modifierExtension: decode(&extras.modifierExtension)
    case MemberTable.Common.comments: comments(&extras)
    default: break
    }
  }

  private mutating func comments(_ extras: inout ElementExtras) {
    var comments: [String] = []
    guard tape.tag(index) == .array, tape.length(index) > 0 else {
      reject(.wrongKind, at: index, "an array of strings")
      return
    }
    let end = tape.next(index)
    var item = index + 2
    while item < end {
      switch tape.tag(item) {
      case .string, .escapedString: comments.append(tape.string(item))
      default:
        reject(.wrongKind, at: item, "a string")
        return
      }
      item = tape.next(item)
    }
    extras.comments = comments
  }

  /// Keeps the member at a key as it is.
  @inline(never)
  private mutating func keepAside(_ key: Int, _ extras: inout ElementExtras, isRepeated: Bool = false) {
    isRejected = false
    if isStopped { return }
    extras.keptAside.append(KeptMember(name: tape.string(key), value: raw(key + 1), isRepeated: isRepeated))
  }

  @inline(never)
  private mutating func repeated(_ key: Int, _ entry: MemberTable.Entry, _ extras: inout ElementExtras, _ object: Int) {
    // The same name again, or another form of the choice?
    let name = tape.string(key)
    var first = object + 2
    while first < key, tape.string(first) != name { first = tape.next(first + 1) }
    reject(
      first < key ? .duplicateKey : .ambiguousChoice, at: key + 1,
      first < key ? "the member once" : "one form of the choice only")
    keepAside(key, &extras, isRepeated: true)
  }

  /// A key that is not in the table as it stands: one written with escapes, or an unknown one.
  @inline(never)
  private mutating func escaped(
    _ key: Int, _ table: MemberTable, _ seen: inout UInt64, _ extras: inout ElementExtras
  ) -> Int? {
    if tape.tag(key) == .escapedKey {
      let found = PaddedText.withBytes(tape.string(key)) { p, count in table.entry(p, count).map { $0.pointee } }
      if let found, seen & (1 << UInt64(found.slot)) == 0 {
        seen |= 1 << UInt64(found.slot)
        index = key + 1
        if found.number < MemberTable.Common.id { return Int(found.number) }
        common(found.number, &extras)
        if isRejected { keepAside(key, &extras) }
        return nil
      }
    }
    reject(.unknownElement, at: key + 1, "no member of this name")
    keepAside(key, &extras)
    return nil
  }

  @inline(never)
  private mutating func missing(_ table: MemberTable, _ seen: UInt64, _ object: Int) {
    var slots = table.required & ~seen
    while slots != 0 {
      let name = table.name(ofSlot: slots.trailingZeroBitCount)
      fault(.missingElement, at: object, member: name, "the element \(name)")
      slots &= slots - 1
    }
  }
}

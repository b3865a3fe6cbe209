public import FHIRJSON

extension TapeReader {
  @inlinable @inline(never) package mutating func members<T: ElementContent>(of value: inout T, at object: TapeIndex) {
    let table = T.members
    let end = tape.next(object)
    var key = object.content
    var seen: UInt64 = 0
    var hasSiblings = false
    while key < end {
      let name = tape.lexeme(key)
      if let entry = table.entry(name, tape.length(key)) {
        let slot = UInt64(1) &<< UInt64(truncatingIfNeeded: entry.pointee.slot)
        index = key.value
        if seen & slot != 0 {
          repeated(key, object, table, &value.extras)
        } else {
          seen |= slot
          if entry.pointee.number < MemberTable.Common.id {
            value.decode(Int(entry.pointee.number), from: &self)
          } else {
            common(entry.pointee.number, &value.extras)
          }
          if verdict != .taken { settle(key, object, table, &value.extras) }
        }
      } else if tape.isSibling(key) {
        hasSiblings = true
      } else if let number = stranger(key, object, table, &seen, &value.extras) {
        value.decode(number, from: &self)
        if verdict != .taken { settle(key, object, table, &value.extras) }
      }
      key = tape.next(key.value)
    }
    if hasSiblings {
      // Siblings come after all values; each reads its value again to combine both.
      var taken: UInt64 = 0
      key = object.content
      while let found = nextSibling(from: key, in: object, table, &seen, taken: &taken, &value.extras) {
        index = found.value
        sibling = found.key.value
        value.decode(found.number, from: &self)
        sibling = .none
        if verdict != .taken { settle(found.key, object, table, &value.extras) }
        key = tape.next(found.key.value)
      }
    }
    if table.required & ~seen != 0 { missing(table, seen, object) }
  }

  @inline(never)
  @usableFromInline package mutating func common<R: StoredRelease>(_ number: UInt8, _ extras: inout ModelExtras<R>) {
    switch number {
    case MemberTable.Common.id: if let id = String.read(index, &self) { extras.id = id } else { verdict = .rejected }
    case MemberTable.Common.extension: decode(&extras.extension)
    case MemberTable.Common.modifierExtension: decode(&extras.modifierExtension)
    case MemberTable.Common.comments: comments(&extras)
    default: break
    }
  }

  @usableFromInline package mutating func comments<R: StoredRelease>(_ extras: inout ModelExtras<R>) {
    var comments: [String] = []
    guard tape.tag(index) == .array, tape.length(index) > 0 else {
      return reject(.wrongKind, at: index, "an array of strings")
    }
    for item in tape.items(of: index) {
      switch tape.tag(item) {
      case .string, .escapedString: comments.append(tape.string(item))
      default: return reject(.wrongKind, at: item, "a string")
      }
    }
    extras.comments = comments
  }

  @inline(never) @usableFromInline package mutating func settle<R: StoredRelease>(
    _ key: TapeIndex, _ object: TapeIndex, _ table: MemberTable, _ extras: inout ModelExtras<R>
  ) {
    switch verdict {
    case .taken: break
    case .rejected: keepAside(key, &extras)
    case .reshaped: extras.reshaped.append(tape.string(key))
    case .hasNulls: checkNulls(ofKey: key, in: object, table)
    }
    verdict = .taken
  }

  @usableFromInline package mutating func keepAside<R: StoredRelease>(
    _ key: TapeIndex, _ extras: inout ModelExtras<R>, isRepeated: Bool = false
  ) {
    if isStopped { return }
    extras.keepAside(KeptMember(name: tape.string(key), value: raw(key.value), isRepeated: isRepeated))
  }

  /// Handles a member whose slot is taken: the same member again, or another form of the choice.
  @inline(never) @usableFromInline package mutating func repeated<R: StoredRelease>(
    _ key: TapeIndex, _ object: TapeIndex, _ table: MemberTable, _ extras: inout ModelExtras<R>
  ) {
    let entry = tape.entry(ofKey: key, table)
    let isSame = entry.flatMap { owners.owner(ofSlot: $0.slot, in: object, on: tape, table) }?.number == entry?.number
    fault(
      isSame ? .duplicateKey : .ambiguousChoice, at: key.value,
      isSame ? "the member once" : "one form of the choice only")
    keepAside(key, &extras, isRepeated: true)
  }

  /// Handles a key that the table does not have as written: returns the number of one with escapes; others are unknown.
  @inline(never) @usableFromInline package mutating func stranger<R: StoredRelease>(
    _ key: TapeIndex, _ object: TapeIndex, _ table: MemberTable, _ seen: inout UInt64, _ extras: inout ModelExtras<R>
  ) -> Int? {
    guard tape.tag(key) == .escapedKey, let entry = tape.entry(ofKey: key, table) else {
      fault(.unknownElement, at: key.value, "no member of this name")
      keepAside(key, &extras)
      return nil
    }
    let slot = UInt64(1) &<< UInt64(entry.slot)
    guard seen & slot == 0 else {
      repeated(key, object, table, &extras)
      return nil
    }
    seen |= slot
    index = key.value
    if entry.number < MemberTable.Common.id { return Int(entry.number) }
    common(entry.number, &extras)
    if verdict != .taken { settle(key, object, table, &extras) }
    return nil
  }

  @inline(never)
  @usableFromInline package mutating func missing(_ table: MemberTable, _ seen: UInt64, _ object: TapeIndex) {
    var slots = table.required & ~seen
    while slots != 0 {
      let name = table.name(ofSlot: slots.trailingZeroBitCount)
      fault(.missingElement, at: object, member: name, "the element \(name)")
      slots &= slots - 1
    }
  }
}

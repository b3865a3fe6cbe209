import FHIRSchema
import FHIRSupport
import FHIRTape

/// Judges the members of an object: missing ones, `_name` beside `name`, and the parts of an extension.
struct StructureJudge {
  /// The current object and its ancestors, if they have a null in place of a value.
  var nullOwners: [TapeIndex] = []
  /// The first key of each slot of the object whose siblings are compared, `.none` for none; then the first siblings.
  let valueKeys: UnsafeMutablePointer<TapeIndex>

  /// The choice variant, by nesting depth and slot; valid only for slots that have a value.
  let choices: UnsafeMutablePointer<UInt16>

  /// The messages on missing elements, of the current release.
  private(set) var messages: RecentMessages

  // The keys and choices are not in use between two values, so all releases share them.
  init(_ memory: WalkerMemory) {
    valueKeys = memory.valueKeys
    choices = memory.choices
    messages = memory.missingElements
  }

  mutating func use(_ memory: WalkerMemory) { messages = memory.missingElements }

  @inline(__always) func hasNulls(_ object: TapeIndex) -> Bool { nullOwners.last == object }

  mutating func leaveInput() { if !nullOwners.isEmpty { nullOwners.removeAll() } }
}

extension RecordCursor {
  /// The member that a key names, `.none` if it names none.
  @inline(never) mutating func member(named key: TapeIndex, of type: TypeID) -> MemberID {
    let name = text(ofKey: key)
    return name.count < 256 ? rows.member(named: name.bytes, length: name.count, of: rows.types + type.row) : .none
  }

  /// The member whose name follows the `_` of a key, `.none` for any other key.
  mutating func member(withSibling key: TapeIndex, of type: TypeID) -> MemberID {
    let name = text(ofKey: key)
    guard name.count > 1, name.count < 250, name.bytes[0] == UInt8(ascii: "_") else { return .none }
    return rows.member(named: name.bytes + 1, length: name.count - 1, of: rows.types + type.row)
  }
}

/// `_name` beside `name`: whether the two fit together.
extension StructureJudge {
  /// Finds repeated keys that name no member, in an object that has several such keys.
  @inline(never) mutating func checkStrangers(of object: TapeIndex, type: TypeID, _ cursor: inout RecordCursor) {
    var names = TextSet()
    names.reset(expecting: cursor.tape.length(object))
    for key in cursor.tape.keys(of: object) {
      if !cursor.member(named: key, of: type).exists {
        let isSibling = cursor.text(ofKey: key).bytes.pointee == UInt8(ascii: "_")
        if !isSibling, !names.insert(cursor.tape.hash(ofKey: key)) { cursor.reportDuplicateKey(key) }
      }
    }
  }

  /// The first sibling of each slot in the object whose siblings are compared, `.none` if there is none.
  private var siblingKeys: UnsafeMutablePointer<TapeIndex> { valueKeys + 64 }

  /// Records a null in an array of primitives: it is valid if the sibling has content at the same position.
  @inline(never)
  mutating func noteNullItem(of owner: TapeIndex) { if nullOwners.last != owner { nullOwners.append(owner) } }

  /// Compares siblings with their values, in an object with siblings, or with nulls among its values. Visits each
  /// member once and walks the two arrays in step, so the work is linear.
  @inline(never) mutating func checkSiblings(of object: TapeIndex, type: TypeID, _ cursor: inout RecordCursor) {
    valueKeys.update(repeating: .none, count: 128)
    for key in cursor.tape.keys(of: object) {
      let member = cursor.member(named: key, of: type)
      if member.exists, case let slot = Int(cursor.members[member].slot), !valueKeys[slot].exists {
        valueKeys[slot] = key
      }
    }
    for key in cursor.tape.keys(of: object) {
      let member = siblingMember(key, of: type, &cursor)
      if member.exists {
        let first = siblingKeys + Int(cursor.members[member].slot)
        compareSibling(key, with: member, of: object, type: type, first: first.pointee, &cursor)
        if !first.pointee.exists { first.pointee = key }
      }
    }
    guard nullOwners.last == object else { return }
    nullOwners.removeLast()
    for slot in 0..<64 where valueKeys[slot].exists && !siblingKeys[slot].exists {
      let member = cursor.member(named: valueKeys[slot], of: type)
      if cursor.members[member].kind.isPrimitive {
        checkNulls(of: member, values: valueKeys[slot].value, siblings: .none, &cursor)
      }
    }
  }

  /// - Parameter first: the first sibling of the same element, `.none` if this is it.
  private mutating func compareSibling(
    _ key: TapeIndex, with member: MemberID, of object: TapeIndex, type: TypeID, first: TapeIndex,
    _ cursor: inout RecordCursor
  ) {
    let siblings = key.value
    let other = valueKeys[Int(cursor.members[member].slot)]
    let isArray = cursor.members[member].flags.contains(.array)
    let isFirst = !first.exists
    let isRepeated = !isFirst && siblingMember(first, of: type, &cursor) == member
    if isRepeated { cursor.reportDuplicateKey(key) }
    guard other.exists else {
      if !isFirst, !isRepeated {
        cursor.reportAmbiguousSibling(key, member, besides: first)
      } else if isFirst, case let forbidden = forbiddenVariant(of: member, in: object, type: type, &cursor),
        forbidden.exists
      {
        cursor.reportAmbiguousSibling(key, member, besides: forbidden)
      }
      if cursor.tape.tag(siblings) == .object { cursor.checkSiblingAlone(siblings, member, index: -1) }
      if isArray, isFirst { checkNulls(of: member, values: .none, siblings: siblings, &cursor) }
      return
    }
    guard cursor.member(named: other, of: type) == member
    else { return cursor.reportAmbiguousSibling(key, member, besides: other) }
    guard isArray else { return }
    let values = other.value
    if cursor.tape.tag(siblings) == .array, cursor.tape.tag(values) == .array,
      cursor.tape.length(siblings) != cursor.tape.length(values),
      cursor.tape.length(siblings) > 0, cursor.tape.length(values) > 0
    {
      cursor.reportSiblingLength(
        key, member, values: cursor.tape.length(values), siblings: cursor.tape.length(siblings))
    }
    if isFirst { checkNulls(of: member, values: values, siblings: siblings, &cursor) }
  }

  /// Reports nulls that keep no place, and siblings without content beside a null; `.none` for an absent member.
  private mutating func checkNulls(
    of member: MemberID, values: TapeIndex, siblings: TapeIndex, _ cursor: inout RecordCursor
  ) {
    let hasValues = values.exists
    let tape = cursor.tape
    func items(of array: TapeIndex) -> TapeItems {
      tape.items(of: array.exists && tape.tag(array) == .array ? array : .none)
    }
    var (values, siblings) = (items(of: values), items(of: siblings))
    var index = 0
    while case let (value, sibling) = (values.next(), siblings.next()), value != nil || sibling != nil {
      let isNull = (value.map { tape.tag($0) == .null }, sibling.map { tape.tag($0) == .null })
      if let value, isNull.0 == true, isNull.1 != false {
        cursor.reportNull(value, member, index: index)
      } else if let sibling, value == nil, isNull.1 == true {
        cursor.reportNull(sibling, member, index: index, isSibling: true)
      } else if let sibling, isNull.0 ?? !hasValues {
        cursor.checkSiblingAlone(sibling, member, index: index)
      }
      index += 1
    }
  }

  /// The first key that names a variant which the choice of a member does not allow, `.none` if there is none.
  private mutating func forbiddenVariant(
    of member: MemberID, in object: TapeIndex, type: TypeID, _ cursor: inout RecordCursor
  ) -> TapeIndex {
    guard cursor.members[member].flags.contains(.choice) else { return .none }
    let base = cursor.schema.elements[Int(cursor.members[member].element)].baseName
    for key in cursor.tape.keys(of: object) {
      if cursor.tape.length(key) > base.utf8.count, !cursor.member(named: key, of: type).exists {
        let name = cursor.tape.string(key)
        if name.utf8.starts(with: base.utf8), cursor.choiceElement(of: name, in: type)?.baseName == base { return key }
      }
    }
    return .none
  }

  private mutating func siblingMember(_ key: TapeIndex, of type: TypeID, _ cursor: inout RecordCursor) -> MemberID {
    let member = cursor.member(withSibling: key, of: type)
    return member.exists && cursor.members[member].mayHaveSibling ? member : .none
  }
}

/// The first character of a string that XML 1.0 does not allow: U+0000 to U+001F except white space, U+FFFE, U+FFFF. In
/// valid JSON, control characters are always escapes. A string that contains one of the other two unescaped is marked
/// on the tape like a string with escapes, so all other strings need no search.
struct IllegalCharacter {
  let code: Int
  let range: Range<Int>

  /// `nil` if XML can represent the whole string at `value`.
  init?(in tape: Tape, _ value: TapeIndex) {
    let start = tape.offset(value)
    let end = start + tape.length(value)
    var place = start
    while place < end {
      place = Bytes.firstSpecial(from: tape.bytes + place) - tape.bytes
      guard place < end else { return nil }
      let (code, width) = Self.character(tape.bytes + place)
      if code < 0x20 && code != 0x09 && code != 0x0A && code != 0x0D || code >= 0xFFFE {
        self.code = code
        range = place..<place + width
        return
      }
      place += width
    }
    return nil
  }

  /// The code of an escape or of a character beyond ASCII, and its length in bytes; a space for irrelevant ones.
  private static func character(_ p: UnsafePointer<UInt8>) -> (code: Int, width: Int) {
    switch p[0] {
    case UInt8(ascii: "\\"):
      switch p[1] {
      case UInt8(ascii: "b"): return (0x08, 2)
      case UInt8(ascii: "f"): return (0x0C, 2)
      case UInt8(ascii: "u"): return (JSONString.codeUnit(escapeAt: p), 6)
      default: return (0x20, 2)
      }
    case 0xEF where p[1] == 0xBF && p[2] >= 0xBE: return (p[2] == 0xBE ? 0xFFFE : 0xFFFF, 3)
    default: return (0x20, 1)
    }
  }
}

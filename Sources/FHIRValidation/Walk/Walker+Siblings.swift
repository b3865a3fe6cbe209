import FHIRSchema
import FHIRView
import FHIRTape

/// `_name`: the id and extensions of a primitive element, which JSON keeps beside its value.
extension Walker {
  /// Judges a key that names no member: the sibling of a primitive, or something unknown.
  @inline(never)
  mutating func walkStranger(_ key: Int, of type: Int, owner: Int, siblings: inout UInt64) {
    let name = text(ofKey: key)
    guard name.count > 1, name.count < 250, name.bytes[0] == UInt8(ascii: "_") else {
      siblings |= reportUnknown(key, of: type)
      return
    }
    let member = rows.member(named: name.bytes + 1, length: name.count - 1, of: rows.types + type)
    guard member >= 0 else {
      siblings |= reportUnknown(key, of: type)
      return
    }
    let row = members[member]
    guard row.mayHaveSibling else { return reportMisplacedSibling(key, member) }
    siblings |= 1 &<< UInt64(row.slot)
    let value = key + 1
    guard row.flags.contains(.array) else {
      return walkSiblingValue(value, member, index: -1)
    }
    guard tape.tag(value) == .array else {
      return tape.tag(value) == .null ? reportNull(value, member, index: -1) : reportExpectedArray(value, member)
    }
    let end = tape.next(value)
    var item = value + 2
    if item == end { return reportEmptyArray(value, member) }
    var index = 0
    while item < end {
      // What is beside a null is looked at in the end: see `checkSiblings`.
      if tape.tag(item) != .null { walkSiblingValue(item, member, index: index) }
      index += 1
      item = tape.next(item)
    }
  }

  /// Finds keys that name no member and stand twice, once an object is known to have several such keys.
  @inline(never)
  mutating func checkStrangers(of object: Int, type: Int) {
    var names = KeySet(tape, expecting: tape.length(object))
    let end = tape.next(object)
    var key = object + 2
    while key < end {
      if schemaMember(key, of: type) < 0 {
        let isSibling = text(ofKey: key).bytes.pointee == UInt8(ascii: "_")
        if !isSibling, !names.insert(key) { reportDuplicateKey(key) }
      }
      key = tape.next(key + 1)
    }
  }

  /// The first sibling of each slot of the object whose siblings are compared, -1 for none.
  private var siblingKeys: UnsafeMutablePointer<Int> { valueKeys + 64 }

  private mutating func walkSiblingValue(_ value: Int, _ member: Int, index: Int) {
    switch tape.tag(value) {
    case .object:
      path.push(member: member, index: index)
      walkObject(value, type: roles.element)
      path.pop()
    case .null:
      reportNull(value, member, index: index)
    case .array:
      reportUnexpectedArray(value, member)
    default:
      reportSiblingKind(value, member, index: index)
    }
  }

  /// Notes a null in an array of primitives: it is right where the sibling has something to say in its place.
  @inline(never)
  mutating func noteNullItem(of owner: Int) {
    if nullOwners.last != owner { nullOwners.append(owner) }
  }

  /// Compares siblings with the values beside them, once an object is known to have siblings, or nulls among its values.
  ///
  /// Each member is looked at once and two arrays are gone through in step, however many there are.
  @inline(never)
  mutating func checkSiblings(of object: Int, type: Int) {
    valueKeys.update(repeating: -1, count: 128)
    let end = tape.next(object)
    var key = object + 2
    while key < end {
      let member = schemaMember(key, of: type)
      if member >= 0, case let slot = Int(members[member].slot), valueKeys[slot] < 0 { valueKeys[slot] = key }
      key = tape.next(key + 1)
    }
    key = object + 2
    while key < end {
      let member = siblingMember(key, of: type)
      if member >= 0 {
        let first = siblingKeys + Int(members[member].slot)
        compareSibling(key, with: member, of: object, type: type, first: first.pointee)
        if first.pointee < 0 { first.pointee = key }
      }
      key = tape.next(key + 1)
    }
    guard nullOwners.last == object else { return }
    nullOwners.removeLast()
    for slot in 0..<64 where valueKeys[slot] >= 0 && siblingKeys[slot] < 0 {
      let member = schemaMember(valueKeys[slot], of: type)
      if members[member].kind.isPrimitive { checkNulls(of: member, values: valueKeys[slot] + 1, siblings: -1) }
    }
  }

  /// - Parameter first: the first sibling of the same element, -1 where this is it.
  private mutating func compareSibling(_ key: Int, with member: Int, of object: Int, type: Int, first: Int) {
    let siblings = key + 1
    let other = valueKeys[Int(members[member].slot)]
    let isArray = members[member].flags.contains(.array)
    let isFirst = first < 0
    let isRepeated = !isFirst && siblingMember(first, of: type) == member
    if isRepeated { reportDuplicateKey(key) }
    guard other >= 0 else {
      if !isFirst, !isRepeated {
        reportAmbiguousSibling(key, member, besides: first)
      } else if isFirst, case let forbidden = forbiddenVariant(of: member, in: object, type: type), forbidden >= 0 {
        reportAmbiguousSibling(key, member, besides: forbidden)
      }
      if tape.tag(siblings) == .object { checkSiblingAlone(siblings, member, index: -1) }
      if isArray, isFirst { checkNulls(of: member, values: -1, siblings: siblings) }
      return
    }
    guard schemaMember(other, of: type) == member else {
      return reportAmbiguousSibling(key, member, besides: other)
    }
    guard isArray else { return }
    let values = other + 1
    if tape.tag(siblings) == .array, tape.tag(values) == .array, tape.length(siblings) != tape.length(values),
      tape.length(siblings) > 0, tape.length(values) > 0
    {
      reportSiblingLength(key, member, values: tape.length(values), siblings: tape.length(siblings))
    }
    if isFirst { checkNulls(of: member, values: values, siblings: siblings) }
  }

  /// Reports the nulls that keep no place in the arrays of a primitive's values and siblings, and the siblings that have
  /// nothing to say in the place of a null; -1 for no such member.
  private mutating func checkNulls(of member: Int, values: Int, siblings: Int) {
    let hasValues = values >= 0
    var values = ArrayItems(of: values, tape)
    var siblings = ArrayItems(of: siblings, tape)
    var index = 0
    while values.isLeft || siblings.isLeft {
      if values.isLeft, tape.tag(values.item) == .null, !siblings.isLeft || tape.tag(siblings.item) == .null {
        reportNull(values.item, member, index: index)
      } else if !values.isLeft, tape.tag(siblings.item) == .null {
        reportNull(siblings.item, member, index: index, isSibling: true)
      } else if siblings.isLeft, values.isLeft ? tape.tag(values.item) == .null : !hasValues {
        checkSiblingAlone(siblings.item, member, index: index)
      }
      values.advance(tape)
      siblings.advance(tape)
      index += 1
    }
  }

  /// The items of an array one after another; none of anything else.
  private struct ArrayItems {
    private(set) var item = 0
    private var end = 0

    init(of array: Int, _ tape: Tape) {
      guard array >= 0, tape.tag(array) == .array else { return }
      item = array + 2
      end = tape.next(array)
    }

    var isLeft: Bool { item < end }

    mutating func advance(_ tape: Tape) {
      if isLeft { item = tape.next(item) }
    }
  }

  /// The first key of an object that tries a variant which the choice of a member does not offer, -1 for none.
  private mutating func forbiddenVariant(of member: Int, in object: Int, type: Int) -> Int {
    guard members[member].flags.contains(.choice), !findings.isFull else { return -1 }
    let base = schema.elements[Int(members[member].element)].baseName
    let end = tape.next(object)
    var key = object + 2
    while key < end {
      if tape.length(key) > base.utf8.count, schemaMember(key, of: type) < 0 {
        let name = tape.string(key)
        if name.utf8.starts(with: base.utf8), choiceElement(of: name, in: type)?.baseName == base { return key }
      }
      key = tape.next(key + 1)
    }
    return -1
  }

  /// The member whose sibling a key names, -1 for none.
  private mutating func siblingMember(_ key: Int, of type: Int) -> Int {
    let name = text(ofKey: key)
    guard name.count > 1, name.count < 250, name.bytes[0] == UInt8(ascii: "_") else { return -1 }
    let member = rows.member(named: name.bytes + 1, length: name.count - 1, of: rows.types + type)
    return member >= 0 && members[member].mayHaveSibling ? member : -1
  }

  private mutating func schemaMember(_ key: Int, of type: Int) -> Int {
    let name = text(ofKey: key)
    return name.count < 256 ? rows.member(named: name.bytes, length: name.count, of: rows.types + type) : -1
  }
}

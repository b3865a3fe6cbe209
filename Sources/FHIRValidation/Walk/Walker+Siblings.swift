import FHIRSchema
import FHIRView
import JSONTape

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
    guard row.kind.isPrimitive else { return reportMisplacedSibling(key, member) }
    let bit = 1 &<< UInt64(row.slot)
    if siblings & bit != 0 { reportDuplicateKey(key) }
    siblings |= bit
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
      if tape.tag(item) != .null {
        walkSiblingValue(item, member, index: index)
      } else if self.item(index, of: schema.name(of: member), owner: owner) == nil {
        // Beside an item of the values null is right, or that item is null too and reported.
        reportNull(item, member, index: index, isSibling: true)
      }
      index += 1
      item = tape.next(item)
    }
  }

  /// Finds keys that name no member and stand twice, once an object is known to have several such keys.
  @inline(never)
  mutating func checkStrangers(of object: Int, type: Int) {
    var names: Set<String> = []
    let end = tape.next(object)
    var key = object + 2
    while key < end {
      if schemaMember(key, of: type) < 0 {
        let name = tape.string(key)
        if !name.hasPrefix("_"), !names.insert(name).inserted { reportDuplicateKey(key) }
      }
      key = tape.next(key + 1)
    }
  }

  private mutating func walkSiblingValue(_ value: Int, _ member: Int, index: Int) {
    switch tape.tag(value) {
    case .object:
      path.push(member: member, index: index)
      walkObject(value, type: well.element)
      path.pop()
    case .null:
      reportNull(value, member, index: index)
    case .array:
      reportUnexpectedArray(value, member)
    default:
      reportSiblingKind(value, member, index: index)
    }
  }

  /// Compares siblings with the values beside them, once an object is known to have siblings.
  @inline(never)
  mutating func checkSiblings(of object: Int, type: Int) {
    let end = tape.next(object)
    var key = object + 2
    while key < end {
      let name = text(ofKey: key)
      if name.count > 1, name.count < 250, name.bytes[0] == UInt8(ascii: "_") {
        let member = rows.member(named: name.bytes + 1, length: name.count - 1, of: rows.types + type)
        if member >= 0, members[member].kind.isPrimitive {
          compareSibling(key, with: member, of: object, type: type)
        }
      }
      key = tape.next(key + 1)
    }
  }

  private mutating func compareSibling(_ key: Int, with member: Int, of object: Int, type: Int) {
    let end = tape.next(object)
    var other = object + 2
    while other < end {
      let found = schemaMember(other, of: type)
      if found == member {
        if members[member].flags.contains(.array), tape.tag(key + 1) == .array, tape.tag(other + 1) == .array,
          tape.length(key + 1) != tape.length(other + 1), tape.length(key + 1) > 0, tape.length(other + 1) > 0
        {
          reportSiblingLength(key, member, values: tape.length(other + 1), siblings: tape.length(key + 1))
        }
        checkSiblingsAlone(key + 1, beside: other + 1, member)
        return
      }
      if found >= 0, members[found].slot == members[member].slot {
        return reportAmbiguousSibling(key, found)
      }
      other = tape.next(other + 1)
    }
    checkSiblingsAlone(key + 1, beside: -1, member)
  }

  private mutating func schemaMember(_ key: Int, of type: Int) -> Int {
    let name = text(ofKey: key)
    return name.count < 256 ? rows.member(named: name.bytes, length: name.count, of: rows.types + type) : -1
  }

  /// Whether the `_` sibling of an array has something at this place.
  func siblingHasItem(_ member: Int, _ index: Int, owner: Int) -> Bool {
    guard let item = item(index, of: "_" + schema.name(of: member), owner: owner) else { return false }
    return tape.tag(item) != .null
  }

  /// The tape index of an item of the array that a member of `owner` holds.
  private func item(_ index: Int, of name: String, owner: Int) -> Int? {
    let end = tape.next(owner)
    var key = owner + 2
    while key < end {
      if tape.length(key) >= name.utf8.count, tape.string(key) == name {
        guard tape.tag(key + 1) == .array, index < tape.length(key + 1) else { return nil }
        var item = key + 3
        for _ in 0..<index { item = tape.next(item) }
        return item
      }
      key = tape.next(key + 1)
    }
    return nil
  }
}

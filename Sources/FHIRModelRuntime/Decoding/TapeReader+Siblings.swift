public import FHIRJSON

/// The members beside primitives: `_birthDate` beside `birthDate`, and `_given` beside `given` item by item.
extension TapeReader {
  /// Finds the next such member at or after `key`, and the tape index of its primitive's value, `.none` if it has none;
  /// keeps the JSON of siblings without a primitive.
  ///
  /// - Parameter taken: the slots whose sibling was found.
  @inline(never) @usableFromInline package mutating func nextSibling<R: StoredRelease>(
    from key: TapeIndex, in object: TapeIndex, _ table: MemberTable, _ seen: inout UInt64, taken: inout UInt64,
    _ extras: inout ModelExtras<R>
  ) -> (key: TapeIndex, number: Int, value: TapeIndex)? {
    let end = tape.next(object)
    var key = key
    while key < end {
      defer { key = tape.next(key.value) }
      guard tape.isSibling(key) else { continue }
      guard let entry = tape.entry(ofKey: key, table, isSibling: true), entry.number < MemberTable.Common.id else {
        fault(.unknownElement, at: key.value, "no member of this name")
        keepAside(key, &extras)
        continue
      }
      let slot = UInt64(1) &<< UInt64(entry.slot)
      let owner = owners.owner(ofSlot: entry.slot, in: object, on: tape, table)
      let isOtherForm = owner?.number != entry.number
      guard taken & slot == 0, !isOtherForm else {
        fault(
          isOtherForm ? .ambiguousChoice : .duplicateKey, at: key.value,
          isOtherForm ? "one form of the choice only" : "the member once")
        keepAside(key, &extras, isRepeated: true)
        continue
      }
      taken |= slot
      seen |= slot
      return (key, Int(entry.number), owner?.value ?? TapeIndex.none)
    }
    return nil
  }

  /// Reads a single primitive again, together with its sibling. The faults of the value are known already.
  @inline(never) @usableFromInline package mutating func decodeWithSibling<V: TapeValue, R: StoredRelease>(
    _ slot: inout ModelPrimitive<V, R>?
  ) {
    let sibling = self.sibling
    guard tape.tag(sibling) == .object else { return rejectKind(sibling, "an object") }
    guard tape.length(sibling) > 0 else { return reject(.emptyObject, at: sibling, "an id or extensions") }
    var primitive = ModelPrimitive<V, R>()
    if index.exists {
      let known = faults.count
      primitive.stored = V.read(index, &self)
      faults.removeLast(faults.count - known)
      primitive.extras.exactText = exactText.take()
    }
    readSibling(sibling, into: &primitive.extras)
    slot = primitive
  }

  /// Reads the siblings of a primitive that repeats: all or none, so that none is written twice.
  @inline(never) @usableFromInline package mutating func decodeWithSiblings<V: TapeValue, R: StoredRelease>(
    _ slot: inout [ModelPrimitive<V, R>]
  ) {
    let sibling = self.sibling
    guard tape.tag(sibling) == .array, tape.length(sibling) > 0, !index.exists || tape.tag(index) == .array else {
      return rejectKind(sibling, "an array of objects and nulls")
    }
    if index.exists, tape.length(index) != tape.length(sibling) {
      return reject(.siblingLength, at: sibling, "as many items as there are values")
    }
    guard areSiblings(sibling, haveValues: index.exists) else {
      verdict = .rejected
      return
    }
    if index.exists, let first = slot.indices.first, slot.allSatisfy({ $0.stored == nil && $0.unreadable == nil }) {
      // An array of only nulls is redundant, but the document has it.
      slot[first].extras.exactText = "null"
    }
    var number = 0
    for item in tape.items(of: sibling) {
      if number == slot.count { slot.append(ModelPrimitive()) }
      if tape.tag(item) == .object { readSibling(item, into: &slot[number].extras) }
      number += 1
    }
  }

  private mutating func readSibling<R: StoredRelease>(_ object: TapeIndex, into extras: inout ModelExtras<R>) {
    sibling = .none
    var content = PrimitiveSibling<R>()
    content.extras = extras
    members(of: &content, at: object)
    extras = content.extras
  }

  /// Whether an array contains objects with content, and otherwise only nulls.
  private mutating func areSiblings(_ array: TapeIndex, haveValues: Bool) -> Bool {
    var saysSomething = false
    for item in tape.items(of: array) {
      switch tape.tag(item) {
      case .object where tape.length(item) > 0: saysSomething = true
      case .object:
        fault(.emptyObject, at: item, "an id or extensions")
        return false
      case .null: if !haveValues { fault(.misplacedNull, at: item, "an object, as there is no value") }
      default:
        wrongKind(item, "an object or null")
        return false
      }
    }
    return saysSomething
  }

  /// Reports the nulls of an array of primitives that keep no place for a sibling.
  @inline(never)
  @usableFromInline package mutating func checkNulls(ofKey key: TapeIndex, in object: TapeIndex, _ table: MemberTable) {
    let number = tape.entry(ofKey: key, table)?.number
    let beside = tape.keys(of: object).first { other in
      tape.isSibling(other) && tape.entry(ofKey: other, table, isSibling: true)?.number == number
    }
    var siblings = beside.flatMap { tape.tag($0.value) == .array ? tape.items(of: $0.value) : nil }
    for item in tape.items(of: key.value) {
      let hasSibling = siblings?.next().map { tape.tag($0) != .null } ?? false
      if tape.tag(item) == .null, !hasSibling { fault(.misplacedNull, at: item, "a value, or extensions in its place") }
    }
  }
}

/// The object beside a primitive: an id, extensions and comments, and nothing else.
@usableFromInline package struct PrimitiveSibling<Release: StoredRelease>: ElementContent {
  @usableFromInline package var extras = ModelExtras<Release>()
  @usableFromInline package static var members: MemberTable { Release.tables.siblings }

  @usableFromInline package init() {}

  /// The sibling of a value; one that could not be read is kept in its place.
  init(beside extras: ModelExtras<Release>) {
    self.extras = extras
    if extras.unreadable != nil { self.extras.unreadable = nil }
  }

  @usableFromInline package mutating func decode(_ member: Int, from reader: inout TapeReader) {}

  @usableFromInline package func encode(to writer: inout ElementWriter) {}
}

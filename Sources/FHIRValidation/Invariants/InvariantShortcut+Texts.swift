import JSONTape
import Narrative

/// Texts that must differ. The hashes cannot be foreseen, and those that differ stand for texts that differ.
extension Tape {
  /// Whether the texts of all members of a name differ, wherever they stand within a value.
  func areDistinct(_ name: StaticString, within value: Int, _ texts: inout TextSet) -> Bool {
    var room = room(for: value, &texts)
    var keys = NamedKeys(name, within: value, of: self)
    while let key = keys.next(self) {
      guard key >= 0, insert(key + 1, into: &texts, &room) else { return false }
    }
    return true
  }

  /// Whether the items of all arrays of a name have a text that differs from those of all others.
  func areDistinct(
    _ name: StaticString, ofAll array: StaticString, within value: Int, _ texts: inout TextSet
  ) -> Bool {
    var room = room(for: value, &texts)
    var keys = NamedKeys(array, within: value, of: self)
    while let key = keys.next(self) {
      guard key >= 0, tag(key + 1) == .array else { return false }
      var items = PlainItems(next: key + 3, end: next(key + 1))
      while let item = items.take(self) {
        guard case .value(let text) = plain(name, of: item), insert(text, into: &texts, &room) else { return false }
      }
    }
    return true
  }

  /// The same for one array, that of the object itself.
  func areDistinct(_ name: StaticString, of array: StaticString, in object: Int, _ texts: inout TextSet) -> Bool {
    guard var items = plainArray(array, of: object) else { return false }
    var room = (items.end - items.next) / 4
    texts.reset(expecting: room)
    while let item = items.take(self) {
      guard case .value(let text) = plain(name, of: item), insert(text, into: &texts, &room) else { return false }
    }
    return true
  }

  /// eld-13: the types of an element differ, or their profiles do.
  func areTypesDistinct(_ object: Int, _ texts: inout TextSet) -> Bool {
    guard var types = plainArray("type", of: object) else { return false }
    if hasOneType(types) { return true }
    // A type and a profile are five words at least, a type with a code four.
    var room = (types.end - types.next) / 4
    texts.reset(expecting: room)
    while let type = types.take(self) {
      // What is compared is a code, a space and a profile, and so the code must have no space.
      guard case .value(let code) = plain("code", of: type), tag(code) == .string, !hasSpace(code),
        var profiles = plainArray("profile", of: type)
      else { return false }
      if profiles.next == profiles.end {
        guard room > 0, texts.insert(TextSet.hash(lexeme(code), length(code))) else { return false }
        room -= 1
      }
      while let profile = profiles.take(self) {
        guard tag(profile) == .string, room > 0 else { return false }
        room -= 1
        let hash = TextSet.hash(lexeme(profile), length(profile), after: TextSet.hash(lexeme(code), length(code)))
        if !texts.insert(hash) { return false }
      }
    }
    return true
  }

  /// Whether there is one type, with one code or none: its own profiles are compared with each other only, and each
  /// counts once.
  private func hasOneType(_ types: PlainItems) -> Bool {
    types.next < types.end && next(types.next) == types.end
      && plain("code", of: types.next).isFilled(self) != nil
  }

  private func hasSpace(_ value: Int) -> Bool {
    let text = lexeme(value)
    for place in 0..<length(value) where text[place] == 0x20 { return true }
    return false
  }

  /// nsd-2: no more than one identifier is preferred, and that one has no more than one type.
  func hasOnePreferred(_ object: Int) -> Bool {
    guard var items = plainArray("uniqueId", of: object) else { return false }
    var preferred = 0
    while let item = items.take(self) {
      switch plain("preferred", of: item) {
      case .absent: continue
      case .value(let value) where tag(value) == .false: continue
      case .value: preferred += 1
      case .odd: return false
      }
      guard preferred == 1, case .value(let type) = plain("type", of: item), !isContainer(type) else { return false }
    }
    return true
  }

  // MARK: - Gathering

  /// Empties the set, and makes room for the texts of a name within a value: an object with one such member has four
  /// words at least, so that there are no more unless a name stands twice.
  private func room(for value: Int, _ texts: inout TextSet) -> Int {
    let room = (next(value) - value) / 4
    texts.reset(expecting: room)
    return room
  }

  /// Adds a text without escapes; `false` where it is there already, where there is no room left, and for whatever else
  /// stands there.
  private func insert(_ value: Int, into texts: inout TextSet, _ room: inout Int) -> Bool {
    guard tag(value) == .string, room > 0 else { return false }
    room -= 1
    return texts.insert(TextSet.hash(lexeme(value), length(value)))
  }
}

/// The keys of a name anywhere within a value; of those that are odd -1.
///
/// Flat over the tape: keys are told by their tag, so nothing has to be followed down.
private struct NamedKeys {
  private let name: UnsafePointer<UInt8>
  private let count: Int
  private let end: Int
  private var index: Int

  init(_ name: StaticString, within value: Int, of tape: Tape) {
    self.name = name.utf8Start
    count = name.utf8CodeUnitCount
    index = value
    end = tape.next(value)
  }

  @inline(__always)
  mutating func next(_ tape: Tape) -> Int? {
    while index < end {
      let key = index
      let tag = tape.tag(key).rawValue
      index &+= 1
      if tag < TapeTag.key.rawValue { continue }
      if tag >= TapeTag.object.rawValue {
        // Behind a container's first word stands where it ends.
        index &+= 1
        continue
      }
      if tag == TapeTag.escapedKey.rawValue { return -1 }
      let longer = tape.length(key) &- count
      if longer < 0 { continue }
      if longer == 0 {
        if Bytes.isEqual(tape.lexeme(key), name, count) { return key }
      } else if tape.isAkin(key, name, count) {
        return -1
      }
    }
    return nil
  }
}

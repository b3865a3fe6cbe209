extension Tape {
  /// The index of the value of the first member with this name in the object at `index`; `nil` if there is none, or the
  /// value is not an object.
  ///
  /// A name is the key with escapes resolved: every look-up by name uses this definition, through ``isKey(_:_:)`` if
  /// the name is a constant.
  @inlinable
  package func member(_ name: StaticString, of index: TapeIndex) -> TapeIndex? {
    guard tag(index) == .object else { return nil }
    for key in keys(of: index) where isKey(key, name) { return key.value }
    return nil
  }

  /// The same among some members of an object, which need not be whole.
  func member(_ name: StaticString, from start: TapeIndex, to end: TapeIndex) -> TapeIndex? {
    TapeItems(self, from: start, to: end, lead: 1).first { isKey($0, name) }?.value
  }

  /// The index of the type of the resource at `index`: the value of the first `resourceType`, wherever and whatever it
  /// is; `nil` if there is none, or the value is not an object.
  @inlinable
  package func resourceTypeIndex(of index: TapeIndex) -> TapeIndex? { member("resourceType", of: index) }

  /// Whether a key equals this name, escapes resolved. Most keys have another length.
  @inlinable @inline(__always) package func isKey(_ key: TapeIndex, _ name: StaticString) -> Bool {
    isKey(key, plain: name) || tag(key) != .key && string(key, equals: name.utf8Start, name.utf8CodeUnitCount)
  }

  /// Whether a word of the tape is a key without escapes that equals this name.
  ///
  /// - Parameter place: any word: the second word of an object or array looks like no key, because its upper half is an
  ///   offset, and smaller than the tag of a key.
  @inlinable @inline(__always) package func isKey(_ place: TapeIndex, plain name: StaticString) -> Bool {
    let count = name.utf8CodeUnitCount
    // Tag and length are neighbours in the word, so one comparison rules out most keys.
    return words[place] &>> 32 == TapeLayout.word(.key, length: count, offset: 0) &>> 32
      && Bytes.isEqual(lexeme(place), name.utf8Start, count)
  }
}

extension Tape {
  /// The index of the value of the first member with this name in the object at `index`; `nil` if there is none, or the
  /// value is not an object.
  ///
  /// A name is the key with escapes resolved: every look-up by name uses this definition, through ``isKey(_:_:)`` if
  /// the name is a constant.
  package func member(_ name: StaticString, of index: TapeIndex) -> TapeIndex? {
    guard tag(index) == .object else { return nil }
    let end = next(index)
    var key = index.content
    while key < end {
      if isKey(key, name) { return key.value }
      key = next(key.value)
    }
    return nil
  }

  /// The index of the type of the resource at `index`: the value of the first `resourceType`, wherever and whatever it
  /// is; `nil` if there is none, or the value is not an object.
  @inlinable
  package func resourceTypeIndex(of index: TapeIndex) -> TapeIndex? {
    guard tag(index) == .object else { return nil }
    let end = next(index)
    var key = index.content
    while key < end {
      if isKey(key, "resourceType") { return key.value }
      key = next(key.value)
    }
    return nil
  }

  /// Whether a key equals this name, escapes resolved. Most keys have another length.
  @inlinable @inline(__always)
  package func isKey(_ key: TapeIndex, _ name: StaticString) -> Bool {
    let count = name.utf8CodeUnitCount
    // Tag and length are neighbours in the word, so one comparison rules out most keys.
    if words[key] &>> 32 == TapeLayout.word(.key, length: count, offset: 0) &>> 32 {
      return Bytes.isEqual(lexeme(key), name.utf8Start, count)
    }
    return tag(key) != .key && string(key, equals: name.utf8Start, count)
  }
}

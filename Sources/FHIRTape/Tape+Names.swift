extension Tape {
  /// The index of the value of the first member of this name in the object at `index`; `nil` for none, and for what is no
  /// object.
  ///
  /// A name is what its key says once escapes are resolved: every look-up by name holds to that, through
  /// ``isKey(_:_:)`` where the name is known beforehand.
  package func member(_ name: StaticString, of index: Int) -> Int? {
    guard tag(index) == .object else { return nil }
    let end = next(index)
    var key = index &+ 2
    while key < end {
      if isKey(key, name) { return key &+ 1 }
      key = next(key &+ 1)
    }
    return nil
  }

  /// The index of what the resource at `index` says of its type: the value of the first `resourceType`, wherever that stands
  /// and whatever it is; `nil` for none, and for what is no object.
  @inlinable
  package func resourceTypeIndex(of index: Int) -> Int? {
    guard tag(index) == .object else { return nil }
    let end = next(index)
    var key = index &+ 2
    while key < end {
      if isKey(key, "resourceType") { return key &+ 1 }
      key = next(key &+ 1)
    }
    return nil
  }

  /// Whether a key is this name, escapes resolved. Most keys differ from it in length.
  @inlinable @inline(__always)
  package func isKey(_ key: Int, _ name: StaticString) -> Bool {
    let count = name.utf8CodeUnitCount
    return tag(key) == .key
      ? length(key) == count && Bytes.isEqual(lexeme(key), name.utf8Start, count)
      : string(key, equals: name.utf8Start, count)
  }
}

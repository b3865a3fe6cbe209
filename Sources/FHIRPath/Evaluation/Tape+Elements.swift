import FHIRTape

/// Tape look-ups for the evaluation. These are extensions of the tape because a machine is large: calling a method that
/// only reads it copies it.
extension Tape {
  /// The text of a string, key or number as it is written.
  @inline(__always) func span(_ index: TapeIndex) -> TextSpan { TextSpan(lexeme(index), length(index)) }

  @inline(__always) func isObject(_ index: TapeIndex) -> Bool { index.exists && tag(index) == .object }

  func key(_ text: TextSpan, in object: TapeIndex) -> TapeIndex {
    // An escape makes a key longer than its name.
    for key in keys(of: object) where length(key) >= text.count && string(key, equals: text.start, text.count) {
      return key
    }
    return .none
  }

  /// The tape index of a member of an object that is a string, `.none` if there is none.
  func string(_ name: TextSpan, in object: TapeIndex) -> TapeIndex {
    let key = key(name, in: object)
    return key.exists && isString(key.value) ? key.value : TapeIndex.none
  }

  /// Whether an object has a `resourceType` that is a string.
  func isResource(_ object: TapeIndex) -> Bool { resourceTypeIndex(of: object).map(isString) ?? false }

  /// The text of `resourceType`, `nil` for an object without one and for one that is written with escapes.
  func resourceType(of object: TapeIndex) -> TextSpan? {
    guard let index = resourceTypeIndex(of: object), tag(index) == .string else { return nil }
    return span(index)
  }

  /// The tape index of the object under `_name` that belongs to a primitive, `.none` if there is none.
  func sibling(of item: Item) -> TapeIndex {
    guard item.kind == .node, item.owner.exists, item.key.exists else { return .none }
    var key = item.key
    if !isSiblingKey(key) {
      key = siblingKey(of: key, in: item.owner)
      guard key.exists else { return .none }
    }
    var value = key.value
    if item.position >= 0 {
      guard tag(value) == .array, let found = items(of: value).dropFirst(item.position).first(where: { _ in true })
      else { return .none }
      value = found
    }
    return tag(value) == .object ? value : TapeIndex.none
  }

  /// Whether a key begins with an underscore, including an escaped one.
  @inline(__always) func isSiblingKey(_ key: TapeIndex) -> Bool {
    let text = lexeme(key)
    if length(key) > 0, text[0] == UInt8(ascii: "_") { return true }
    return tag(key) == .escapedKey && length(key) >= 6 && Bytes.load(text) & 0xDFFF_FFFF_FFFF == 0x4635_3030_755C
  }

  /// The key of an object that is an underscore and the name of another key, `.none` if there is none.
  private func siblingKey(of key: TapeIndex, in object: TapeIndex) -> TapeIndex {
    guard tag(key) == .escapedKey else { return siblingKey(of: span(key), in: object) }
    return withEscapedText(key) { name in
      name.baseAddress.map { siblingKey(of: TextSpan($0, name.count), in: object) } ?? .none
    }
  }

  private func siblingKey(of name: TextSpan, in object: TapeIndex) -> TapeIndex {
    for key in keys(of: object) {
      if tag(key) == .escapedKey {
        // An escape takes at most six bytes for one byte of the name.
        let isShort = length(key) <= 6 * (name.count + 1)
        if isShort, isSiblingKey(key), string(key).utf8.dropFirst().elementsEqual(name.buffer) { return key }
      } else if length(key) == name.count + 1, lexeme(key)[0] == UInt8(ascii: "_"),
        Bytes.isEqual(lexeme(key) + 1, name.start, name.count)
      {
        return key
      }
    }
    return .none
  }

  /// The object whose members are an item's children, and its type: the value itself, or the sibling of a primitive,
  /// which has those of Element.
  @inline(__always) func object(of item: Item, element: Int16) -> (index: TapeIndex, type: Int16) {
    let index = item.index
    return isObject(index) ? (index, item.type) : (sibling(of: item), element)
  }

  /// The truth value of an item, `nil` for none; by the rules for single items, one that is not a boolean is true.
  @inline(__always) func truth(of item: Item) -> Bool? {
    switch item.kind {
    case .none: nil
    case .boolean: item.boolean
    case .node: item.index.exists && tag(item.index) == .false ? false : true
    default: true
    }
  }
}

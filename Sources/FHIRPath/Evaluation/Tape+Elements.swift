import FHIRTape

/// Tape look-ups for the evaluation.
///
/// These are extensions of the tape because a machine is large: calling a method that only reads it copies it.
extension Tape {
  /// The tape index of a key of an object, -1 for none.
  func key(_ text: TextSpan, in object: Int) -> Int {
    let end = next(object)
    var key = object &+ 2
    while key < end {
      // An escape makes a key longer than its name.
      if length(key) >= text.count, string(key, equals: text.start, text.count) { return key }
      key = next(key &+ 1)
    }
    return -1
  }

  /// Whether an object has a key.
  func hasKey(_ text: TextSpan, in object: Int) -> Bool { key(text, in: object) >= 0 }

  /// Whether an object says by a text of what type of resource it is.
  func isResource(_ object: Int) -> Bool {
    guard let index = resourceTypeIndex(of: object) else { return false }
    return tag(index) == .string || tag(index) == .escapedString
  }

  /// The text of `resourceType` as it stands, `nil` for an object without one and for one that is written with escapes.
  func resourceType(of object: Int) -> TextSpan? {
    guard let index = resourceTypeIndex(of: object), tag(index) == .string else { return nil }
    return TextSpan(lexeme(index), length(index))
  }

  /// The tape index of the object under `_name` that belongs to a primitive, -1 for none.
  func sibling(of item: Item) -> Int {
    guard item.kind == .node, item.owner >= 0, item.key >= 0 else { return -1 }
    var key = item.key
    if !isSiblingKey(key) {
      key = siblingKey(of: key, in: item.owner)
      guard key >= 0 else { return -1 }
    }
    var value = key + 1
    if item.position >= 0 {
      guard tag(value) == .array else { return -1 }
      let end = next(value)
      value += 2
      for _ in 0..<item.position {
        guard value < end else { return -1 }
        value = next(value)
      }
      guard value < end else { return -1 }
    }
    return tag(value) == .object ? value : -1
  }

  /// Whether a key begins with an underscore, including an escaped one.
  @inline(__always)
  func isSiblingKey(_ key: Int) -> Bool {
    guard length(key) > 0 else { return false }
    let text = lexeme(key)
    if text[0] == UInt8(ascii: "_") { return true }
    return tag(key) == .escapedKey && length(key) >= 6 && Bytes.load(text) & 0xDFFF_FFFF_FFFF == 0x4635_3030_755C
  }

  /// The key of an object that is an underscore and the name of another key, -1 for none.
  private func siblingKey(of key: Int, in object: Int) -> Int {
    if tag(key) == .escapedKey {
      return Array(string(key).utf8).withUnsafeBufferPointer { name in
        name.baseAddress.map { siblingKey(of: TextSpan($0, name.count), in: object) } ?? -1
      }
    }
    return siblingKey(of: TextSpan(lexeme(key), length(key)), in: object)
  }

  private func siblingKey(of name: TextSpan, in object: Int) -> Int {
    let end = next(object)
    var key = object &+ 2
    while key < end {
      if tag(key) == .escapedKey {
        // An escape takes at most six bytes for one byte of the name.
        let isShort = length(key) <= 6 * (name.count + 1)
        if isShort, isSiblingKey(key), string(key).utf8.dropFirst().elementsEqual(name.buffer) { return key }
      } else if length(key) == name.count + 1, lexeme(key)[0] == UInt8(ascii: "_"),
        TextSpan.isEqual(lexeme(key) + 1, name.start, name.count)
      {
        return key
      }
      key = next(key &+ 1)
    }
    return -1
  }

  /// The object whose members are an item's children, and its type: the value itself, or the sibling of a primitive.
  ///
  /// - Parameter element: the row of Element, which defines the children of a primitive.
  @inline(__always)
  func object(of item: Item, element: Int16) -> (index: Int, type: Int16) {
    let index = item.index
    if index >= 0, tag(index) == .object { return (index, item.type) }
    return (sibling(of: item), element)
  }

  /// The truth value of an item, by the rules for single items: an item that is not a boolean is true.
  @inline(__always)
  func truth(of item: Item) -> Ternary {
    switch item.kind {
    case .none: .unknown
    case .boolean: Ternary(item.boolean)
    case .node: item.index >= 0 && tag(item.index) == .false ? .no : .yes
    default: .yes
    }
  }
}

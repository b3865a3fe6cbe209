import FHIRPrimitives
package import FHIRSchema
package import FHIRTape

/// The name of an element, prepared for comparison with keys by two words, like the rows of a release.
struct ElementName {
  let text: TextSpan
  let head: UInt64
  let tail: UInt64
  /// The elements of the release that are choices with this name, such as `value[x]`; sorted.
  let choices: UnsafeBufferPointer<UInt16>
  /// Whether the name looks like a choice with its type, such as `valueQuantity`, which FHIRPath names only `value`.
  let isVariant: Bool
  /// Whether it is `value`, which a primitive has without a member of that name: see `Machine.pushMembers`.
  let isValue: Bool

  /// - Parameter text: a text with at least eight readable bytes, whatever its length.
  init(_ text: TextSpan, choices: UnsafeBufferPointer<UInt16>, isVariant: Bool) {
    (self.text, self.choices, self.isVariant) = (text, choices, isVariant)
    isValue = text.equals("value")
    (head, tail) = (NameHash.head(text.start, text.count), NameHash.tail(text.start, text.count))
  }

  enum Relation {
    case none
    case same
    /// An underscore and the name.
    case sibling
    /// A longer key that begins with the name or with an underscore: possibly a choice.
    case longer
  }

  @inline(__always) func relation(_ tape: Tape, _ key: TapeIndex) -> Relation {
    let longer = tape.length(key) &- text.count
    guard tape.tag(key) == .key else { return relationOfEscaped(tape.string(key)) }
    if longer < 0 { return .none }
    let start = tape.lexeme(key)
    if longer == 0 {
      return NameHash.head(start, text.count) == head && NameHash.tail(start, text.count) == tail
        && (text.count <= 16 || Bytes.isEqual(start, text.start, text.count)) ? .same : .none
    }
    if start[0] == UInt8(ascii: "_") {
      return longer == 1 && Bytes.isEqual(start + 1, text.start, text.count) ? .sibling : .longer
    }
    return start[0] == UInt8(truncatingIfNeeded: head) && start[text.count] &- 0x41 < 26 ? .longer : .none
  }

  @inline(never) private func relationOfEscaped(_ key: String) -> Relation {
    // Compares bytes: Swift treats canonically equivalent strings as equal.
    let isSibling = key.utf8.first == UInt8(ascii: "_")
    let name = key.utf8.dropFirst(isSibling ? 1 : 0)
    if name.elementsEqual(text.buffer) { return isSibling ? .sibling : .same }
    return name.starts(with: text.buffer) ? .longer : .none
  }

  /// Whether a text is this name followed by a capital letter, like `valueQuantity` for `value`.
  func mayBeChoice(_ name: TextSpan) -> Bool {
    name.count > text.count && name[text.count] &- 0x41 < 26 && name.hasPrefix(text)
  }
}

extension SchemaRows {
  @inline(__always) func member(_ name: ElementName, of type: Int16) -> Int { member(name.text, of: type) }

  /// The row of a member by the text of its key, with eight readable bytes at least; -1 for none.
  func member(_ name: TextSpan, of type: Int16) -> Int {
    type >= 0 && name.count < 256 ? member(named: name.start, length: name.count, of: types + Int(type)).row : -1
  }

  /// The row of a resource's type, `.none` if the release does not have it.
  package func resourceType(of object: TapeIndex, _ tape: Tape) -> TypeID {
    guard let type = tape.resourceTypeIndex(of: object), tape.isString(type), tape.length(type) < 1_024 else {
      return .none
    }
    guard tape.tag(type) == .escapedString else { return resourceType(named: tape.lexeme(type), tape.length(type)) }
    return tape.withEscapedText(type) { name in name.baseAddress.map { resourceType(named: $0, name.count) } ?? .none }
  }

  private func resourceType(named name: UnsafePointer<UInt8>, _ length: Int) -> TypeID {
    length < 128 ? resource(named: name, length: length) : .none
  }

  /// How many bytes of the full URL of a Bundle's entry are put before relative references in it: those before the type and
  /// the id of a resource on a server; 0 if it shows none. See <https://hl7.org/fhir/R4/bundle.html#references>.
  package func rootLength(ofFullURL url: UnsafePointer<UInt8>, _ count: Int) -> Int {
    let slash = Bytes.last(UInt8(ascii: "/"), of: url, before: count)
    let type = slash < 0 ? 0 : Bytes.last(UInt8(ascii: "/"), of: url, before: slash) + 1
    guard type > 0, slash - type < 128, url[0] | 0x20 == UInt8(ascii: "h"),
      resource(named: url + type, length: slash - type).exists,
      IDGrammar.check(url + slash + 1, count - slash - 1).isNone
    else { return 0 }
    return type
  }
}

import FHIRTape

/// A member of an object, if it can be found without an evaluation.
enum PlainMember {
  case absent
  /// The tape index of its value.
  case value(TapeIndex)
  /// A name has an escape, or the member has a `_` sibling, or the key may be a choice.
  case odd
}

extension Tape {
  /// Finds the first member with a name, as an evaluation does; if an evaluation would find more, the result is `odd`.
  @inline(never)
  func plain(_ name: TextSpan, of object: TapeIndex, mayBeChoice: Bool) -> PlainMember {
    guard tag(object) == .object else { return .odd }
    let (text, count) = (name.start, name.count)
    for key in keys(of: object) {
      guard tag(key) == .key else { return .odd }
      if length(key) >= count {
        if length(key) == count {
          if Bytes.isEqual(lexeme(key), text, count) { return .value(key.value) }
        } else if isAkin(key, text, count, mayBeChoice: mayBeChoice) {
          return .odd
        }
      }
    }
    return .absent
  }

  /// Finds the first form of a choice, as an evaluation does: that the type has it is known, and a member with the name
  /// alone, or with the name and another type, is left to an evaluation.
  @inline(never)
  func plainChoice(
    _ name: TextSpan, among forms: UnsafeBufferPointer<TextSpan>, of object: TapeIndex
  ) -> PlainMember {
    guard tag(object) == .object else { return .odd }
    let (text, count) = (name.start, name.count)
    var found = PlainMember.absent
    for key in keys(of: object) {
      guard tag(key) == .key else { return .odd }
      if length(key) == count {
        if Bytes.isEqual(lexeme(key), text, count) { return .odd }
      } else if length(key) > count, isAkin(key, text, count, mayBeChoice: true) {
        let isForm = forms.contains { $0.equals(TextSpan(lexeme(key), length(key))) }
        guard isForm else { return .odd }
        if case .absent = found { found = .value(key.value) }
      }
    }
    return found
  }

  /// Whether a longer key is the name after an underscore, or the name with a type.
  @inline(__always)
  func isAkin(_ key: TapeIndex, _ name: UnsafePointer<UInt8>, _ count: Int, mayBeChoice: Bool) -> Bool {
    let text = lexeme(key)
    if text[0] == UInt8(ascii: "_") {
      guard Bytes.isEqual(text + 1, name, count) else { return false }
      return length(key) == count &+ 1 || mayBeChoice && text[count &+ 1] &- 0x41 < 26
    }
    return mayBeChoice && text[0] == name[0] && text[count] &- 0x41 < 26 && Bytes.isEqual(text, name, count)
  }
}

import JSONTape

/// A member of an object where it can be told without an expression.
enum PlainMember {
  case absent
  /// The tape index of its value.
  case value(Int)
  /// A name has an escape, or the member has a `_` sibling, or it looks like a choice.
  case odd

  var isAbsent: Bool {
    if case .absent = self { return true }
    return false
  }

  /// Whether there is exactly one value; `nil` where an expression may see none, or several.
  func isFilled(_ tape: Tape) -> Bool? {
    switch self {
    case .absent: return false
    case .odd: return nil
    case .value(let value):
      let tag = tape.tag(value)
      return tag == .null || tag == .array ? nil : true
    }
  }
}

extension Tape {
  /// Finds the first member of a name, as an expression does: what it would see besides makes the member odd.
  @inline(never)
  func plain(_ name: StaticString, of object: Int) -> PlainMember {
    guard tag(object) == .object else { return .odd }
    let (text, count) = (name.utf8Start, name.utf8CodeUnitCount)
    let end = next(object)
    var key = object &+ 2
    while key < end {
      guard tag(key) == .key else { return .odd }
      if length(key) >= count {
        if length(key) == count {
          if Bytes.isEqual(lexeme(key), text, count) { return .value(key &+ 1) }
        } else if isAkin(key, text, count) {
          return .odd
        }
      }
      key = next(key &+ 1)
    }
    return .absent
  }

  /// Whether a key that is longer than a name is the name behind an underscore, or the name and a type.
  @inline(__always)
  func isAkin(_ key: Int, _ name: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    let text = lexeme(key)
    if text[0] == UInt8(ascii: "_") { return length(key) == count &+ 1 && Bytes.isEqual(text + 1, name, count) }
    return text[0] == name[0] && text[count] &- 0x41 < 26 && Bytes.isEqual(text, name, count)
  }

  /// The items of an array that is a member; `nil` where it is odd or something else.
  func plainArray(_ name: StaticString, of object: Int) -> PlainItems? {
    switch plain(name, of: object) {
    case .absent: PlainItems(next: 0, end: 0)
    case .value(let value) where tag(value) == .array: PlainItems(next: value + 2, end: next(value))
    default: nil
    }
  }

  /// Whether a string without escapes is a text.
  @inline(__always)
  func isText(_ value: Int, _ text: StaticString) -> Bool {
    length(value) == text.utf8CodeUnitCount && Bytes.isEqual(lexeme(value), text.utf8Start, text.utf8CodeUnitCount)
  }
}

/// The places of an array's items; none where there is no array.
struct PlainItems {
  var next: Int
  let end: Int

  /// The tape index of the next item.
  @inline(__always)
  mutating func take(_ tape: Tape) -> Int? {
    guard next < end else { return nil }
    defer { next = tape.next(next) }
    return next
  }
}

import FHIRSchema
import JSONTape

/// The name of an element, ready to be compared with keys: by two words, as the rows of a release are.
struct ElementName {
  let text: TextSpan
  let head: UInt64
  let tail: UInt64
  /// The elements of the release that are choices of this name, such as `value[x]`; sorted.
  let choices: UnsafeBufferPointer<UInt16>

  /// - Parameter text: with at least eight readable bytes, whatever its length.
  init(_ text: TextSpan, choices: UnsafeBufferPointer<UInt16>) {
    self.text = text
    head = NameHash.head(text.start, text.count)
    tail = NameHash.tail(text.start, text.count)
    self.choices = choices
  }

  /// Whether a key is this name.
  @inline(__always)
  func matches(_ tape: Tape, _ key: Int) -> Bool {
    let count = tape.length(key)
    guard tape.tag(key) == .key else { return matchesEscaped(tape, key) }
    guard count == text.count else { return false }
    let name = tape.lexeme(key)
    return NameHash.head(name, count) == head && NameHash.tail(name, count) == tail
      && (count <= 16 || TextSpan.isEqual(name, text.start, count))
  }

  /// Whether a key is an underscore and this name.
  @inline(__always)
  func matchesSibling(_ tape: Tape, _ key: Int) -> Bool {
    guard tape.length(key) == text.count &+ 1, tape.tag(key) == .key else { return false }
    let name = tape.lexeme(key)
    return name[0] == UInt8(ascii: "_") && TextSpan.isEqual(name + 1, text.start, text.count)
  }

  @inline(never)
  private func matchesEscaped(_ tape: Tape, _ key: Int) -> Bool { tape.string(key) == text.string }

  /// Whether a text begins with this name and goes on with a capital letter, as `valueQuantity` does for `value`.
  func mayBeChoice(_ name: TextSpan) -> Bool {
    name.count > text.count && name[text.count] &- 0x41 < 26 && name.hasPrefix(text)
  }
}

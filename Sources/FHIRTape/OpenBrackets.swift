/// Finds the end of a JSON value piece by piece, by its brackets alone.
///
/// A value that comes in many pieces would be read again with each of them, which takes time that grows with the square
/// of its size. So its end is looked for first, each byte once, and the value is read when it is whole. Whether the
/// brackets fit each other is not looked at.
struct OpenBrackets {
  private var depth: Int
  private var isInString = false
  private var isEscaped = false

  /// - Parameter depth: how many brackets are open where the first piece begins.
  init(depth: Int) { self.depth = depth }

  /// How many bytes of the next piece there are up to the end of the value, `nil` when it goes on.
  mutating func findEnd(in bytes: UnsafePointer<UInt8>, count: Int) -> Int? {
    var place = 0
    while place < count {
      let byte = bytes[place]
      place += 1
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == Bytes.quote {
          isInString = false
        }
        continue
      }
      switch byte {
      case Bytes.quote: isInString = true
      case Bytes.openBrace, Bytes.openBracket: depth += 1
      case Bytes.closeBrace, Bytes.closeBracket:
        depth -= 1
        if depth == 0 { return place }
      default: break
      }
    }
    return nil
  }
}

import FHIRJSON

/// Finds the end of a JSON value piece by piece, by its brackets alone.
///
/// Parsing a value again with each of many pieces would take quadratic time. So this scan finds its end first, reading
/// each byte once, and the value is parsed when it is complete. The scan does not check that brackets match.
struct OpenBrackets {
  private var depth: Int
  private var isInString = false
  private var isEscaped = false

  /// - Parameter depth: how many brackets are open at the start of the first piece.
  init(depth: Int) { self.depth = depth }

  /// How many bytes of the next piece belong to the value, `nil` if it continues after the piece.
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

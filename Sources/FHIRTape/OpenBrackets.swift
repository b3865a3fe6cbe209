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
  ///
  /// Strings are skipped sixteen bytes at a time, so that up to ``Bytes/padding`` bytes after the piece may be read.
  mutating func findEnd(in bytes: UnsafePointer<UInt8>, count: Int) -> Int? {
    let end = bytes + count
    var p = bytes
    while p < end {
      if isEscaped {
        isEscaped = false
      } else if isInString {
        p = Bytes.firstSpecial(from: p)
        guard p < end else { return nil }
        if p.pointee == Bytes.backslash { isEscaped = true }
        if p.pointee == Bytes.quote { isInString = false }
      } else {
        switch p.pointee {
        case Bytes.quote: isInString = true
        case Bytes.openBrace, Bytes.openBracket: depth += 1
        case Bytes.closeBrace, Bytes.closeBracket:
          depth -= 1
          if depth == 0 { return p + 1 - bytes }
        default: break
        }
      }
      p += 1
    }
    return nil
  }
}

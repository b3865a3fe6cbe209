/// What an input is, told from its first bytes that are not white space.
enum RecordFraming {
  case lines
  case array
  /// One value; `isLongLine` when its first line does not end within the bytes at hand.
  case document(isLongLine: Bool)

  /// Recognises NDJSON by a line that ends where no JSON value can go on with `{` on the next line.
  ///
  /// Inside one JSON text, an object on a line of its own follows `[`, `,` or `:` (`{` would be an error). So a first
  /// line that ends otherwise, with an object on the line below, is a record of its own, sound or not.
  static func recognise(
    _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, isWhole: Bool
  ) -> RecordFraming {
    var p = start
    while p < end, p.pointee != Bytes.newline { p += 1 }
    let isLongLine = p == end && !isWhole
    var last = p
    while last > start, Bytes.isWhitespace(last[-1]) { last -= 1 }
    let next = Bytes.skipWhitespace(p)
    if last > start, next > p, next < end, next.pointee == Bytes.openBrace {
      switch last[-1] {
      case Bytes.openBracket, Bytes.comma, Bytes.colon, Bytes.openBrace: break
      default: return .lines
      }
    }
    return start.pointee == Bytes.openBracket ? .array : .document(isLongLine: isLongLine)
  }
}

/// The framing of an input, from its first bytes that are not white space.
enum RecordFraming {
  case lines
  case array
  /// One value; `isLongLine` when its first line does not end within the bytes at hand.
  case document(isLongLine: Bool)

  /// Recognises NDJSON by a line that ends where no JSON value can go on with `{` on the next line.
  ///
  /// Inside one JSON text, an object on a line of its own follows `[`, `,` or `:` (`{` would be an error). So a first
  /// line that ends otherwise, with an object on the line below, is a record of its own, sound or not. Where the first
  /// line is no object at all, the one below must be a whole one: a comment above a document is not a record. And where
  /// the first line is a whole object, whatever the next begins with stands by itself, unless it goes on with the first.
  static func recognise(
    _ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, isWhole: Bool
  ) -> RecordFraming {
    let p = Bytes.newline(from: start, to: end)
    let isLongLine = p == end && !isWhole
    var last = p
    while last > start, Bytes.isWhitespace(last[-1]) { last -= 1 }
    // The first bytes may be a caller's, with nothing behind them that stops the scanner.
    var next = p
    while next < end, Bytes.isWhitespace(next.pointee) { next += 1 }
    if last > start, next > p, next < end {
      let isObject = start.pointee == Bytes.openBrace
      switch (last[-1], next.pointee) {
      case (Bytes.openBracket, _), (Bytes.comma, _), (Bytes.colon, _), (Bytes.openBrace, _): break
      case (_, Bytes.openBrace): if isObject || isObjectLine(next, end) { return .lines }
      case (_, Bytes.comma), (_, Bytes.closeBrace), (_, Bytes.closeBracket), (_, Bytes.colon): break
      case (Bytes.closeBrace, _): if isObject { return .lines }
      default: break
      }
    }
    return start.pointee == Bytes.openBracket ? .array : .document(isLongLine: isLongLine)
  }

  /// Whether the line at `start` also ends like an object; the line of an indented document only begins like one.
  private static func isObjectLine(_ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> Bool {
    var p = Bytes.newline(from: start, to: end)
    while p > start, Bytes.isWhitespace(p[-1]) { p -= 1 }
    return p[-1] == Bytes.closeBrace
  }
}

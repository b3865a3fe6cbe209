import FHIRJSON

/// The framing of an input, recognised from its first bytes after white space.
enum RecordFraming {
  case lines
  case array
  /// One value; `isLongLine` if its first line does not end within the available bytes.
  case document(isLongLine: Bool)

  /// Recognises NDJSON by a line after which no JSON value can continue with `{` on the next line.
  ///
  /// Within one JSON text, an object on a separate line follows `[`, `,` or `:` (`{` would be an error). So a first
  /// line that ends otherwise, with an object on the next line, is a separate record, valid or not; so is one that is a
  /// whole object and a comma, which no JSON text begins with. If the first line is not an object, the next line must be
  /// a whole one: a comment above a document is not a record. And if the first line is a whole object, the next line is
  /// separate whatever it begins with, unless it continues the first.
  static func recognise(_ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>, isWhole: Bool) -> RecordFraming {
    let p = Bytes.first(Bytes.newline, from: start, to: end)
    let isLongLine = p == end && !isWhole
    var last = p
    while last > start, Bytes.isWhitespace(last[-1]) { last -= 1 }
    // The first bytes may belong to a caller, without padding that stops the scanner.
    var next = p
    while next < end, Bytes.isWhitespace(next.pointee) { next += 1 }
    if last > start, next > p, next < end {
      let isObject = start.pointee == Bytes.openBrace
      switch (last[-1], next.pointee) {
      // Lines with commas behind them, as of a list that lost its brackets.
      case (Bytes.comma, Bytes.openBrace): if isObject, isWholeValue(start, last - 1) { return .lines }
      case (Bytes.openBracket, _), (Bytes.comma, _), (Bytes.colon, _), (Bytes.openBrace, _): break
      case (_, Bytes.openBrace): if isObject || isObjectLine(next, end) { return .lines }
      case (_, Bytes.comma), (_, Bytes.closeBrace), (_, Bytes.closeBracket), (_, Bytes.colon): break
      case (Bytes.closeBrace, _): if isObject { return .lines }
      default: break
      }
    }
    return start.pointee == Bytes.openBracket ? .array : .document(isLongLine: isLongLine)
  }

  /// Whether some bytes that begin a value close all that they open, outside of strings.
  private static func isWholeValue(_ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> Bool {
    var (depth, p) = (0, start)
    while p < end {
      switch p.pointee {
      case Bytes.openBrace, Bytes.openBracket: depth += 1
      case Bytes.closeBrace, Bytes.closeBracket: depth -= 1
      case Bytes.quote:
        p += 1
        while p < end, p.pointee != Bytes.quote { p += p.pointee == Bytes.backslash ? 2 : 1 }
      default: break
      }
      p += 1
    }
    return depth == 0
  }

  /// Whether the line at `start` also ends like an object; the first line of an indented document only begins like one.
  private static func isObjectLine(_ start: UnsafePointer<UInt8>, _ end: UnsafePointer<UInt8>) -> Bool {
    var p = Bytes.first(Bytes.newline, from: start, to: end)
    while p > start, Bytes.isWhitespace(p[-1]) { p -= 1 }
    return p[-1] == Bytes.closeBrace
  }
}

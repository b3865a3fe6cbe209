package import FHIRJSON

/// The members after the last array or object of a document, read backwards from its end.
///
/// They identify a Bundle that names its type after its entries, without reading the entries first.
package enum DocumentTail {
  /// Whether exactly one of those members is `resourceType`, and its value is one of `types`.
  ///
  /// Also `false` for cases that this short check does not decide: an escape, or a value that is neither a string nor a
  /// plain word.
  package static func saysBundle(_ bytes: UnsafePointer<UInt8>, count: Int, _ types: BundleTypes) -> Bool {
    var reader = BackwardReader(bytes: bytes, position: count)
    guard reader.take(Bytes.closeBrace) else { return false }
    var found: Bool?
    while true {
      guard let value = reader.scalar() else {
        // The last array or object must end here; anything else is not JSON.
        return (reader.last == Bytes.closeBracket || reader.last == Bytes.closeBrace) && found == true
      }
      guard reader.take(Bytes.colon), let key = reader.string() else { return false }
      if UnsafeBufferPointer(rebasing: key).elementsEqual("resourceType".utf8) {
        if found != nil { return false }
        let isText = value.count > 1 && value.first == Bytes.quote
        found = isText && types.contains(UnsafeBufferPointer(rebasing: value.dropFirst().dropLast()))
      }
      guard reader.take(Bytes.comma) else { return false }
    }
  }
}

private struct BackwardReader {
  let bytes: UnsafePointer<UInt8>
  /// The offset after the next byte to read.
  var position: Int

  typealias Text = Slice<UnsafeBufferPointer<UInt8>>

  /// The byte before the position, 0 at the start.
  var last: UInt8 { position > 0 ? bytes[position - 1] : 0 }

  mutating func take(_ byte: UInt8) -> Bool {
    skipWhitespace()
    guard last == byte else { return false }
    position -= 1
    return true
  }

  /// The content of a string without escapes.
  mutating func string() -> Text? {
    guard take(Bytes.quote) else { return nil }
    let end = position
    while position > 0, last != Bytes.quote {
      if last == Bytes.backslash { return nil }
      position -= 1
    }
    guard position > 0 else { return nil }
    position -= 1
    // An escaped quote does not begin the string.
    return last == Bytes.backslash ? nil : text(position + 1, end)
  }

  /// A string with its quotes, or a number or word.
  mutating func scalar() -> Text? {
    skipWhitespace()
    let end = position
    if last == Bytes.quote { return string().map { _ in text(position, end) } }
    while Self.isWord(last) { position -= 1 }
    return position < end ? text(position, end) : nil
  }

  private mutating func skipWhitespace() {
    while Bytes.isWhitespace(last) { position -= 1 }
  }

  private func text(_ start: Int, _ end: Int) -> Text { UnsafeBufferPointer(start: bytes, count: end)[start..<end] }

  private static func isWord(_ byte: UInt8) -> Bool {
    Bytes.isDigit(byte) || (byte | 0x20) &- 0x61 < 26 || "+-.".utf8.contains(byte)
  }
}

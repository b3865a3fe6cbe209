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

  /// The last byte that is not white space, 0 at the start.
  var last: UInt8 {
    var place = position
    while place > 0, Bytes.isWhitespace(bytes[place - 1]) { place -= 1 }
    return place > 0 ? bytes[place - 1] : 0
  }

  mutating func take(_ byte: UInt8) -> Bool {
    skipWhitespace()
    guard position > 0, bytes[position - 1] == byte else { return false }
    position -= 1
    return true
  }

  /// The content of a string without escapes.
  mutating func string() -> Text? {
    guard take(Bytes.quote) else { return nil }
    let end = position
    while position > 0, bytes[position - 1] != Bytes.quote {
      if bytes[position - 1] == Bytes.backslash { return nil }
      position -= 1
    }
    guard position > 0 else { return nil }
    position -= 1
    // An escaped quote does not begin the string.
    if position > 0, bytes[position - 1] == Bytes.backslash { return nil }
    return text(position + 1, end)
  }

  /// A string with its quotes, or a number or word.
  mutating func scalar() -> Text? {
    skipWhitespace()
    let end = position
    if last == Bytes.quote { return string().map { _ in text(position, end) } }
    while position > 0, Self.isWord(bytes[position - 1]) { position -= 1 }
    return position < end ? text(position, end) : nil
  }

  private mutating func skipWhitespace() {
    while position > 0, Bytes.isWhitespace(bytes[position - 1]) { position -= 1 }
  }

  private func text(_ start: Int, _ end: Int) -> Text { UnsafeBufferPointer(start: bytes, count: end)[start..<end] }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
      true
    default: false
    }
  }
}

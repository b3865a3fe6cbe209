/// Fills memory with text, and stops at its end.
struct ByteWriter {
  private let buffer: UnsafeMutableBufferPointer<UInt8>
  private(set) var count = 0

  init(_ buffer: UnsafeMutableBufferPointer<UInt8>) { self.buffer = buffer }

  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let start = buffer.baseAddress, let source = bytes.baseAddress else { return }
    let added = min(bytes.count, buffer.count - count)
    (start + count).update(from: source, count: added)
    count += added
  }

  mutating func append(_ byte: UInt8) {
    guard count < buffer.count else { return }
    buffer[count] = byte
    count += 1
  }

  mutating func append(_ literal: StaticString) {
    append(UnsafeBufferPointer(start: literal.utf8Start, count: literal.utf8CodeUnitCount))
  }

  mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { append($0) }
  }

  /// Appends the digits of a number that is not negative.
  mutating func append(_ number: Int) {
    if number > 9 { append(number / 10) }
    append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
  }
}

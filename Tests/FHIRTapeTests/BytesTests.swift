import FHIRTape
import Testing

/// Searches in words and blocks find what a search byte by byte finds, wherever it is.
@Suite struct BytesTests {
  /// Bytes at a place, or behind it, in a text of ordinary characters that a zero ends.
  private static func withText(_ bytes: [UInt8], at place: Int, _ body: (UnsafePointer<UInt8>) -> Void) {
    var text = [UInt8](repeating: UInt8(ascii: "a"), count: 64) + [UInt8](repeating: 0, count: Bytes.padding)
    text.replaceSubrange(place..<place + bytes.count, with: bytes)
    text.withUnsafeBufferPointer { body($0.baseAddress.unsafelyUnwrapped) }
  }

  @Test(arguments: [0, 1, 7, 8, 9, 15, 23, 24, 31, 39, 40, 55])
  func theFirstSpecialByteIsFound(place: Int) {
    for byte in UInt8.min...UInt8.max {
      let isSpecial = byte < 0x20 || byte >= 0x80 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
      Self.withText([byte, byte, byte, byte ^ 1], at: place) { text in
        let found = Bytes.firstSpecial(from: text) - text
        let expected = (0...64).first { text[$0] < 0x20 || text[$0] >= 0x80 || [0x22, 0x5C].contains(text[$0]) }
        #expect(found == expected && (found == place) == isSpecial)
      }
    }
  }

  @Test(arguments: 0...40)
  func theLastByteIsFound(place: Int) {
    // Neighbours that a carry between bytes could mistake for it.
    for neighbour in [0x2E, 0x30, 0xAF, 0x00, 0xFF] as [UInt8] {
      Self.withText([neighbour, 0x2F, neighbour], at: place) { text in
        for end in [0, 1, 8, 20, 41, 43, 63] {
          #expect(Bytes.last(0x2F, of: text, before: end) == (0..<end).last { text[$0] == 0x2F } ?? -1)
        }
      }
    }
  }
}

import Testing

/// White space of the predicted length is still checked byte by byte.
struct IndentTests {
  /// Two lines with the same indent as the previous one, the second with another byte in place of a space.
  private func lines(_ length: Int, _ byte: String = "", at place: Int = 0) -> (text: [UInt8], offset: Int) {
    let spaces = String(repeating: " ", count: length)
    let start = "[1,\n\(spaces)2,\n"
    let spoilt = byte.isEmpty ? spaces : spaces.prefix(place) + byte + spaces.dropFirst(place + 1)
    return (Array((start + spoilt + "3]").utf8), start.utf8.count + place)
  }

  @Test(arguments: 0...80)
  func aStrayByteIsFoundAtEveryPlace(length: Int) {
    #expect(Reader.readValue(lines(length).text) == .accepted)
    for place in 0..<length {
      #expect(Reader.readValue(lines(length, "\t", at: place).text) == .accepted)
      let (text, offset) = lines(length, "?", at: place)
      #expect(Reader.readValue(text) == .refused(code: "unexpected-character", offset: offset))
    }
  }

  @Test(arguments: [0, 3, 9, 17, 40, 70], [0, 2, 8, 16, 33, 69])
  func anotherDepthThanGuessedIsRead(first: Int, second: Int) {
    for spaces in [(first, second), (second, first)] {
      let text = "[1,\n\(String(repeating: " ", count: spaces.0))2,\n\(String(repeating: " ", count: spaces.1))3]"
      #expect(Reader.readValue(Array(text.utf8)) == .accepted)
      #expect(Reader.readValue(Array((text + "?").utf8)) != .accepted)
    }
  }
}

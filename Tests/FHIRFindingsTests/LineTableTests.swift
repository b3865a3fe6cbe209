import FHIRFindings
import Testing

@Suite struct LineTableTests {
  private func position(_ text: String, _ offset: Int) -> String {
    position(Array(text.utf8), offset)
  }

  private func position(_ bytes: [UInt8], _ offset: Int) -> String {
    let found = LineTable(bytes).position(of: offset)
    return "\(found.line):\(found.column)"
  }

  @Test func emptyInputIsOneLine() {
    #expect(position("", 0) == "1:1")
    #expect(LineTable([]).lineCount == 1)
  }

  @Test func lineFeedEndsALine() {
    #expect(position("a\nbc\n", 0) == "1:1")
    #expect(position("a\nbc\n", 1) == "1:2")
    #expect(position("a\nbc\n", 2) == "2:1")
    #expect(position("a\nbc\n", 3) == "2:2")
    #expect(position("a\nbc\n", 5) == "3:1")
  }

  @Test func carriageReturnBelongsToItsLine() {
    #expect(position(Array("a\r\nb".utf8), 1) == "1:2")
    #expect(position(Array("a\r\nb".utf8), 2) == "1:3")
    #expect(position(Array("a\r\nb".utf8), 3) == "2:1")
  }

  @Test func carriageReturnAloneEndsNothing() {
    #expect(position(Array("a\rb\rc".utf8), 4) == "1:5")
  }

  @Test func columnsCountScalars() {
    // é takes 2 bytes, 語 3, 😀 4.
    let text = "é語😀x"
    #expect(position(text, 2) == "1:2")
    #expect(position(text, 5) == "1:3")
    #expect(position(text, 9) == "1:4")
    #expect(position(text, 10) == "1:5")
  }

  @Test func anOffsetInsideAScalarHasTheScalarsColumn() {
    #expect(position("a😀b", 2) == "1:2")
    #expect(position("a😀b", 4) == "1:2")
    #expect(position("a😀b", 5) == "1:3")
  }

  @Test func byteOrderMarkHasNoColumn() {
    let bytes = [0xEF, 0xBB, 0xBF] + Array("{\n{".utf8)
    #expect(position(bytes, 0) == "1:1")
    #expect(position(bytes, 1) == "1:1")
    #expect(position(bytes, 3) == "1:1")
    #expect(position(bytes, 4) == "1:2")
    #expect(position(bytes, 5) == "2:1")
  }

  @Test func invalidBytesHaveColumnsAndDoNotTrap() {
    #expect(position([0x61, 0x80, 0x80, 0x62], 1) == "1:2")
    #expect(position([0x61, 0x80, 0x80, 0x62], 3) == "1:4")
    #expect(position([0xE2, 0x82, 0x62], 2) == "1:2")
    #expect(position([0xFF, 0xFF], 2) == "1:3")
  }

  @Test func offsetsOutsideAreClamped() {
    #expect(position("ab", 99) == "1:3")
    #expect(position("ab", -1) == "1:1")
  }

  /// Compares the eight-byte paths with a count byte by byte.
  @Test func agreesWithAPlainCount() {
    let text =
      "{\"name\": \"Zoë Ångström\",\r\n\t\"text\": \"日本語のとても長い行 😀😀\"\n\n}\n" + String(repeating: "x", count: 40)
    let bytes = Array(text.utf8)
    let table = LineTable(bytes)
    var line = 1
    var column = 1
    var offset = 0
    for scalar in text.unicodeScalars {
      #expect(table.position(of: offset) == SourcePosition(line: line, column: column))
      offset += String(scalar).utf8.count
      if scalar == "\n" {
        line += 1
        column = 1
      } else {
        column += 1
      }
    }
    #expect(table.position(of: offset) == SourcePosition(line: line, column: column))
  }

  /// Counting each column from the start of its line would take minutes.
  @Test func findsManyPlacesInALongLine() {
    let line = "é" + String(repeating: "x", count: 3_000_000)
    let table = LineTable(Array(("\n" + line + "\n").utf8))
    #expect(table.lineCount == 3)
    for column in stride(from: 2, to: 3_000_000, by: 100) {
      #expect(table.position(of: column + 1) == SourcePosition(line: 2, column: column))
    }
  }
}

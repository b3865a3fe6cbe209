import FHIRTape
import Testing

/// Inputs whose first line is longer than the window, so that only its end shows whether the next one is a record.
@Suite struct LongFirstLineTests {
  private static let long = "{\"a\": \"" + String(repeating: "x", count: 300 << 10) + "\"}"

  private func trace(_ text: String) throws -> [String] {
    let bytes = Array(text.utf8)
    return try bytes.withUnsafeBytes { buffer in
      var reader = RecordReader(MemorySource(buffer), bundles: .named, maximumDepth: 20, maximumRecordBytes: 1 << 20)
      var events: [String] = []
      while let event = try reader.next() {
        switch event {
        case .byteOrderMark: events.append("mark")
        case .value: events.append("value")
        case .failure(let error, _): events.append(error.code.rawValue)
        }
      }
      return events
    }
  }

  /// The same result as with a short first line.
  @Test(arguments: [
    ("", ["value"]), (" \r\n", ["value"]), ("\n{}\n{}", ["value", "value", "value"]),
    (" junk\n{}\n{}\n", ["value", "extra-value", "value", "value"]),
    ("junk\n{}\n{}\n", ["value", "extra-value", "value", "value"]),
    (" {}\n{}", ["value", "extra-value", "value"]), (" 7\n{}", ["value", "extra-value", "value"]),
    ("\njunk\n{}", ["value", "invalid-literal", "value"]), ("\n\n7\n{}", ["value", "value", "value"]),
    (",\n{}\n{}", ["value", "extra-value", "value", "value"]),
    ("}\n", ["value", "extra-value"]), ("\n}\n", ["value", "extra-value"]),
  ])
  func theLinesBelowAreRead(_ rest: String, _ expected: [String]) throws {
    #expect(try trace(Self.long + rest) == expected)
  }

  /// The rest is beyond the end of the window.
  @Test func theLinesBelowManyBlanksAreRead() throws {
    let blanks = String(repeating: " ", count: 600 << 10)
    #expect(try trace(Self.long + blanks + "junk\n{}") == ["value", "extra-value", "value"])
    #expect(try trace(Self.long + blanks + "\n" + blanks + "7\n{}") == ["value", "value", "value"])
  }
}

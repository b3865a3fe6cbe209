import Testing

/// The same faults at every position relative to the scanner's eight bytes, and complete small languages compared with
/// the reference reader: cases that hand-written tests miss.
@Suite("Conformance, generated")
struct GeneratedConformanceTests {
  /// Faults inside a string: the bytes, the rule, and the offset of the fault in the bytes.
  static let faults: [(bytes: [UInt8], code: String, offset: Int)] =
    [
      [0x80], [0xBF], [0x80, 0xBF], [0xC0, 0x80], [0xC0, 0xAF], [0xC1, 0xBF], [0xC2], [0xDF, 0x7F], [0xDF, 0xC0],
      [0xE0, 0x80, 0x80], [0xE0, 0x9F, 0xBF], [0xE0, 0xA0], [0xE1, 0x80], [0xE2, 0x82], [0xE2], [0xE2, 0x28, 0xA1],
      [0xE2, 0x82, 0x28], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xEF, 0xBF], [0xF0, 0x80, 0x80, 0x80],
      [0xF0, 0x8F, 0xBF, 0xBF], [0xF0, 0x9F, 0x98], [0xF0, 0x9F], [0xF0], [0xF0, 0x28, 0x8C, 0xBC],
      [0xF0, 0x90, 0x28, 0xBC], [0xF0, 0x90, 0x8C, 0x28], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80],
      [0xF8, 0x88, 0x80, 0x80, 0x80], [0xFC, 0x84, 0x80, 0x80, 0x80, 0x80], [0xFE], [0xFF],
    ].map { ($0, "invalid-utf8", 0) }
    + [
      ([0x00], "control-character", 0), ([0x0A], "control-character", 0), ([0x1F], "control-character", 0),
      ([0xC3, 0xA9, 0x80], "invalid-utf8", 2), ([0xC3, 0xA9, 0x09], "control-character", 2),
      (Array("\\n\u{1}".utf8), "control-character", 2), (Array("\\x".utf8), "invalid-escape", 0),
      (Array("\\\\\\q".utf8), "invalid-escape", 2), (Array("\\u12g4".utf8), "invalid-escape", 0),
      (Array("\\uD800.".utf8), "lone-surrogate", 0), (Array("\\uDC00".utf8), "lone-surrogate", 0),
      (Array("\\uD83D\\uDE00\\uDE00".utf8), "lone-surrogate", 12),
      (Array("\\uD83D\\u0041".utf8), "lone-surrogate", 0), (Array("\\ud83d\\n".utf8), "lone-surrogate", 0),
    ]

  /// Contexts: the text before the string, and after it.
  static let settings = [("", ""), ("[", "]"), ("{\"key\":", "}"), ("{", ":1}"), ("[{\"a\":[0,", "]}]")]

  @Test("A fault in a string is found at every alignment", arguments: settings)
  func faultsAtEveryAlignment(before: String, after: String) {
    var comparison = Comparison()
    for fault in Self.faults {
      for filling in 0..<18 {
        for tail in [0, 1, 7, 8, 70] {
          var bytes = Array(before.utf8) + [0x22] + [UInt8](repeating: 0x61, count: filling)
          let offset = bytes.count + fault.offset
          bytes += fault.bytes + [UInt8](repeating: 0x62, count: tail) + [0x22] + Array(after.utf8)
          comparison.agree(bytes, expected: .refused(code: fault.code, offset: offset))
        }
      }
    }
    comparison.report()
  }

  @Test("Valid text in a string passes at every alignment, and is truncated wherever it is cut")
  func soundTextAtEveryAlignment() {
    let texts =
      ["\u{7F}", "\u{80}", "\u{7FF}", "\u{800}", "\u{D7FF}", "\u{E000}", "\u{FFFF}", "\u{10000}", "\u{10FFFF}"]
      + ["\\\"", "\\\\", "\\/", "\\b\\f\\n\\r\\t", "\\u0000", "\\uFFFF", "\\uD800\\uDC00", "\\uDBFF\\uDFFF"]
    var comparison = Comparison()
    for text in texts {
      for filling in 0..<18 {
        let bytes = Array("[\"\(String(repeating: "a", count: filling))\(text)\"]".utf8)
        comparison.agree(bytes, expected: .accepted)
        for count in 1..<bytes.count {
          comparison.agree(Array(bytes[..<count]), expected: .refused(code: "unexpected-end", offset: count))
        }
      }
    }
    comparison.report()
  }

  @Test("Every one, two and three bytes in a string are judged as the reference judges them")
  func bytesInStrings() {
    var comparison = Comparison()
    let edges: [UInt8] = [0x00, 0x22, 0x41, 0x5C, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC2, 0xE0, 0xFF]
    for first in UInt8.min...UInt8.max {
      comparison.agree([0x22, first, 0x22])
      for second in UInt8.min...UInt8.max {
        // A line end before a brace makes separate lines, whatever the first line contains.
        if first == 0x0A, second == 0x7B { continue }
        comparison.agree([0x22, first, second, 0x22])
        guard first >= 0xE0, edges.contains(second) else { continue }
        for third in edges { comparison.agree([0x22, first, second, third, 0x22]) }
      }
    }
    comparison.report()
  }

  @Test("Every number-like text of up to six characters is judged as the reference judges it")
  func numbers() {
    var comparison = Comparison()
    forEachText(of: ["-", "+", "0", "7", ".", "e"], upTo: 6) { text in
      comparison.agree([0x5B] + text + [0x5D])
      comparison.agree([0x5B] + text)
    }
    comparison.report()
  }

  @Test("Every structure of up to five tokens is judged as the reference judges it")
  func structures() {
    var comparison = Comparison()
    forEachText(of: ["{", "}", "[", "]", ":", ",", " ", "\"k\"", "1", "nul", "/"], upTo: 5) { comparison.agree($0) }
    comparison.report()
  }

  @Test("Every text of up to five pieces inside a string is judged as the reference judges it")
  func strings() {
    var comparison = Comparison()
    forEachText(of: ["\\", "\"", "u", "n", "D83D", "DE00", "00", "é", "\u{1}"], upTo: 5) {
      comparison.agree([0x22] + $0)
    }
    comparison.report()
  }

  private func forEachText(of pieces: [String], upTo limit: Int, _ body: ([UInt8]) -> Void) {
    let pieces = pieces.map { Array($0.utf8) }
    func extend(_ text: [UInt8], _ left: Int) {
      for piece in pieces {
        body(text + piece)
        if left > 1 { extend(text + piece, left - 1) }
      }
    }
    extend([], limit)
  }
}

/// Compares the reader with the reference and collects the differences: one issue for each test, not for each input.
private struct Comparison {
  private var count = 0
  private var examples: [String] = []

  mutating func agree(_ bytes: [UInt8], expected: Reader.Outcome? = nil) {
    let expected = expected ?? ReferenceReader.read(bytes)
    let value = Reader.readValue(bytes)
    let record = Reader.read(bytes)
    let pieces = bytes.count > 64 ? Reader.read(bytes, window: 1) : record
    let isBlank = bytes.allSatisfy { $0 == 0x20 }
    guard value != expected && !isBlank || record != expected || pieces != expected else { return }
    count += 1
    guard examples.count < 12 else { return }
    let text = String(decoding: bytes, as: UTF8.self).debugDescription
    examples.append(
      "\(text) \(bytes): expected \(expected), as a value \(value), as an input \(record), in pieces \(pieces)")
  }

  func report(_ location: SourceLocation = #_sourceLocation) {
    #expect(count == 0, "\(examples.joined(separator: "\n"))", sourceLocation: location)
  }
}

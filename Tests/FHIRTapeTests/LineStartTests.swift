import FHIRTape
import Testing

/// Lines that are read separately from earlier ones.
@Suite struct LineStartTests {
  private func trace(_ bytes: ArraySlice<UInt8>, lineStart: Int?) throws -> [String] {
    try Array(bytes).withUnsafeBytes { buffer in
      var reader = RecordReader(
        MemorySource(buffer), bundles: .named, maximumDepth: 20, maximumRecordBytes: 1000, sizeHint: 16,
        lineStart: lineStart)
      var lines: [String] = []
      while let event = try reader.next() {
        switch event {
        case .byteOrderMark: lines.append("mark")
        case .value(let tape, let place): lines.append("\(place.role) \(place.inputOffset(tape.offset(.root)))")
        case .failure(let error, let place):
          lines.append("\(place.role) \(error.code.rawValue) \(place.inputOffset(error.start))")
        }
      }
      return lines
    }
  }

  private static let lines = [
    "\u{FEFF}{\"a\": 1}\n", "{\"a\": [\n", "\n", "  \r\n", "[1]\n", "{\"entry\": [{}]}\r\n", "7\n", "\u{FEFF}{}\n",
    "{\"a\": \"" + String(repeating: "x", count: 2000) + "\"}\n", "{} {}\n", "{\"a\":",
  ]

  @Test func aCutAtAnyLineMakesNoDifference() throws {
    let bytes = Array(Self.lines.joined().utf8)
    let whole = try trace(bytes[...], lineStart: nil)
    #expect(whole.count == 10)
    var cut = 0
    for line in Self.lines.dropLast() {
      cut += line.utf8.count
      let parts = try trace(bytes[..<cut], lineStart: 0) + trace(bytes[cut...], lineStart: cut)
      #expect(parts == whole, "cut at \(cut)")
    }
  }

  @Test(arguments: [
    ("{}\n{}", true), ("\u{FEFF}{}\n{}", true), ("{\n}\n{}", false), ("[{},\n{}]", false), ("", false), ("{}", false),
  ])
  func linesAreToldFromTheBeginning(_ text: String, _ isLines: Bool) throws {
    var bytes = Array(text.utf8)
    #expect(try bytes.withUnsafeMutableBytes { try RecordReader.findsLines(in: MemorySource(.init($0))) } == isLines)
  }
}

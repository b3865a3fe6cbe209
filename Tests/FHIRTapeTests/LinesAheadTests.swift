import FHIRTape
import Testing

/// Lines are read a few at a time; the caller of one does not notice that.
struct LinesAheadTests {
  /// What the reader says of a line.
  enum Line: Equatable {
    case record(Int, Range<Int>)
    case fault(SyntaxError.Code, Int)
  }

  private static func lines(_ text: String, ahead: Bool) throws -> [Line] {
    try Array(text.utf8).withUnsafeBytes { bytes in
      var reader = RecordReader(
        MemorySource(bytes), bundles: .named, maximumDepth: 50, maximumRecordBytes: 100_000)
      if !ahead { reader.readOneByOne() }
      var (lines, held): ([Line], [(Tape, Int)]) = ([], [])
      while let event = try reader.next() {
        switch event {
        case .value(let tape, let place):
          #expect(place.role == .line)
          let number = tape.member("n", of: .root).flatMap { Int(tape.string($0)) }
          let range = tape.range(.root)
          lines.append(.record(number ?? -1, place.inputOffset(range.lowerBound)..<place.inputOffset(range.upperBound)))
          held.append((tape, number ?? -1))
        case .failure(let error, let place): lines.append(.fault(error.code, place.inputOffset(error.start)))
        case .byteOrderMark: break
        }
        #expect(ahead || !reader.holdsNext)
        if reader.holdsNext { continue }
        // The tapes of all events since the last read are still valid.
        for (tape, number) in held { #expect(tape.member("n", of: .root).flatMap { Int(tape.string($0)) } == number) }
        held = []
      }
      return lines
    }
  }

  private static func line(_ number: Int, size: Int) -> String {
    #"{"n":\#(number),"text":"\#(String(repeating: "x", count: size))"}"#
  }

  @Test(arguments: ["\n", "\r\n", "\n\n \n", " \n"])
  func eachLineComesInItsTurn(end: String) throws {
    // Some lines are larger than what is read ahead, some cross the end of the window, and one is too large.
    let sizes = (0..<900).map { [5: 20_000, 60: 90_000, 61: 300_000, 90: 70_000][$0] ?? ($0 * 37) % 700 }
    let text = sizes.enumerated().map { Self.line($0, size: $1) }.joined(separator: end)
    let lines = try Self.lines(text, ahead: true)
    #expect(lines == (try Self.lines(text, ahead: false)))
    #expect(lines.count == 900)
    for (number, line) in lines.enumerated() where number != 61 {
      guard case .record(number, _) = line else {
        Issue.record("no record \(number): \(line)")
        return
      }
    }
  }

  @Test(arguments: ["{\"n\" 1}", "?", "{\"n\":1 2}", "{\"n\":\"\\x\"}", "{\"n\":1} 2", "{\"n\":[1", "{\"n\":1\u{1}}"])
  func aFaultStaysInItsLine(fault: String) throws {
    for place in 0..<40 {
      let lines = (0..<60).map { $0 == place ? fault : Self.line($0, size: $0) }
      let read = try Self.lines(Self.line(-2, size: 1) + "\n" + lines.joined(separator: "\n"), ahead: true)
      #expect(read == (try Self.lines(Self.line(-2, size: 1) + "\n" + lines.joined(separator: "\n"), ahead: false)))
      #expect(read.count == 61)
      guard case .fault = read[place + 1] else {
        Issue.record("no fault in line \(place + 2)")
        return
      }
    }
  }
}

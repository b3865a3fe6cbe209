import FHIRFindings
@testable import FHIRReporting
import FHIRSupport
import Testing

@Suite struct PositionResolverTests {
  /// Locates every range, feeding pieces of the given size; also counts how often the input was fed from its start.
  private func locate(
    _ ranges: [Range<Int>], in bytes: [UInt8], pieceSize: Int
  ) -> (found: [(SourcePosition, SourceExcerpt?)], restarts: Int) {
    var resolver = PositionResolver()
    var fed = 0
    var restarts = 0
    var found: [(SourcePosition, SourceExcerpt?)] = []
    for range in ranges {
      var isDone = false
      while !isDone {
        switch resolver.locate(SourceRange(start: range.lowerBound, end: range.upperBound)) {
        case .located(let position, let excerpt):
          found.append((position, excerpt))
          isDone = true
        case .needsBytes:
          let next = min(bytes.count, fed + pieceSize)
          if next == fed { resolver.finish() } else { resolver.append(Array(bytes[fed..<next])) }
          fed = next
        case .needsRestart:
          resolver.restart()
          fed = 0
          restarts += 1
        }
      }
    }
    return (found, restarts)
  }

  private func excerpt(_ text: String, _ range: Range<Int>) throws -> SourceExcerpt {
    try #require(locate([range], in: Array(text.utf8), pieceSize: .max / 2).found[0].1)
  }

  private static let sample = """
    {
      "resourceType": "Patient",\r
    \t"name": [{"text": "日本語 😀 Zoë"}],
      "long": "\(String(repeating: "é日x", count: 150))"
    }

    """

  /// A URL that surely has no user part is shown as far as it goes.
  @Test func aCutURLIsShownIfItHasNoUser() {
    let start = String(repeating: "x", count: 60) + "!"
    func shown(_ rest: String) -> String {
      let bytes = Array((start + String(repeating: " ", count: 50) + "http://ab" + rest).utf8)
      return bytes.withUnsafeBytes {
        SourceExcerpt(around: 60..<61, lineStart: 0, in: $0, skippingMark: false).masked.after
      }
    }
    #expect(shown("cdefgh.example.org/" + String(repeating: "y", count: 99)).hasSuffix("http://abcdefgh.exa"))
    #expect(shown("cdefgh:secret@example.org/" + String(repeating: "y", count: 99)).hasSuffix("http://************"))
  }

  /// A part of an input gives the answers that the whole input gives.
  @Test(arguments: [3, 100_000])
  func aPartKnowsItsPlace(_ size: Int) throws {
    let whole = Array(Self.sample.utf8)
    let table = LineTable(whole)
    let start = try #require(whole.firstIndex(of: 0x0A)) + 1
    var resolver = PositionResolver(excerpts: true, from: PositionCursor(offset: start, line: 2))
    // In this order, the second offset requires a restart.
    for offset in [whole.count - 3, start + 4, whole.count - 3] {
      var fed = start
      var answer = resolver.locate(SourceRange(start: offset, end: offset + 1))
      while true {
        if case .needsRestart = answer { resolver.restart() } else if fed == whole.count { resolver.finish() }
        if case .located(let position, let excerpt) = answer {
          #expect(position == table.position(of: offset))
          #expect(try excerpt == self.excerpt(Self.sample, offset..<offset + 1))
          break
        }
        let next = min(whole.count, fed + size)
        resolver.append(Array(whole[fed..<next]))
        fed = next
        answer = resolver.locate(SourceRange(start: offset, end: offset + 1))
      }
      resolver.restart()
    }
  }

  @Test(arguments: [1, 2, 3, 7, 64, 131, 1000, 100_000])
  func piecesOfAnySizeGiveTheSameAnswers(_ size: Int) {
    let bytes = Array(([0xEF, 0xBB, 0xBF] + Array(Self.sample.utf8)))
    let table = LineTable(bytes)
    let ranges = (0...bytes.count).map { $0..<min(bytes.count, $0 + 5) }.filter { $0.lowerBound <= bytes.count }
    let (found, restarts) = locate(ranges, in: bytes, pieceSize: size)
    let whole = locate(ranges, in: bytes, pieceSize: bytes.count).found
    #expect(restarts == 0)
    for (index, range) in ranges.enumerated() {
      #expect(found[index].0 == table.position(of: range.lowerBound))
      #expect(found[index].1 == whole[index].1)
    }
  }

  /// Newlines are counted in lanes that hold no more than 255.
  @Test(arguments: [1, 15, 16, 17, 4_079, 4_080, 4_081, 8_161, 70_000])
  func linesAreCountedInPiecesOfAnySize(_ count: Int) {
    for period in [1, 2, 3, 16, 17, 5_000] {
      let bytes = (0...count).map { $0 % period == 0 ? UInt8(ascii: "\n") : UInt8(ascii: "x") }
      let position = locate([count..<count + 1], in: bytes, pieceSize: bytes.count).found[0].0
      let before = (count + period - 1) / period
      #expect(position == SourcePosition(line: before + 1, column: count - (before - 1) * period))
    }
  }

  @Test func goingBackRestartsOnlyWhenTheBytesAreGone() {
    let bytes = Array(String(repeating: "x\n", count: 10_000).utf8)
    let (far, restarts) = locate([15_000..<15_001, 2..<3], in: bytes, pieceSize: 1_000)
    #expect(restarts == 1)
    #expect(far.map(\.0.line) == [7_501, 2])
    #expect(locate([15_000..<15_001, 2..<3], in: bytes, pieceSize: bytes.count).restarts == 0)
    #expect(locate([15_500..<15_501, 15_400..<15_401], in: bytes, pieceSize: 1_000).restarts == 0)
  }

  @Test func holdsLittleMoreThanAPiece() {
    // The size of the window is not visible from outside; a long line in small pieces must at least be correct.
    let bytes = [UInt8](repeating: UInt8(ascii: "x"), count: 200_000)
    let (found, restarts) = locate([199_000..<199_001], in: bytes, pieceSize: 100)
    #expect(found[0].0 == SourcePosition(line: 1, column: 199_001))
    #expect(restarts == 0)
  }

  @Test func excerptIsTheWholeLineWhenItFits() throws {
    let found = try excerpt("{\n  \"a\": 1,\r\n}", 4..<7)
    #expect(found == SourceExcerpt(before: "  ", fault: "\"a\"", after: ": 1,"))
  }

  /// A bracket alone says nothing of the record, so what it opens follows.
  @Test func excerptOfABracketHasWhatItOpens() throws {
    let found = try excerpt("[\n  {\n    \"a\": 1,\r\n\t\"b\": 2\n  }]", 4..<5)
    #expect(found == SourceExcerpt(before: "  ", fault: "{", after: " \"a\": 1, \"b\": 2 }]"))
    let long = try excerpt("{\n" + String(repeating: "  \"é\": 1,\n", count: 40), 0..<1)
    #expect(long.isCutAfter && long.after.hasPrefix(" \"é\": 1, \"é\": 1,") && long.after.utf8.count < 120)
    #expect(try excerpt("{ \"a\": {} }", 0..<1).after == " \"a\": {} }")
  }

  @Test func excerptOfALongLineIsCutOnBothSides() throws {
    let text = String(repeating: "a", count: 300) + "FAULT" + String(repeating: "b", count: 300)
    let found = try excerpt(text, 300..<305)
    #expect(found.before == String(repeating: "a", count: 50))
    #expect(found.fault == "FAULT")
    #expect(found.after == String(repeating: "b", count: 65))
    #expect(found.isCutBefore && found.isCutAfter && !found.faultGoesOn)
  }

  @Test(arguments: 0..<4) func cutsNeverGoThroughAScalar(_ shift: Int) throws {
    let pad = String(repeating: "x", count: shift)
    let text = pad + String(repeating: "😀", count: 100) + "!" + String(repeating: "😀", count: 100)
    let start = shift + 400
    let found = try excerpt(text, start..<(start + 1))
    #expect(!(found.before + found.after).unicodeScalars.contains("\u{FFFD}"))
    #expect(found.fault == "!")
  }

  @Test func aFaultOverSeveralLinesEndsWithItsLine() throws {
    let found = try excerpt("{\"a\": {\n1\n}}", 6..<11)
    #expect(found.fault == "{")
    #expect(found.faultGoesOn)
  }

  @Test func invalidBytesAreRepaired() throws {
    let bytes: [UInt8] = Array("\"a".utf8) + [0xFF, 0xC3] + Array("b\"".utf8)
    let found = try #require(locate([2..<3], in: bytes, pieceSize: 100).found[0].1)
    #expect(found.before == "\"a")
    #expect(found.fault == "\u{FFFD}")
    #expect(found.after == "\u{FFFD}b\"")
  }

  @Test func theEndAndTheEmptyInputHavePlaces() throws {
    #expect(locate([0..<0], in: [], pieceSize: 10).found[0].0 == SourcePosition(line: 1, column: 1))
    let found = locate([3..<3, 99..<120], in: Array("a\nb".utf8), pieceSize: 10).found
    #expect(found.map(\.0) == [SourcePosition(line: 2, column: 2), SourcePosition(line: 2, column: 2)])
    #expect(found[1].1?.before == "b")
  }
}

import FHIRFindings
import FHIRTestSupport
import Testing

struct MarkedJSONTests {
  @Test func removesMarksAndKeepsUTF8Offsets() throws {
    let document = try MarkedJSON("é«x»«»\n«[«1»]»")
    #expect(document.bytes == Array("éx\n[1]".utf8))
    #expect(
      document.ranges == [
        SourceRange(start: 2, end: 3), SourceRange(start: 3, end: 3), SourceRange(start: 4, end: 7),
        SourceRange(start: 5, end: 6),
      ])
  }

  @Test func turnsNotationIntoBytes() throws {
    let document = try MarkedJSON("a⟨EF BB⟩«⟨00⟩»⟨61 × 3⟩")
    #expect(document.bytes == [0x61, 0xEF, 0xBB, 0x00, 0x61, 0x61, 0x61])
    #expect(document.ranges == [SourceRange(start: 3, end: 4)])
  }

  @Test(arguments: ["«", "»", "⟨⟩", "⟨é⟩", "⟨61 × x⟩", "⟨123⟩"])
  func refusesWrongMarks(text: String) {
    #expect(throws: MarkedJSON.Mistake.self) { try MarkedJSON(text) }
  }
}

import ClinicalSources
import FHIRFindings
import FHIRTape
import Testing

struct MalformedDocumentTests {
  private func rules(_ text: String) throws -> [RuleID] {
    try Array(text.utf8).withUnsafeBytes { bytes in
      var source = MemorySource(bytes)
      return try [ClinicalDocument(from: &source).fault?.finding.rule].compactMap { $0 }
    }
  }

  @Test func reportsItsExample() throws {
    #expect(try rules(Rule.malformedDocument.explanation.bad) == ["source/malformed-document"])
  }

  @Test(arguments: [#"<ClinicalDocument xmlns="urn:hl7-org:v3"><id root="~"/>"#, "<ClinicalDocument><title>~</title>"])
  func reportsBytesThatAreNotUTF8(text: String) throws {
    let place = try #require(text.utf8.firstIndex(of: UInt8(ascii: "~")))
    let bytes = text.utf8.map { $0 == UInt8(ascii: "~") ? 0xFF : $0 }
    let fault = try bytes.withUnsafeBytes { bytes in
      var source = MemorySource(bytes)
      return try ClinicalDocument(from: &source).fault?.finding
    }
    #expect(fault?.message.contains("UTF-8") == true)
    #expect(fault?.range.start == text.utf8.distance(from: text.utf8.startIndex, to: place))
  }

  @Test func acceptsItsExample() throws {
    #expect(try rules(Rule.malformedDocument.explanation.good) == [])
  }
}

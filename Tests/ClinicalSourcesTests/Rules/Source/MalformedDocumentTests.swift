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

  @Test func acceptsItsExample() throws {
    #expect(try rules(Rule.malformedDocument.explanation.good) == [])
  }
}

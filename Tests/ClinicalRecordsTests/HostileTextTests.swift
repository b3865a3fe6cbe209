import ClinicalRecords
import FHIRTestSupport
import FHIRSupport
import Testing

/// Records and their origins are compared and hashed by the bytes of their texts.
struct HostileTextTests {
  private let marks = HostileText.marks

  @Test func origins() {
    let origins = (0..<4).map { index in
      let text = index < 2 ? marks : marks + "x"
      return RecordOrigin(source: text, sourceURL: text, receivedDate: ReceivedDate(text))
    }
    #expect(Set(origins).count == 2)
    #expect(origins[0] == origins[1] && origins[1] != origins[2])
  }

  @Test func differentSpellingsOfALetterAreDifferentTexts() {
    #expect(RecordOrigin(source: "\u{E9}") != RecordOrigin(source: "e\u{301}"))
    #expect(ReceivedDate("\u{E9}") != ReceivedDate("e\u{301}"))
  }

  @Test func records() throws {
    let records = try (0..<4).map { index in
      let text = index < 2 ? marks : marks + "x"
      let json = #"{"resourceType":"\#(text)","id":"\#(text)"}"#
      return try #require(ClinicalRecord(json: Array(json.utf8), origin: RecordOrigin(source: text)))
    }
    #expect(Set(records).count == 2)
    #expect(records.allSatisfy { $0.resourceType == nil })
    #expect(records.records(withFHIRResourceType: .observation).isEmpty)
  }

  @Test func namesOfTypes() {
    for type in FHIRResourceType.allCases { #expect(FHIRResourceType(named: type.rawValue) == type) }
    for type in ClinicalTypeIdentifier.allCases { #expect(ClinicalTypeIdentifier(named: type.rawValue) == type) }
    #expect(FHIRResourceType(named: marks) == nil && ClinicalTypeIdentifier(named: marks) == nil)
  }
}

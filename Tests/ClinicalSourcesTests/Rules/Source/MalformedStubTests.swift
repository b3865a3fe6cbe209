import FHIRFindings
import ClinicalSources
import Testing

struct MalformedStubTests {
  @Test func reportsARepeatedAttribute() throws {
    let export = try expectExport(
      #"<ClinicalRecord type="Patient" «type»="Group" "#
        + stubText().dropFirst(#" <ClinicalRecord type="Patient" "#.count),
      finds: [
        ExpectedFinding("malformed-stub", "type", "expected each attribute once, found 'type' again; the first is used")
      ])
    #expect(export.stub(of: 0)?.type == "Patient")
  }

  @Test func reportsAValueWithoutQuotes() throws {
    try expectExport(
      stubText().replacing("\"Patient\"", with: "«P»atient"), files: [],
      finds: [
        ExpectedFinding(
          "malformed-stub", "", "expected a value in quotes, found 'P'; the rest of the entry was not read")
      ])
  }

  @Test func reportsAValueThatDoesNotEnd() throws {
    let export = try expectExport(
      stubText().replacing("a.json\"/>", with: "a.json/>") + "\n «<»Workout a=\"b\"/>", stubText(),
      files: ["a.json"],
      finds: [
        ExpectedFinding(
          "malformed-stub", "", "expected the end of a value in quotes, found '<'; the rest of the entry was not read")
      ])
    #expect(export.stubs.map(\.resourceFilePath) == ["", "/clinical-records/a.json"])
  }

  @Test func reportsAnAttributeWithoutAValue() throws {
    try expectExport(
      "<ClinicalRecord hidden «t»ype=\"Patient\"/>",
      files: [],
      finds: [
        ExpectedFinding(
          "malformed-stub", "", "expected '=' after an attribute, found 't'; the rest of the entry was not read")
      ])
  }

  @Test func reportsControlCharactersAndBadUTF8AndKeepsTheRest() throws {
    let export = try expectExport(
      stubText(sourceName: "City«⟨0B⟩»Clinic"), stubText(sourceName: "«City⟨FF⟩»", path: "/clinical-records/b.json"),
      files: ["a.json", "b.json"],
      finds: [
        ExpectedFinding(
          "malformed-stub", "sourceName", "expected no control character in XML, found one (0x0B)"),
        ExpectedFinding(
          "malformed-stub", "sourceName", "expected UTF-8, found bytes that are not; they were replaced"),
      ])
    #expect(export.stubs.map(\.sourceName) == ["City\u{0B}Clinic", "City\u{FFFD}"])
  }

  @Test func acceptsAnyOrderEitherQuotesAndWhatItDoesNotKnow() throws {
    let export = try expectExport(
      """
      <ClinicalRecord
        resourceFilePath = '/clinical-records/a.json' fhirVersion='1.0.2' device="&lt;x>"
      \treceivedDate="2021-03-04 05:06:07 +0100" sourceURL='' sourceName='Dr. "A" &amp; B&#39;s &#x41;'
        identifier="a" type="Patient"></ClinicalRecord>
      """)
    let stub = try #require(export.stub(of: 0))
    #expect(stub.sourceName == "Dr. \"A\" & B's A" && stub.type == "Patient" && stub.sourceURL == "")
    #expect(stub.position.line == 3 && stub.position.column == 1)
  }
}

import FHIRTestSupport
import Testing

struct StubDisagreesTests {
  private func findings(_ json: String, _ stub: String = stubText()) throws -> [String] {
    try ExportCheck.findings([
      ("clinical-records/a.json", json), ("export.xml", "<HealthData>\n\(stub)</HealthData>"),
    ])
  }

  @Test func reportsAnotherType() throws {
    #expect(
      try findings(#"{ "id": "a", "resourceType": "Group", "type": "person", "actual": true }"#) == [
        "clinical-records/a.json 29..<36 source/stub-disagrees"
      ])
  }

  @Test func reportsAnotherIdAndNone() throws {
    #expect(
      try findings(#"{ "resourceType": "Patient", "id": "A" }"#) == [
        "clinical-records/a.json 35..<38 source/stub-disagrees"
      ])
    #expect(
      try findings(#"{ "resourceType": "Patient" }"#) == ["clinical-records/a.json 0..<1 source/stub-disagrees"])
  }

  @Test func reportsSeveralRecords() throws {
    #expect(
      try findings(
        #"""
        { "resourceType": "Bundle", "id": "a", "type": "collection", "entry": [
        { "resource": { "resourceType": "Patient", "id": "a" }, "fullUrl": "http://example.org/fhir/Patient/a" },
        { "resource": { "resourceType": "Group", "type": "person", "actual": true }, "fullUrl": "urn:oid:1.2" }] }
        """#) == ["clinical-records/a.json 86..<87 source/stub-disagrees"])
  }

  @Test func saysWhatTheStubSays() throws {
    let message = try ExportCheck.messages([
      ("clinical-records/a.json", #"{ "resourceType": "Patient", "id": "b" }"#),
      ("export.xml", "<HealthData>\n\(stubText())</HealthData>"),
    ])
    #expect(message == ["expected the id 'a' of the entry on line 2 of 'export.xml', found 'b'"])
  }

  @Test func acceptsTheRecordOfTheStubAndAStubThatSaysNothing() throws {
    #expect(try findings(#"{ "id": "\u0061", "resourceType": "Patient" }"#) == [])
    #expect(
      try findings(#"{ "id": "b", "resourceType": "Patient" }"#, stubText(identifier: "")) == [
        "export.xml 14..<29 source/missing-attribute"
      ])
  }
}

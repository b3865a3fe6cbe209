import ClinicalSources
import FHIRTestSupport
import Testing

struct NotJsonTests {
  @Test func reportsAFileOfAnotherKind() throws {
    try expectArchiveFinding(
      in: """
        Patient-1.json
        «Patient-2.json  holds <Patient xmlns="http://hl7.org/fhir"/>»
        """, .notJson)
  }

  @Test func acceptsOtherFilesUnderTheirOwnNames() throws {
    try expectArchiveFinding(in: "Patient-2.xml  holds <Patient xmlns=\"http://hl7.org/fhir\"/>", nil)
  }
}

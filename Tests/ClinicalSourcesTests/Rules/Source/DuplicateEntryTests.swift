import ClinicalSources
import FHIRTestSupport
import Testing

struct DuplicateEntryTests {
  @Test func reportsTheSecondOfAName() throws {
    try expectArchiveFinding(
      in: """
        Patient-1.json
        Patient-2.json
        «Patient-1.json»
        """, .duplicateEntry)
  }

  @Test func acceptsNamesThatDifferInCase() throws {
    try expectArchiveFinding(
      in: """
        Patient-1.json
        patient-1.json
        folder/Patient-1.json
        """, nil)
  }
}

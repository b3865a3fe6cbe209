import ClinicalSources
import FHIRTestSupport
import Testing

struct OverlappingEntryTests {
  @Test func reportsTheSecondOfTwoInOnePlace() throws {
    try expectArchiveFinding(
      in: """
        Patient-1.json
        Patient-2.json
        «Patient-3.json  lies at Patient-1.json»
        """, .overlappingEntry)
  }

  @Test func acceptsNeighbours() throws {
    try expectArchiveFinding(
      in: """
        Patient-1.json
        Patient-2.json
        """, nil)
  }
}

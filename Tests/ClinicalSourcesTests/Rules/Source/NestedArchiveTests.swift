import ClinicalSources
import FHIRTestSupport
import Testing

struct NestedArchiveTests {
  @Test func reportsAnArchiveWithin() throws {
    try expectArchiveFinding(
      in: """
        Patient-1.json
        «records.zip  is a zip archive»
        """, .nestedArchive)
  }

  @Test func acceptsFoldersWithin() throws {
    try expectArchiveFinding(in: "records.zip/Patient-1.json", nil)
  }
}

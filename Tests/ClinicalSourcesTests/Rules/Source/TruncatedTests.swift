import ClinicalSources
import FHIRTestSupport
import Testing

struct TruncatedTests {
  @Test func reportsAnArchiveWithoutItsDirectory() throws {
    try expectArchiveFinding(
      in: """
        Patient-1.json
        Patient-2.json
        (the directory is missing)
        """, .truncated)
  }

  @Test func reportsDataThatBreaksOff() throws {
    try expectArchiveFinding(
      in: """
        Patient-1.json
        «Patient-2.json  packed as 4B 4C»
        """, .truncated)
  }

  @Test func acceptsAWholeArchive() throws {
    try expectArchiveFinding(in: "Patient-1.json", nil)
  }
}

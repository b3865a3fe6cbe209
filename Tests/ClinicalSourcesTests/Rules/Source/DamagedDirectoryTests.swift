import ClinicalSources
import FHIRTestSupport
import Testing

struct DamagedDirectoryTests {
  @Test func reportsAWrongNumberOfEntries() throws {
    try expectArchiveFinding(
      in: """
        Patient-1.json
        Patient-2.json
        (the directory counts 1 entries)
        """, .damagedDirectory)
  }

  @Test func acceptsTheRightNumberOfEntries() throws {
    try expectArchiveFinding(
      in: """
        Patient-1.json
        Patient-2.json
        (the directory counts 2 entries)
        """, nil)
  }
}

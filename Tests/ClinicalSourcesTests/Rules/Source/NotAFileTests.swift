import ClinicalSources
import FHIRTestSupport
import Testing

struct NotAFileTests {
  @Test func reportsASymbolicLink() throws {
    try expectArchiveFinding(
      in: """
        Patient-1.json
        «Patient-2.json  mode 120777»
        """, .notAFile)
  }

  @Test func reportsADevice() throws {
    try expectArchiveFinding(in: "«Patient-2.json  mode 020666»", .notAFile)
  }

  @Test func acceptsFilesWithAnyPermissions() throws {
    try expectArchiveFinding(
      in: """
        Patient-1.json  mode 100000
        Patient-2.json  mode 644
        """, nil)
  }
}

import ClinicalSources
import FHIRTestSupport
import Testing

struct EncryptedEntryTests {
  @Test func reportsAnEncryptedEntry() throws {
    try expectArchiveFinding(
      in: """
        Patient-1.json
        «Patient-2.json  encrypted»
        """, .encryptedEntry)
  }

  @Test func acceptsPlainEntries() throws {
    try expectArchiveFinding(in: "Patient-1.json", nil)
  }
}

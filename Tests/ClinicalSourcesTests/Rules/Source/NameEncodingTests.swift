import ClinicalSources
import FHIRTestSupport
import Testing

struct NameEncodingTests {
  @Test func reportsAnOldEncoding() throws {
    try expectArchiveFinding(
      in: """
        Patient-1.json
        «caf⟨82⟩.json»
        """, .nameEncoding)
  }

  @Test func acceptsUTF8() throws {
    try expectArchiveFinding(
      in: """
        café.json
        パ.json
        """, nil)
  }
}

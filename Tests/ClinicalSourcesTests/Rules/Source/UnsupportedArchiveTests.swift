import ClinicalSources
import FHIRTestSupport
import Testing

struct UnsupportedArchiveTests {
  @Test func reportsAnotherMethod() throws {
    try expectArchiveFinding(
      in: """
        Patient-1.json
        «Patient-2.json  method 12»
        """, .unsupportedArchive)
  }

  @Test func acceptsDeflate() throws {
    try expectArchiveFinding(in: "Patient-1.json  method 8", nil)
  }
}

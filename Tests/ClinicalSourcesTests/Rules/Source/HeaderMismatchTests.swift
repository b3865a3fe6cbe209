import ClinicalSources
import FHIRTestSupport
import Testing

struct HeaderMismatchTests {
  @Test func reportsAnotherName() throws {
    try expectArchiveFinding(
      in: """
        Patient-1.json
        «Patient-2.json  calls itself Patient-3.json»
        """, .headerMismatch)
  }

  @Test func acceptsTheSameName() throws {
    try expectArchiveFinding(in: "Patient-2.json  calls itself Patient-2.json", nil)
  }
}

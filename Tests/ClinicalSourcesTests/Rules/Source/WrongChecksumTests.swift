import ClinicalSources
import FHIRTestSupport
import Testing

struct WrongChecksumTests {
  @Test func reportsAnotherChecksum() throws {
    try expectArchiveFinding(
      in: """
        Patient-1.json
        «Patient-2.json  checksum 00000000»
        Patient-3.json
        """, .wrongChecksum)
  }

  @Test func acceptsTheRightOne() throws {
    try expectArchiveFinding(in: "Patient-1.json", nil)
  }
}

import ClinicalSources
import FHIRTestSupport
import Testing

struct WrongSizeTests {
  @Test func reportsDataThatIsLonger() throws {
    try expectArchiveFinding(
      in: """
        Patient-1.json
        «Patient-2.json  size 3»
        """, .wrongSize)
  }

  @Test func reportsDataThatIsShorter() throws {
    try expectArchiveFinding(
      in: """
        Patient-1.json
        «Patient-2.json  size 30»
        """, .wrongSize)
  }

  @Test func acceptsTheRightOne() throws {
    try expectArchiveFinding(in: "Patient-1.json  size 26", nil)
  }
}

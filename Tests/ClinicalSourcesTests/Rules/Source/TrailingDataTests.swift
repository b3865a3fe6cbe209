import ClinicalSources
import FHIRTestSupport
import Testing

struct TrailingDataTests {
  @Test func reportsBytesBehindTheData() throws {
    try expectArchiveFinding(
      in: """
        Patient-1.json
        «Patient-2.json  2 bytes behind its data»
        Patient-3.json
        """, .trailingData)
  }

  @Test func acceptsNone() throws {
    try expectArchiveFinding(in: "Patient-2.json  0 bytes behind its data", nil)
  }
}

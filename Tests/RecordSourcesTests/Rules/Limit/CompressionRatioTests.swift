import FHIRValidation
import TestSupport
import Testing

struct CompressionRatioTests {
  @Test func reportsDataThatIsPackedTooWell() throws {
    try expectArchiveFinding(
      in: """
        Patient-1.json
        «Patient-2.json  1000000 spaces»
        """, .compressionRatio)
  }

  @Test func acceptsLittleThatIsPackedWell() throws {
    try expectArchiveFinding(in: "Patient-1.json  999999 spaces", nil)
  }
}

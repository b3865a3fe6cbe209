import ClinicalSources
import FHIRTestSupport
import Testing

struct DamagedDataTests {
  @Test func reportsDataThatDoesNotInflate() throws {
    try expectArchiveFinding(
      in: """
        Patient-1.json
        «Patient-2.json  packed as FF FF FF FF»
        Patient-3.json
        """, .damagedData)
  }

  @Test func acceptsAnEmptyStream() throws {
    try expectArchiveFinding(in: "Patient-1.json  method 8", nil)
  }
}

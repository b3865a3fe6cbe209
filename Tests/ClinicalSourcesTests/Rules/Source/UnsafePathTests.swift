import ClinicalSources
import FHIRTestSupport
import Testing

struct UnsafePathTests {
  @Test func reportsAPathThatLeadsOut() throws {
    try expectArchiveFinding(
      in: """
        Patient-1.json
        «records/../../Patient-2.json»
        """, .unsafePath)
  }

  @Test func reportsAnAbsolutePath() throws {
    try expectArchiveFinding(
      in: """
        Patient-1.json
        «/etc/Patient-2.json»
        """, .unsafePath)
  }

  @Test func acceptsNamesWithDots() throws {
    try expectArchiveFinding(
      in: """
        a..b/...json
        ..a
        """, nil)
  }
}

import ClinicalSources
import FHIRTestSupport
import Testing

struct InflatedSizeTests {
  @Test func reportsTheFirstBeyondTheLimit() throws {
    var limits = ArchiveLimits()
    limits.maximumInflatedBytes = 51
    try expectArchiveFinding(
      in: """
        Patient-1.json
        «Patient-2.json»
        """, .inflatedSize, limits: limits)
  }

  @Test func acceptsTheLimit() throws {
    var limits = ArchiveLimits()
    limits.maximumInflatedBytes = 52
    try expectArchiveFinding(
      in: """
        Patient-1.json
        Patient-2.json
        """, nil, limits: limits)
  }
}

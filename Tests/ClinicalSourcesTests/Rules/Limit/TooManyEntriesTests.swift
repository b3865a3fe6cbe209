import ClinicalSources
import FHIRTestSupport
import Testing

struct TooManyEntriesTests {
  @Test func reportsEntriesBeyondTheLimit() throws {
    var limits = ArchiveLimits()
    limits.maximumEntries = 1
    try expectArchiveFinding(
      in: """
        Patient-1.json
        Patient-2.json
        """, .tooManyEntries, limits: limits)
  }

  @Test func acceptsTheLimit() throws {
    var limits = ArchiveLimits()
    limits.maximumEntries = 2
    try expectArchiveFinding(
      in: """
        Patient-1.json
        Patient-2.json
        """, nil, limits: limits)
  }
}

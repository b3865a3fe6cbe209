import FHIRFindings
import FHIRRecognition
import FHIRSchema
import FHIRValidation
import FHIRTape
import FHIRTestSupport
import Testing

/// If the first records of an input do not show their release, the reader reads ahead to later ones, and then reads
/// again.
@Suite struct ReleaseLookAheadTests {
  private let validator: Validator

  init() throws { validator = try TwoReleases.validator() }

  private static let silent = #"{"resourceType":"Patient","gender":"male"}"#
  private static let profiled =
    #"{"resourceType":"Patient","meta":{"profile":["http://fhir.org/guides/argonaut/StructureDefinition/argo-patient"]}}"#

  private func tally(_ text: String) throws -> ValidationTally {
    try Array(text.utf8).withUnsafeBytes { bytes in
      var seen = 0
      let tally = try validator.validate(from: MemorySource(bytes), visit: { _ in seen += 1 }) { _ in }
      // Observers do not receive records that were only read ahead.
      #expect(seen == tally.records)
      return tally
    }
  }

  @Test func theLastLineShowsTheRelease() throws {
    let lines = String(repeating: Self.silent + "\n", count: 5_000)
    #expect(try tally(lines + Self.profiled).releases == ["dstu2": [.file: 5_000, .profile: 1]])
    #expect(try tally(lines).releases == ["r4": [.assumed: 5_000]])
  }

  @Test func theSearchEndsAfterTenThousandRecords() throws {
    let lines = String(repeating: Self.silent + "\n", count: 10_000)
    #expect(try tally(lines + Self.profiled).releases == ["r4": [.assumed: 10_000], "dstu2": [.profile: 1]])
  }

  @Test func theLastEntryShowsTheRelease() throws {
    let entries = String(repeating: "{\"resource\":\(Self.silent)},", count: 3_000)
    let bundle =
      "{\"resourceType\":\"Bundle\",\"entry\":[\(entries){\"resource\":\(Self.profiled)}],\"type\":\"searchset\"}"
    #expect(try tally(bundle).releases == ["dstu2": [.bundle: 3_000, .profile: 1]])
  }

  /// Faults before the record that shows the release are reported once, and so is the byte order mark.
  @Test func faultsAreReportedOnce() throws {
    let text = "\u{FEFF}{\"a\":}\n\(Self.silent)\n{]\n\(Self.profiled)\n"
    let found = validator.validate(Array(text.utf8))
    #expect(
      found.findings.map(\.rule.rawValue).sorted() == [
        "json/byte-order-mark", "json/unexpected-character", "json/unexpected-character",
      ])
    #expect(found.tally.releases == ["dstu2": [.file: 1, .profile: 1]])
  }

  @Test func aListWithEntriesIsReadAsOneRecord() throws {
    let list = #"{"entry":[{"item":{"display":"a"}}],"resourceType":"List","status":"current","mode":"working"}"#
    #expect(try tally(list).releases == ["r4": [.assumed: 1]])
    // A Bundle of no other record is one itself.
    #expect(try tally(#"{"resourceType":"Bundle","entry":[]}"#).records == 1)
  }

  @Test func partsGetTheReleaseOfTheirFile() throws {
    let lines = "\(Self.silent)\n\(Self.profiled)\n"
    try Array(lines.utf8).withUnsafeBytes { bytes in
      var hints = ReleaseHints()
      hints.file = try validator.survey(MemorySource(bytes))
      #expect(hints.file?.number == ReleaseNames.published.number(of: .dstu2))
      let line = Array(Self.silent.utf8)
      let part = try line.withUnsafeBytes {
        try validator.validate(from: MemorySource($0), hints: hints, lineStart: 100, visit: nil) { _ in }
      }
      #expect(part.releases == ["dstu2": [.file: 1]])
    }
  }
}

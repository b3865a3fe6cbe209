import Foundation
import Testing

/// Decoding and encoding gives the same JSON, value for value, whatever its faults.
struct RoundTripTests {
  private func check(_ file: URL, _ release: TestedRelease) throws -> RoundTrip? {
    let bytes = try Corpus.bytes(file)
    guard let found = RoundTrip(release, bytes) else { return nil }
    #expect(try LosslessComparison.differences(bytes, found.encoded) == [], "\(file.lastPathComponent)")
    #expect(found.isStable, "\(file.lastPathComponent)")
    return found
  }

  /// Samples of all releases with the models of each: elements of the other release are kept aside.
  @Test(arguments: TestedRelease.all)
  func samples(release: TestedRelease) throws {
    let files = Corpus.files(Corpus.root.appendingPathComponent("Samples"))
    #expect(files.count >= 40)
    // The export has a truncated record, and keys are no records.
    let others = ["/broken/", "/apple-health-export/", "/health-cards/"]
    for file in files {
      let found = try check(file, release)
      #expect(found != nil || others.contains { file.path.contains($0) }, "\(file.path)")
    }
    #expect(release.samples.count == 14)
    for file in release.samples { #expect(try check(file, release)?.isModelled == true, "\(file.path)") }
  }

  /// The published examples, with the least number that have a model and the number that have none, and their faults.
  @Test(
    .enabled(
      if: Corpus.isAtHand("dstu2-official") && Corpus.isAtHand("r4-official"),
      "the published examples are not available"),
    arguments: zip(TestedRelease.all, [(modelled: 290, others: 100), (modelled: 250, others: 380)]))
  func publishedExamples(release: TestedRelease, counts: (modelled: Int, others: Int)) throws {
    var modelled = 0
    var others = 0
    var faulty: Set<String> = []
    for file in release.published {
      guard let found = try check(file, release) else { continue }
      if found.isModelled { modelled += 1 } else { others += 1 }
      for fault in found.faults { faulty.insert("\(file.lastPathComponent): \(fault)") }
    }
    #expect(modelled > counts.modelled && others > counts.others)
    #expect(faulty == [])
  }

  /// Valid or not, of this release or another: a fault never loses a value.
  @Test(
    .enabled(if: Corpus.isAtHand("negative") && Corpus.isAtHand("other"), "the other corpora are not available"),
    arguments: TestedRelease.all, [("negative", 75), ("other", 220)])
  func otherRecords(release: TestedRelease, corpus: (folder: String, records: Int)) throws {
    let files = Corpus.files(Corpus.shared.appendingPathComponent(corpus.folder))
    #expect(try files.count { try check($0, release) != nil } >= corpus.records)
  }
}

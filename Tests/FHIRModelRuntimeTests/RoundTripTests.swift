import FHIRDSTU2
import Foundation
import Testing

/// Decoding and encoding gives the same JSON, value for value, whatever is wrong with it.
struct RoundTripTests {
  private func check(_ file: URL) throws -> AnyResource? {
    let bytes = try Corpus.bytes(file)
    let result = FHIRDecoder().decodeAnyLeniently(from: bytes)
    guard let resource = result.value else { return nil }
    let encoded = FHIREncoder().encode(resource)
    let differences = try LosslessComparison.differences(bytes, encoded)
    #expect(differences == [], "\(file.lastPathComponent)")
    // What was encoded decodes to the same value.
    #expect(FHIRDecoder().decodeAnyLeniently(from: encoded).value == resource, "\(file.lastPathComponent)")
    return resource
  }

  @Test func samples() throws {
    let files = Corpus.files(Corpus.root.appendingPathComponent("Samples"))
    #expect(files.count >= 25)
    // The export has a record that is cut off.
    let others = ["/broken/", "/apple-health-export/"]
    for file in files {
      let resource = try check(file)
      #expect(resource != nil || others.contains { file.path.contains($0) }, "\(file.path)")
    }
  }

  @Test(.enabled(if: Corpus.isAtHand("dstu2-official"), "the published examples are not at hand"))
  func publishedExamples() throws {
    var modelled = 0
    var whole = 0
    var faulty: Set<String> = []
    for file in Corpus.files(Corpus.shared.appendingPathComponent("dstu2-official"))
    where file.lastPathComponent != "known-violations.json" {
      guard let resource = try check(file) else { continue }
      if case .other = resource { whole += 1 } else { modelled += 1 }
      let faults = FHIRDecoder().decodeAnyLeniently(from: try Corpus.bytes(file)).faults
      if !faults.isEmpty { faulty.insert("\(file.lastPathComponent): \(faults.map(\.description))") }
    }
    #expect(modelled > 290 && whole > 100)
    #expect(faulty == [])
  }

  /// Sound or not: a fault never costs a value.
  @Test(
    .enabled(if: Corpus.isAtHand("negative") && Corpus.isAtHand("other"), "the other corpora are not at hand"),
    arguments: [("negative", 75), ("other", 220)])
  func otherRecords(folder: String, records: Int) throws {
    let count = try Corpus.files(Corpus.shared.appendingPathComponent(folder)).count { try check($0) != nil }
    #expect(count >= records)
  }
}

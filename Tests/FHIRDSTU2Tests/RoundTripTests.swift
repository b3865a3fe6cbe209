import FHIRDSTU2
import Foundation
import Testing

/// Decoding and encoding gives the same JSON, value for value.
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
    // The file of faults has some of shape: an array without brackets comes back with them. The export has a record
    // that is cut off, and records of R4.
    let others = ["/broken/", "/one-fault", "/apple-health-export/"]
    for file in files where !others.contains(where: { file.path.contains($0) }) {
      #expect(try check(file) != nil, "\(file.path)")
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
    #expect(modelled > 250 && whole > 100)
    #expect(faulty == [])
  }

  @Test(.enabled(if: Corpus.isAtHand("other"), "the other corpora are not at hand"))
  func otherRecords() throws {
    var count = 0
    for file in Corpus.files(Corpus.shared.appendingPathComponent("other")) {
      let bytes = try Corpus.bytes(file)
      let result = FHIRDecoder().decodeAnyLeniently(from: bytes)
      guard let resource = result.value, result.faults.isEmpty else { continue }
      count += 1
      let differences = try LosslessComparison.differences(bytes, FHIREncoder().encode(resource))
      #expect(differences == [], "\(file.lastPathComponent)")
    }
    #expect(count > 50)
  }
}

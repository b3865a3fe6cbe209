import FHIRDSTU2
import Foundation
import FHIRTestSupport
import Testing

/// Decoding and encoding compare text by its bytes.
struct HostileTextTests {
  static let samples = PackageRoot.files(
    below: PackageRoot.url.appending(path: "Samples/dstu2/records"), ending: ".json")

  @Test(arguments: samples)
  func aStringOfARecord(sample: String) throws {
    try HostileText.variants(of: PackageRoot.bytes("Samples/dstu2/records/" + sample)) { text in
      let found = FHIRDecoder().decodeAnyLeniently(from: text)
      #expect(found.value.map { FHIREncoder().encode($0).count > HostileText.marks.utf8.count } ?? true)
      #expect(Set(found.faults).count == found.faults.count)
    }
  }
}

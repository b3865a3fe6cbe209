import FHIRModelRuntime
import FHIRTestSupport
import Testing

/// Decoding and encoding compare text by its bytes.
struct HostileTextTests {
  @Test(arguments: TestedRelease.all)
  func aStringOfARecord(release: TestedRelease) throws {
    #expect(!release.samples.isEmpty)
    for sample in release.samples {
      try HostileText.variants(of: Corpus.bytes(sample)) { text in
        guard let found = RoundTrip(release, text) else { return }
        #expect(found.encoded.count > HostileText.marks.utf8.count)
        #expect(Set(found.faults).count == found.faults.count)
      }
    }
  }
}

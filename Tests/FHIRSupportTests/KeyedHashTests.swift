import FHIRSupport
import Testing

@Suite struct KeyedHashTests {
  private static func hash(_ text: String, _ key: KeyedHash, seed: Fingerprint = .zero) -> Fingerprint {
    var text = text
    // The bytes of an empty text have an address too.
    return text.withUTF8 { bytes in
      withUnsafeTemporaryAllocation(of: UInt8.self, capacity: bytes.count + 1) { copy in
        _ = copy.initialize(from: bytes)
        return key.hash(UnsafePointer(copy.baseAddress!), bytes.count, seed: seed)
      }
    }
  }

  /// Digests that were written down stay valid: the numbers are of no use but must not change.
  @Test(
    arguments: [
      ("", Fingerprint(low: 0x3, high: 0x8)), ("id", Fingerprint(low: 0x2E1_BED1, high: 0x1A5_91A0)),
      ("Patient", Fingerprint(low: 0x2FF6_35E9_D5E3_4487, high: 0x2FF6_35E5_F933_8FE5)),
      ("0123456789abcdef", Fingerprint(low: 0xE820_765E_3329_690B, high: 0x5F8B_FE34_7F49_DCA5)),
      ("https://example.org/Patient/1", Fingerprint(low: 0xF540_D237_DD8F_65C0, high: 0xA1FD_E710_7917_ECBA)),
    ])
  func hashesAreTheSameInEveryVersion(_ text: String, _ expected: Fingerprint) {
    #expect(Self.hash(text, KeyedHash(1, 2, 3, 4)) == expected)
  }

  @Test func keysAndSeedsAndLengthsCount() {
    let key = KeyedHash(1, 2, 3, 4)
    let texts = (0...40).map { String(repeating: "a", count: $0) }
    #expect(Set(texts.map { Self.hash($0, key) }).count == texts.count)
    #expect(Self.hash("id", key) != Self.hash("id", KeyedHash(1, 2, 3, 5)))
    #expect(Self.hash("id", key) != Self.hash("id", key, seed: Fingerprint(low: 1, high: 0)))
    #expect(KeyedHash() != KeyedHash())
    #expect(KeyedHash.process == KeyedHash.process)
  }
}

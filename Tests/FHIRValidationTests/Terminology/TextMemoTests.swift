import Testing

@testable import FHIRValidation

struct TextMemoTests {
  private func withMemo(isKept: Bool, _ body: (TextMemo) -> Void) {
    withUnsafeTemporaryAllocation(of: UInt64.self, capacity: TextMemo.size) { places in
      body(TextMemo(at: places.baseAddress!, isKept: isKept))
    }
  }

  /// Two frequent texts never evict each other, whatever the key of the process makes of them; a third one takes the place
  /// of the one that came first.
  @Test(arguments: [0, 1, 254, 255] as [UInt64])
  func twoTextsOfOnePairOfPlacesStay(place: UInt64) {
    withMemo(isKept: true) { memo in
      let hashes = (1...3).map { UInt64(1) << 63 | UInt64($0) << 8 | place }
      memo.insert(hashes[0])
      memo.insert(hashes[1] ^ 1)
      #expect(memo.contains(hashes[0]) && memo.contains(hashes[1] ^ 1))
      #expect(!memo.contains(hashes[1]) && !memo.contains(hashes[2]))
      memo.insert(hashes[2])
      #expect(hashes.map(memo.contains) == [false, false, true] && memo.contains(hashes[1] ^ 1))
      #expect(!memo.contains((1 << 63 | 1 << 8 | place) ^ 2))
    }
  }

  @Test func oneThatForgetsHoldsNothing() {
    withMemo(isKept: false) { memo in
      for hash in [1 << 63, 1 << 63 | 1] as [UInt64] {
        memo.insert(hash)
        #expect(!memo.contains(hash))
      }
    }
  }
}

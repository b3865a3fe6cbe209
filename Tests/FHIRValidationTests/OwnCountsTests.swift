import FHIRSupport
import Testing

@testable import FHIRValidation

@Suite
struct OwnCountsTests {
  @Test(arguments: [0, 1, 2, 16, 17, 40])
  func manyNamesAreCountedLikeFew(names: Int) {
    var counts = OwnCounts()
    var expected: [ByteText: Int] = [:]
    for round in 1...2 {
      for number in 0..<names {
        counts.add(ByteText("name \(number)"), round)
        expected[ByteText("name \(number)"), default: 0] += round
      }
    }
    #expect(counts.all == expected)
    var merged = OwnCounts()
    merged.add("name 1", 5)
    merged.add("other", 1)
    merged.merge(counts)
    #expect(merged.all == expected.merging(["name 1": 5, "other": 1], uniquingKeysWith: +))
  }

  @Test
  func replacedCountsAreThoseGiven() {
    var counts = OwnCounts()
    counts.add("a", 1)
    counts.all = ["b": 2]
    counts.add("b", 1)
    #expect(counts.all == ["b": 3])
  }

  @Test
  func releasesCanBeReplacedAndMerged() {
    var tally = ValidationTally()
    tally.releases = ["r4": [.file: 2], "dstu2": [.file: 1, .assumed: 3]]
    #expect(tally.releases == ["r4": [.file: 2], "dstu2": [.file: 1, .assumed: 3]])
    var other = ValidationTally()
    other.releases = ["r4": [.file: 1, .profile: 1]]
    tally.merge(other)
    #expect(tally.releases == ["r4": [.file: 3, .profile: 1], "dstu2": [.file: 1, .assumed: 3]])
  }
}

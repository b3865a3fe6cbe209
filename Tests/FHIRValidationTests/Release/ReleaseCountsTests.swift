import FHIRSchema
import Testing

@testable import FHIRRecognition

/// Counts of releases, which are computed for all at once, against plain arithmetic.
@Suite struct ReleaseCountsTests {
  private func set(_ numbers: [Int]) -> ReleaseSet { ReleaseSet(numbers.map { ReleaseSet(ReleaseNumber($0)) }) }

  @Test func theyAreThoseOfPlainArithmetic() {
    var (counts, plain) = (ReleaseCounts(), [Int](repeating: 0, count: 8))
    var state: UInt64 = 1
    for round in 0..<500 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let added = ReleaseSet(rawValue: UInt8(truncatingIfNeeded: state >> 33))
      let number = round % 3
      counts.add(Int16(number), to: added)
      for release in 0..<8 where added.contains(ReleaseNumber(release)) { plain[release] += number }
      let some = (0..<8).filter { state >> UInt64(45 + $0) & 1 == 1 }
      let values = some.map { plain[$0] }
      #expect(some.allSatisfy { Int(counts[ReleaseNumber($0)]) == plain[$0] })
      #expect(Int(counts.minimum(of: set(some))) == values.min() ?? Int(Int16.max))
      for lead in 1...3 {
        let close = some.filter { plain[$0] < (values.min() ?? 0) + lead }
        #expect(counts.least(of: set(some), within: Int16(lead)) == set(close))
      }
      let (most, next) = (values.max() ?? 0, values.filter { $0 < values.max() ?? 0 }.max() ?? 0)
      let found = counts.most(of: set(some))
      #expect(found.releases == (most == 0 ? [] : set(some.filter { plain[$0] == most })))
      #expect(Int(found.lead) == most - next)
    }
  }
}

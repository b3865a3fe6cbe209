import FHIRFindings
import FHIRReporting
import Testing

@Suite struct FairShareTests {
  private func issue(_ kind: UInt64, _ place: RunPlace, _ severity: Severity = .error) -> LocatedFinding {
    LocatedFinding(
      file: "\(place.file)",
      finding: Finding(
        rule: RuleID(rawValue: "test/\(kind)"), severity: severity,
        range: SourceRange(start: place.offset, end: place.offset + 1), path: "", message: ""), position: nil)
  }

  private func share(_ limit: Int, _ findings: [(UInt64, Int, Int)]) -> FairShare {
    var share = FairShare(limit: limit)
    for (kind, file, offset) in findings {
      let place = RunPlace(file: file, offset: offset)
      share.offer(kind: kind, .error, at: place) { issue(kind, place) }
    }
    return share
  }

  /// `kind@file:offset`, and the number of others.
  private func listed(_ share: FairShare) -> [String] {
    share.listed.map { issue in
      let kind = issue.finding.rule.rawValue.dropFirst("test/".count)
      let more = issue.repeats > 0 ? "+\(issue.repeats)" : ""
      return "\(kind)@\(issue.file):\(issue.finding.range.start)\(more)"
    }
  }

  @Test func eachKindHasItsPart() {
    let findings = (0..<9).map { (1 as UInt64, 0, $0) } + [(2, 0, 20), (2, 0, 21), (3, 1, 0)]
    #expect(listed(share(5, findings)) == ["1@0:0", "1@0:1", "2@0:20", "2@0:21", "3@1:0"])
    // One place remains after each has one.
    #expect(listed(share(4, findings)) == ["1@0:0", "1@0:1", "2@0:20", "3@1:0"])
    #expect(listed(share(3, findings)) == ["1@0:0", "2@0:20", "3@1:0"])
    #expect(listed(share(2, findings)) == ["1@0:0", "2@0:20"])
    #expect(listed(share(1, findings)) == ["1@0:0"])
    #expect(listed(share(0, findings)) == [])
    #expect(listed(share(100, findings)).count == 12)
  }

  /// The worst kinds are among the findings, however many others come before them.
  @Test func theWorstComeFirst() {
    var share = FairShare(limit: 3)
    for number in 0..<9 {
      let place = RunPlace(file: number, offset: 0)
      let severity: Severity = number == 7 ? .fatal : number == 4 ? .error : .warning
      share.offer(kind: UInt64(number), severity, at: place) { issue(UInt64(number), place, severity) }
    }
    #expect(listed(share) == ["0@0:0", "4@4:0", "7@7:0"])
  }

  @Test func aSingleKindGetsAllPlaces() {
    #expect(listed(share(3, (0..<9).map { (1, $0, 0) })) == ["1@0:0", "1@1:0", "1@2:0"])
  }

  /// If there is no place for each finding at one place, the first represents all of them.
  @Test func findingsAtOnePlaceAreOneEntry() {
    let findings: [(UInt64, Int, Int)] = [(1, 0, 0), (1, 0, 0), (1, 0, 0), (1, 0, 0), (1, 1, 0), (2, 1, 1)]
    #expect(listed(share(9, findings)) == ["1@0:0+3", "1@1:0", "2@1:1"])
    #expect(listed(share(9, Array(findings[1...]))) == ["1@0:0", "1@0:0", "1@0:0", "1@1:0", "2@1:1"])
  }

  /// The result does not depend on the order of findings or on their distribution among threads.
  @Test func theOrderOfArrivalDoesNotMatter() {
    var generator = SystemRandomNumberGenerator()
    let findings = (0..<600).map { number in (UInt64(number * number % 37 % 11), number / 60, number) }
    for limit in [1, 2, 5, 11, 12, 40, 1_000] {
      let expected = listed(share(limit, findings))
      for _ in 0..<5 {
        let shuffled = findings.shuffled(using: &generator)
        var merged = share(limit, Array(shuffled[..<200]))
        merged.merge(share(limit, Array(shuffled[200..<210])))
        merged.merge(share(limit, Array(shuffled[210...])))
        #expect(listed(merged) == expected)
        #expect(merged.listed.count <= limit)
      }
    }
  }

  @Test func manyKindsTakeNoTime() {
    var share = FairShare(limit: 10)
    for number in 0..<100_000 {
      let place = RunPlace(file: 0, offset: number)
      share.offer(kind: UInt64(number), .error, at: place) { issue(UInt64(number), place) }
    }
    #expect(listed(share) == (0..<10).map { "\($0)@0:\($0)" })
  }
}

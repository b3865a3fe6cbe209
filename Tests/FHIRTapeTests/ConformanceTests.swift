import Testing

/// Every JSON construct, valid and invalid, one small file each: the verdict, the rule and the exact byte.
@Suite("Conformance")
struct ConformanceTests {
  @Test("Valid JSON is accepted", arguments: Fixture.all(in: "accept"))
  func accepts(fixture: Fixture) {
    #expect(Reader.read(fixture.bytes) == .accepted)
    #expect(Reader.read(fixture.bytes, window: 1) == .accepted)
  }

  @Test("Broken JSON is refused by the right rule at the right byte", arguments: Fixture.all(in: "reject"))
  func refuses(fixture: Fixture) throws {
    let expected = try #require(fixture.expected.first.flatMap { Reader.Outcome(refusal: $0) })
    #expect(Reader.read(fixture.bytes) == expected)
    #expect(Reader.read(fixture.bytes, window: 1) == expected)
  }

  @Test("Cases that the standard leaves open are decided as documented", arguments: Fixture.all(in: "undecided"))
  func decides(fixture: Fixture) throws {
    let line = try #require(fixture.expected.first)
    #expect(fixture.expected.count == 2, "a choice needs its reason")
    let expected: Reader.Outcome? =
      line == "accept" ? .accepted : Reader.Outcome(refusal: line.dropFirst("reject ".count))
    #expect(Reader.read(fixture.bytes) == expected)
    #expect(Reader.read(fixture.bytes, window: 1) == expected)
  }

  @Test("No fixture is missing or left over")
  func fixturesAreComplete() {
    #expect(Fixture.all(in: "accept").count >= 40)
    #expect(Fixture.all(in: "reject").count >= 100)
    #expect(Fixture.all(in: "undecided").count >= 25)
  }

  @Test("Every way to break JSON has a fixture")
  func everyCodeIsCovered() {
    let fixtures = Fixture.all(in: "reject") + Fixture.all(in: "undecided")
    let codes = Set(
      fixtures.compactMap {
        $0.expected.first?.replacing("reject ", with: "").split(separator: " ").first.map(String.init)
      })
    for code in Reader.codes where code != "record-too-large" {
      #expect(codes.contains(code), "no fixture breaks \(code)")
    }
  }
}

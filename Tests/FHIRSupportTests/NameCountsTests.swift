import Testing
import FHIRSupport

struct NameCountsTests {
  @Test
  func countsAllThatFits() {
    var counts = NameCounts()
    for number in 0..<1_500 { counts.add("name \(number)".byBytes, number == 700 ? 3 : 1) }
    let (names, others) = counts.commonest(1_000)
    #expect(names.count == 1_000)
    #expect(names.first.map { $0.name == "name 700" && $0.count == 3 } == true)
    #expect(others == 500)
    #expect(counts.others == 0)
  }

  @Test
  func isTheSameHoweverTheNamesWereDivided() {
    // Four times as many names as fit, each one to three times.
    let names = (0..<120_000).map { "http://example.org/\($0)".byBytes }
    let mentions = names + names.filter { $0.string.utf8.last == 0x37 } + names.reversed()
    var whole = NameCounts()
    for name in mentions { whole.add(name) }
    for parts in [2, 3, 7] {
      var divided = (0..<parts).map { _ in NameCounts() }
      for (number, name) in mentions.enumerated() { divided[(number / 1_000) % parts].add(name) }
      var merged = NameCounts()
      for part in divided.reversed() { merged.merge(part) }
      #expect(merged == whole)
      #expect(merged.others == whole.commonest(.max).others)
    }
    let (kept, others) = whole.commonest(.max)
    #expect(kept.count > 10_000)
    #expect(kept.reduce(others) { $0 + $1.count } == mentions.count)
    // Every kept count is correct.
    #expect(kept.allSatisfy { $0.count == ($0.name.string.utf8.last == 0x37 ? 3 : 2) })
  }

  @Test
  func aLongNameIsAmongTheOthers() {
    var counts: NameCounts = ["short": 1]
    counts.add(String(repeating: "x", count: 4_000).byBytes, 2)
    #expect(counts["short"] == 1)
    #expect(counts.others == 2)
  }
}

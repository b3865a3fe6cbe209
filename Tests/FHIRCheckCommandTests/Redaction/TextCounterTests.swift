import Testing

/// The search that the checks of redaction rely on.
@Suite struct TextCounterTests {
  @Test func everyTextIsCountedAtEveryPlace() {
    let texts = ["http://a.b/", "http://a.b/c", "http://a.b/cd", "http://a.c", "a.b/", "cdcd", "never", "🙂"]
    let report = "http://a.b/cd http://a.b/cx http://a.b/ http://a.c cdcdcd 🙂"
    let counts = TextCounter(texts.map { Array($0.utf8) }).counts(in: Array(report.utf8))
    #expect(counts == [0: 3, 1: 2, 2: 1, 3: 1, 4: 3, 5: 2, 7: 1])
  }

  /// A text that stands at the end of the report, or would end beyond it.
  @Test func theEndOfTheReportEndsTheSearch() {
    let counter = TextCounter(["abcd", "abcde"].map { Array($0.utf8) })
    #expect(counter.counts(in: Array("xabcd".utf8)) == [0: 1])
    #expect(counter.counts(in: Array("abc".utf8)).isEmpty)
    #expect(counter.counts(in: []).isEmpty)
  }
}

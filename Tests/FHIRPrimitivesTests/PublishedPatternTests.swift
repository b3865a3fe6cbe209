import FHIRPrimitives
import Testing

/// Compares the checks with the patterns that the definitions publish, on values that are nearly valid.
@Suite("Published patterns")
struct PublishedPatternTests {
  private static let timestamp =
    "-?[0-9]{4}(-(0[1-9]|1[0-2])(-(0[0-9]|[1-2][0-9]|3[0-1])(T([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]+)?"
    + "(Z|(\\+|-)((0[0-9]|1[0-3]):[0-5][0-9]|14:00)))?)?)?"

  /// The type, its pattern, values to start from, and characters to insert. The patterns do not express 32 bits or the
  /// calendar, so the values stay short and the days below 29.
  private static let cases: [(type: String, pattern: String, values: [String], alphabet: String)] = [
    ("dateTime", timestamp, ["2015-02-17T13:28:17.23+11:00", "2015-02-17", "1015-11-21T03:02:12Z"], "12-:TZ.+"),
    ("date", "-?[0-9]{4}(-(0[1-9]|1[0-2])(-(0[0-9]|[1-2][0-9]|3[0-1]))?)?", ["2011-02-17", "2015"], "12-T"),
    ("time", "([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](\\.[0-9]+)?", ["13:28:17", "03:28:17.25"], "0123456789:."),
    ("decimal", "-?([0]|([1-9][0-9]*))(\\.[0-9]+)?", ["12.50", "-0.1", "0"], "0123-+.eE"),
    ("integer", "-?([0]|([1-9][0-9]*))", ["120", "-7", "0"], "0123-+."),
    ("unsignedInt", "[0]|([1-9][0-9]*)", ["120", "7", "0"], "0123-+."),
    ("positiveInt", "[1-9][0-9]*", ["120", "7", "1"], "0123-+."),
    ("id", "[A-Za-z0-9\\-\\.]{1,64}", ["f001", "a.B-c.1234567", "12345678"], "aZ09-._/:@[`{ ,"),
    ("code", "[^ ]+( [^ ]+)*", ["final", "in progress now", "a b"], "ab  c"),
    ("oid", "urn:oid:(0|[1-9][0-9]*)(\\.(0|[1-9][0-9]*))*", ["urn:oid:2.16.840.1", "urn:oid:2"], "0123.."),
    (
      "uuid", "urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}",
      ["urn:uuid:53fefa32-fcbb-4ff8-8a92-55ee120877b7"], "0189afgAF-`/:"
    ),
  ]

  /// The same for R4. The patterns are the published ones, except that of `canonical`, which only excludes spaces.
  private static let year = "([0-9]([0-9]([0-9][1-9]|[1-9]0)|[1-9]00)|[1-9]000)"
  private static let clock = "([01][0-9]|2[0-3]):[0-5][0-9]:([0-5][0-9]|60)(\\.[0-9]+)?"
  private static let day = "(0[1-9]|1[0-2])(-(0[1-9]|[1-2][0-9]|3[0-1])"
  private static let zone = "(Z|(\\+|-)((0[0-9]|1[0-3]):[0-5][0-9]|14:00))"

  private static let casesOfR4: [(type: String, pattern: String, values: [String], alphabet: String)] = [
    ("R4 date", "\(year)(-\(day))?)?", ["2011-02-17", "2015", "0001-01"], "012-T"),
    (
      "R4 dateTime", "\(year)(-\(day)(T\(clock)\(zone))?)?)?", ["2015-02-17T13:28:60.23+11:00", "2015-02-17"],
      "126-:TZ.+"
    ),
    (
      "R4 instant", "\(year)-\(day)T\(clock)\(zone))", ["2015-02-17T13:28:60.23+11:00", "1015-11-21T03:02:12Z"],
      "126-:TZ.+"
    ),
    ("R4 time", clock, ["13:28:17", "23:59:60.25"], "0123456789:."),
    ("R4 decimal", "-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?", ["12.50e3", "-0.1", "1E-2"], "0123-+.eE"),
    ("R4 oid", "urn:oid:[0-2](\\.(0|[1-9][0-9]*))+", ["urn:oid:2.16.840.1", "urn:oid:2.5"], "0123.."),
  ]

  @Test("agree with the checks", arguments: (cases + casesOfR4).indices)
  func agree(index: Int) throws {
    let (type, pattern, values, alphabet) = (Self.cases + Self.casesOfR4)[index]
    let regex = try Regex(pattern)
    let check = try #require(allChecks.first { $0.name == type }).check
    var random = SplitMix(state: UInt64(index))
    var verdicts = [false: 0, true: 0]
    for round in 0..<1500 {
      let value = values[round % values.count]
      let bytes =
        round < values.count ? Array(value.utf8) : mutated(value, alphabet: Array(alphabet.utf8), using: &random)
      let text = String(decoding: bytes, as: UTF8.self)
      let found = fault(check, bytes)
      // The check is deliberately stricter than the pattern here.
      if [.dayNotInMonth, .yearZero, .dayOutOfRange, .oidRoot].contains(found) { continue }
      let matches = text.wholeMatch(of: regex) != nil
      #expect((found == .none) == matches, "\(type) \(text.debugDescription): \(found)")
      verdicts[matches, default: 0] += 1
    }
    #expect(verdicts.values.allSatisfy { $0 > 0 })
  }
}

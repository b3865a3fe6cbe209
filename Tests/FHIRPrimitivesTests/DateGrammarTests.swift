import FHIRPrimitives
import Testing

@Suite("date")
struct DateGrammarTests {
  private let check: PrimitiveCheck = { DateGrammar.check($0, $1, .signedYear) }

  @Test("years, months and days that exist")
  func accepted() {
    expect(
      .none,
      for: [
        "2015", "0001", "9999", "-0044", "2015-01", "2015-12", "-0044-03", "2015-02-07", "2024-02-29", "2000-02-29",
        "2024-12-31", "2024-04-30", "-0044-03-15", "0001-01-01", "-0001-02-29", "-0005-02-29",
      ], check)
  }

  @Test("days and months that do not exist")
  func calendar() {
    expect(
      .dayNotInMonth,
      for: [
        "2023-02-29", "1900-02-29", "2024-02-30", "2024-02-31", "2024-04-31", "2024-06-31", "2024-11-31", "-0004-02-29",
      ],
      check)
    expect(.dayOutOfRange, for: ["2024-01-00", "2024-01-32", "2024-02-99"], check)
    expect(.monthOutOfRange, for: ["2024-00", "2024-13", "2024-00-10", "2024-13-01", "2024-99-99"], check)
    expect(.yearZero, for: ["0000", "0000-00-00", "0000-01-01", "-0000"], check)
  }

  @Test("other forms")
  func malformed() {
    expect(.empty, for: [""], check)
    expect(.yearMalformed, for: ["1", "15", "015", "15-02-07", "05.01.2024", "-44"], check)
    expect(
      .dateMalformed,
      for: [
        "12015", "20150207", "2015-2-7", "2015-02-7", "2015-2", "2015-", "2015-02-", "2015/02/07", "2015.02.07",
        "+2015", "today", " 2015", "2015-02-077", "2015-022", "2015 ", "2015-02 ", "--2015", "-", "2015-02T10:00:00Z",
      ], check)
    expect(
      .trailingCharacters, for: ["2015-02-07 ", "2015-02-07Z", "2015-02-07+01:00", "2015-02-07T", "2015-02-07-"], check)
    expect(.timeInDate, for: ["2015-02-07T13:28:17Z", "2015-02-07T13", "1956-10-14T00:00:00.000Z"], check)
  }
}

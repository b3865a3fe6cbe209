import FHIRPrimitives
import Testing

@Suite("Calendar days")
struct CalendarDayTests {
  @Test("leap years follow the rules of 4, 100 and 400")
  func leapYears() {
    for year in [4, 1600, 1996, 2000, 2024, 2400, 9996] { #expect(CalendarDay.isLeap(year), "\(year)") }
    for year in [1, 100, 1700, 1900, 2001, 2023, 2100, 9999] { #expect(!CalendarDay.isLeap(year), "\(year)") }
  }

  @Test("no day outside a month exists")
  func outside() {
    for (year, month, day) in [
      (2024, 0, 1), (2024, 13, 1), (2024, 1, 0), (2024, 1, 32), (2024, 4, 31), (2024, 2, 30), (2023, 2, 29),
      (1900, 2, 29), (2024, -1, 5), (2024, 6, -1), (2024, 15, 30),
    ] {
      #expect(!CalendarDay.exists(year: year, month: month, day: day), "\(year)-\(month)-\(day)")
    }
  }

  /// Counts days from a fixed one by the length of 400 years and of the months from March on, without a table of
  /// months: a day exists if its number converts back to it.
  @Test("agrees with day numbers for random triples")
  func dayNumbers() {
    var random = SplitMix(state: 1582)
    var existing = 0
    for _ in 0..<20_000 {
      let year = Int.random(in: 1...9999, using: &random)
      let month = Int.random(in: 0...14, using: &random)
      let day = Int.random(in: 0...33, using: &random)
      let comesBack = civil(dayNumber(year, month, day)) == (year, month, day)
      #expect(
        CalendarDay.exists(year: year, month: month, day: day) == (comesBack && month >= 1 && day >= 1),
        "\(year)-\(month)-\(day)")
      if comesBack { existing += 1 }
    }
    #expect(existing > 10_000)
  }

  private func dayNumber(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let shifted = month > 2 ? year : year - 1
    let monthFromMarch = (month + 9) % 12
    return 365 * shifted + shifted / 4 - shifted / 100 + shifted / 400 + (153 * monthFromMarch + 2) / 5 + day - 1
  }

  private func civil(_ number: Int) -> (Int, Int, Int) {
    let era = number / 146_097
    let dayOfEra = number % 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    return (
      yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    )
  }
}

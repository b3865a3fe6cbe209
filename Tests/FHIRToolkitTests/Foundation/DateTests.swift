import ClinicalRecords
import FHIRToolkit
import FHIRModelRuntime
import Foundation
import Testing

/// Dates keep their precision and their zone; missing parts are not invented.
struct DateTests {
  private let berlin = TimeZone(identifier: "Europe/Berlin")!
  private let utc = TimeZone(identifier: "UTC")!

  @Test(arguments: ["2015", "2015-02", "2015-02-07"])
  func aDateIsNotAPointInTime(text: String) throws {
    let value = try #require(FHIRDateTime(text))
    #expect(value.dateValue == nil)
    #expect(Date(value) == nil)
  }

  @Test(arguments: [
    ("2015", "2014-12-31T23:00:00Z", "2015-12-31T23:00:00Z"),
    ("2016-02", "2016-01-31T23:00:00Z", "2016-02-29T23:00:00Z"),
    // The days on which summer time begins and ends have 23 and 25 hours.
    ("2015-03-29", "2015-03-28T23:00:00Z", "2015-03-29T22:00:00Z"),
    ("2015-10-25", "2015-10-24T22:00:00Z", "2015-10-25T23:00:00Z"),
    ("2015-02-07T13:28:17.5-05:00", "2015-02-07T18:28:17.5Z", "2015-02-07T18:28:17.6Z"),
  ])
  func anIntervalIsAllThatTheValueMayMean(text: String, start: String, end: String) throws {
    let interval = try #require(FHIRDateTime(text)).dateInterval(in: berlin)
    let first = try #require(FHIRDateTime(start)?.dateValue)
    let last = try #require(FHIRDateTime(end)?.dateValue)
    #expect(interval.start == first)
    #expect(abs(interval.end.timeIntervalSince(last)) < 1e-6)
  }

  /// A day whose midnight the clock skips begins at one o'clock, and one with two midnights begins with the first.
  @Test(arguments: [
    ("America/Sao_Paulo", "2018-11-04", "2018-11-04T03:00:00Z"),
    ("America/Havana", "2019-11-03", "2019-11-03T04:00:00Z"),
  ])
  func aDayBeginsWithItsFirstMoment(zone: String, day: String, start: String) throws {
    let zone = try #require(TimeZone(identifier: zone))
    #expect(FHIRDate(day)?.dateInterval(in: zone).start == FHIRDateTime(start)?.dateValue)
  }

  @Test func aPointInTimeIsWrittenInItsZone() throws {
    let date = Date(timeIntervalSince1970: 1_423_333_697.25)
    #expect(FHIRDateTime(date, in: berlin)?.description == "2015-02-07T19:28:17.25+01:00")
    #expect(FHIRDateTime(date, in: utc)?.description == "2015-02-07T18:28:17.25Z")
    #expect(FHIRDateTime(date, in: utc, fractionDigits: 0)?.description == "2015-02-07T18:28:17Z")
    #expect(FHIRInstant(date, in: utc, fractionDigits: 3)?.description == "2015-02-07T18:28:17.250Z")
    #expect(FHIRDate(date, in: utc)?.description == "2015-02-07")
    #expect(FHIRTime(date, in: berlin)?.description == "19:28:17")
  }

  /// Digits are rounded, but never up to the next second, and so never to the next day or year.
  @Test func roundingStaysInTheSecond() {
    let date = Date(timeIntervalSince1970: 1_451_606_399.9999)
    #expect(FHIRDateTime(date, in: utc, fractionDigits: 3)?.description == "2015-12-31T23:59:59.999Z")
    #expect(FHIRTime(date, in: utc, fractionDigits: 1)?.description == "23:59:59.9")
  }

  @Test(arguments: [Double.infinity, -.infinity, .nan, 1e300, 400_000_000_000])
  func datesThatFHIRCannotExpressAreNil(interval: Double) {
    #expect(FHIRDateTime(Date(timeIntervalSinceReferenceDate: interval)) == nil)
    #expect(FHIRDate(Date(timeIntervalSinceReferenceDate: interval)) == nil)
    #expect(FHIRTime(Date(timeIntervalSinceReferenceDate: interval)) == nil || interval == 400_000_000_000)
  }

  /// The year before 1 is -1, a leap year.
  @Test func theYearsBeforeTheFirst() throws {
    let day = try #require(FHIRDate("-0001-02-29"))
    #expect(day == FHIRDate(year: -1, month: 2, day: 29))
    let last = try #require(FHIRDate("-0001-12-31"))
    #expect(last.daysSince1970 + 1 == FHIRDate("0001-01-01")?.daysSince1970)
    let noon = try #require(FHIRDateTime("-0001-12-31T12:00:00Z"))
    #expect(FHIRDateTime(try #require(noon.dateValue), in: utc) == noon)
  }

  @Test func componentsHaveThePartsOfTheValue() throws {
    #expect(FHIRDate("1974-12")?.dateComponents == DateComponents(year: 1974, month: 12))
    let value = try #require(FHIRDateTime("2015-02-07T13:28:17.050-05:00"))
    let components = value.dateComponents
    #expect(components.nanosecond == 50_000_000)
    #expect(components.timeZone?.secondsFromGMT() == -18_000)
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = utc
    let date = try #require(calendar.date(from: components))
    #expect(abs(date.timeIntervalSince(try #require(value.dateValue))) < 1e-6)
  }

  @Test(arguments: [
    DateComponents(month: 3), DateComponents(year: 2015, day: 3), DateComponents(year: 2015, month: 2, day: 29),
    DateComponents(year: 2015, month: 2, day: 3, hour: 4, minute: 5, second: 6),
    DateComponents(timeZone: .gmt, year: 2015, month: 2, day: 3, hour: 4, second: 6),
    DateComponents(timeZone: .gmt, year: 2015, month: 2, hour: 4, minute: 5, second: 6),
  ])
  func componentsWithAGapAreNil(components: DateComponents) {
    #expect(FHIRDateTime(components) == nil)
  }

  /// A named zone has the offset of the day.
  @Test func componentsWithANamedZone() {
    let parts = DateComponents(timeZone: berlin, year: 2015, month: 7, day: 3, hour: 4, minute: 5, second: 6)
    #expect(FHIRDateTime(parts)?.description == "2015-07-03T04:05:06+02:00")
  }

  @Test func datesOfOtherParts() {
    #expect(ReceivedDate("2019-06-11 18:05:32 +0200").date == Date(timeIntervalSince1970: 1_560_269_132))
    #expect(ReceivedDate("yesterday").date == nil)
    let facts = RecordFacts(json: Data(#"{"resourceType":"Condition","onsetDateTime":"2015-02"}"#.utf8))
    #expect(facts?.startDate == FHIRDateTime("2015-02"))
    #expect(facts?.endDate == nil)
  }
}

import FHIRModelRuntime
import Testing

/// Dates and times are ordered as far as their precision allows.
struct OrderTests {
  @Test(
    arguments: [
      ("2015", "2016", true), ("2016", "2015", false), ("2015", "2015", false), ("2015", "2015-03", nil),
      ("2015-03", "2015", nil), ("2015-03-31", "2015-04", true), ("2015-03-31", "2015-03", nil),
      ("2014", "2015-02-07T13:28:17Z", true), ("2015-02-07", "2015-02-07T13:28:17Z", nil),
      ("2015-02-07T13:28:17Z", "2015-02-08", true),
      ("2015-02-07T13:28:17-05:00", "2015-02-07T18:28:17Z", false),
      ("2015-02-07T13:28:17-05:00", "2015-02-07T18:28:17.001Z", true),
      ("2015-02-07T00:30:00+14:00", "2015-02-06T23:00:00Z", true),
      ("-0001", "0001", true), ("-0002-01", "-0001-01", true),
    ] as [(String, String, Bool?)])
  func before(one: String, other: String, isBefore: Bool?) throws {
    let (a, b) = (try #require(FHIRDateTime(one)), try #require(FHIRDateTime(other)))
    #expect((a < b) == isBefore)
    #expect((b > a) == isBefore)
    #expect((b <= a) == isBefore.map { !$0 })
    #expect((a >= b) == isBefore.map { !$0 })
    if a.time == nil, b.time == nil {
      #expect((a.date < b.date) == isBefore)
      #expect((b.date > a.date) == isBefore)
      #expect((b.date <= a.date) == isBefore.map { !$0 })
      #expect((a.date >= b.date) == isBefore.map { !$0 })
    }
  }

  /// Sorting has a defined order for any precision.
  @Test func sorting() throws {
    let texts = [
      "2014", "2015", "2015-01", "2015-01-01", "2015-01-01T00:00:00Z", "2015-01-01T00:00:00.1Z", "2015-02",
      "2015-03-01",
    ]
    let values = texts.compactMap { FHIRDateTime($0) }
    #expect(values.count == texts.count)
    #expect(values.reversed().sorted { $0.startsBefore($1) }.map(\.description) == texts)
    #expect(!values[0].startsBefore(values[0]))
    #expect(
      [FHIRDate("2015-01")!, FHIRDate("2015")!].sorted { $0.startsBefore($1) }.map(\.description) == [
        "2015", "2015-01",
      ])
  }

  /// Times and instants are totally ordered: only equal values are neither before nor after each other.
  @Test func wholeOrders() throws {
    let times = try ["08:00:00", "08:00:00.0", "08:00:00.05", "08:00:00.1", "08:00:01", "09:00:00"].map {
      try #require(FHIRTime($0))
    }
    #expect(times.reversed().sorted() == times)
    let instants = try [
      "2015-02-07T13:28:16Z", "2015-02-07T08:28:17-05:00", "2015-02-07T13:28:17-00:00", "2015-02-07T13:28:17Z",
      "2015-02-07T13:28:17+00:00", "2015-02-07T14:28:17+01:00", "2015-02-07T14:28:17.0+01:00",
      "2015-02-07T13:28:17.001Z",
    ].map { try #require(FHIRInstant($0)) }
    #expect(instants.reversed().sorted() == instants)
    for (place, one) in instants.enumerated() {
      for (otherPlace, other) in instants.enumerated() { #expect((one < other) == (place < otherPlace)) }
    }
  }
}

import FHIRPrimitives
import Testing

private let signed: [PrimitiveCheck] = [
  { DateTimeGrammar.check($0, $1, .signedYear) }, { InstantGrammar.check($0, $1, .signedYear) },
]

@Suite("dateTime and instant")
struct DateTimeGrammarTests {
  private let check: PrimitiveCheck = { DateTimeGrammar.check($0, $1, .signedYear) }
  private let checkInstant: PrimitiveCheck = { InstantGrammar.check($0, $1, .signedYear) }

  private let timestamps = [
    "2015-02-07T13:28:17Z", "2015-02-07T13:28:17+02:00", "2015-02-07T13:28:17-05:00", "2015-02-07T13:28:17.239Z",
    "2015-02-07T13:28:17.239+02:00", "2015-02-07T13:28:17.1Z", "2015-02-07T13:28:17.123456789012345678901Z",
    "2015-02-07T13:28:17.12-05:30", "2024-02-29T00:00:00Z", "2024-12-31T23:59:59Z", "2015-02-07T13:28:17+14:00",
    "2015-02-07T13:28:17-14:00", "2015-02-07T13:28:17+13:59", "2015-02-07T13:28:17-00:00", "-0044-03-15T12:00:00Z",
  ]

  @Test("partial dates and full timestamps")
  func accepted() {
    expect(.none, for: timestamps + ["2015", "2015-02", "2015-02-07", "-0044"], check)
    expect(.none, for: timestamps, checkInstant)
    expect(.instantWithoutTime, for: ["2015", "2015-02", "2015-02-07", "-0044-03-15"], checkInstant)
  }

  /// The usual forms are checked eight bytes at a time, all others byte by byte.
  @Test(
    "every byte at every place of a usual timestamp",
    arguments: [
      "2024-02-29T23:59:59Z", "2023-12-31T00:00:00.123Z", "1999-01-01T12:34:56-05:00", "2000-02-28T12:34:56.789+14:00",
    ])
  func lanes(timestamp: String) {
    #expect(fault({ DateTimeGrammar.isPlainTimestamp($0, $1) ? .none : .empty }, Array(timestamp.utf8)) == .none)
    for place in timestamp.utf8.indices {
      for byte in UInt8.min...UInt8.max {
        var bytes = Array(timestamp.utf8)
        bytes[timestamp.utf8.distance(from: timestamp.startIndex, to: place)] = byte
        let isPlain = fault({ DateTimeGrammar.isPlainTimestamp($0, $1) ? .none : .empty }, bytes).isNone
        let isValid = fault({ DateTimeGrammar.diagnose($0, $1, []) }, bytes).isNone
        #expect(isPlain == isValid, "\(String(decoding: bytes, as: UTF8.self))")
      }
    }
  }

  @Test("faults of the date", arguments: signed)
  func date(check: @escaping PrimitiveCheck) {
    expect(.empty, for: [""], check)
    expect(.yearZero, for: ["0000-01-01T00:00:00Z"], check)
    expect(.monthOutOfRange, for: ["2015-13-07T13:28:17Z", "2015-00-07T13:28:17Z"], check)
    expect(.dayOutOfRange, for: ["2015-01-00T13:28:17Z", "2015-01-32T13:28:17Z"], check)
    expect(.dayNotInMonth, for: ["2015-02-30T13:28:17Z", "2015-02-29T13:28:17+01:00", "2015-04-31T13:28:17Z"], check)
    expect(.dateTimeSeparator, for: ["2015-02-07 13:28:17Z", "2015-02-07t13:28:17Z"], check)
    expect(.timeWithoutDay, for: ["2015T13:28:17Z", "2015-02T13:28:17Z"], check)
    expect(.dateMalformed, for: ["20150207T132817Z", "2015-2-07T13:28:17Z", "yesterday", "2015-02-"], check)
    expect(.trailingCharacters, for: ["2015-02-07Z", "2015-02-07+01:00", "2015-02-07 "], check)
  }

  @Test("faults of the time", arguments: signed)
  func time(check: @escaping PrimitiveCheck) {
    expect(.hour24, for: ["2015-02-07T24:00:00Z", "2015-02-07T24:00:00+01:00"], check)
    expect(.hourOutOfRange, for: ["2015-02-07T25:00:00Z", "2015-02-07T99:00:00Z"], check)
    expect(.minuteOutOfRange, for: ["2015-02-07T13:60:00Z"], check)
    expect(.leapSecond, for: ["2016-12-31T23:59:60Z"], check)
    expect(.secondOutOfRange, for: ["2015-02-07T13:28:61Z", "2015-02-07T13:28:99+01:00"], check)
    expect(.missingSeconds, for: ["2015-02-07T13:28", "2015-02-07T13:28Z", "2015-02-07T13:28+02:00"], check)
    expect(
      .timeMalformed,
      for: [
        "2015-02-07T", "2015-02-07T13", "2015-02-07T13Z", "2015-02-07T1328", "2015-02-07T1:28:17Z",
        "2015-02-07T13:28:7Z", "2015-02-07T13:28:177Z", "2015-02-07T13:28.17Z", "2015-02-07T13-28-17Z",
      ], check)
    expect(.fractionMalformed, for: ["2015-02-07T13:28:17.Z", "2015-02-07T13:28:17.", "2015-02-07T13:28:17,5Z"], check)
  }

  @Test("faults of the zone", arguments: signed)
  func zone(check: @escaping PrimitiveCheck) {
    expect(.missingZone, for: ["2015-02-07T13:28:17", "2015-02-07T13:28:17.239"], check)
    expect(.zoneWithoutColon, for: ["2015-02-07T13:28:17+0200", "2015-02-07T13:28:17.239-0500"], check)
    expect(
      .zoneOutOfRange,
      for: [
        "2015-02-07T13:28:17+14:01", "2015-02-07T13:28:17-14:30", "2015-02-07T13:28:17+15:00",
        "2015-02-07T13:28:17+01:60", "2015-02-07T13:28:17.239+99:99",
      ], check)
    expect(
      .zoneMalformed,
      for: [
        "2015-02-07T13:28:17z", "2015-02-07T13:28:17+02", "2015-02-07T13:28:17+2:00", "2015-02-07T13:28:17 +02:00",
        "2015-02-07T13:28:17UTC", "2015-02-07T13:28:17+02:0", "2015-02-07T13:28:17+", "2015-02-07T13:28:17+02:000",
        "2015-02-07T13:28:17\u{2212}05:00", "2015-02-07T13:28:17.239 Z",
      ], check)
    expect(.trailingCharacters, for: ["2015-02-07T13:28:17Z ", "2015-02-07T13:28:17+02:00Z"], check)
  }

  @Test(
    "the moment of an instant",
    arguments: [
      ("1970-01-01T00:00:00Z", 0), ("1970-01-01T01:00:00.999+01:00", 0), ("1969-12-31T19:30:00-04:30", 0),
      ("2015-08-18T01:43:33Z", 1_439_862_213), ("2000-02-29T23:59:59Z", 951_868_799), ("1969-12-31T23:59:59Z", -1),
      ("2015-08-18", nil), ("2015-08-18T01:43Z", nil), ("2015-08-18T01:43:33", nil), ("", nil),
    ] as [(String, Int?)])
  func moment(text: String, seconds: Int?) {
    let bytes = Array(text.utf8) + [UInt8](repeating: 0, count: 8)
    let found = bytes.withUnsafeBufferPointer { buffer in
      buffer.baseAddress.flatMap { InstantGrammar.secondsSince1970($0, text.utf8.count) }
    }
    #expect(found == seconds)
  }

  @Test("the fast path accepts exactly what the grammar accepts")
  func shortWay() {
    var random = SplitMix(state: 2015)
    let alphabet = Array("0123456789--::TTZ+. 23".utf8)
    var good = 0
    for _ in 0..<20_000 {
      let bytes = mutated(timestamps.randomElement(using: &random) ?? "", alphabet: alphabet, using: &random)
      let byGrammar = fault({ DateTimeGrammar.diagnose($0, $1, .signedYear) }, bytes)
      #expect(fault(check, bytes) == byGrammar, "\(String(decoding: bytes, as: UTF8.self))")
      if byGrammar == .none { good += 1 }
    }
    #expect(good > 500)
  }
}

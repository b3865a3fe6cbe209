/// `dateTime`: a year, a month, a day, or a day with a time to the second and a zone.
///
/// With a time, seconds and a zone are required, and the zone has a colon. The published patterns exclude hour 24, and
/// DSTU2's also second 60. A fraction of a second may have any number of digits.
@usableFromInline
package enum DateTimeGrammar {
  /// Checks the characters of a value.
  @inlinable package static func check(
    _ p: UnsafePointer<UInt8>, _ count: Int, _ forms: MomentForms
  ) -> PrimitiveFault {
    if count == 10 ? DateGrammar.isPlainDay(p, count) : isPlainTimestamp(p, count) { return .none }
    return diagnose(p, count, forms)
  }

  /// Whether the value is a valid `YYYY-MM-DDThh:mm:ss` with `Z` or a signed `hh:mm`, with or without milliseconds.
  ///
  /// `false` for all other forms. Servers write almost only these four.
  @inlinable package static func isPlainTimestamp(_ p: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    guard count >= 20 else { return false }
    // Bytes 8 to 15 are `DDThh:mm`.
    let dayAndTime = ByteLanes.digits(
      ByteLanes.load(p + 8), template: 0x3030_3A30_3054_3030, slack: 0x7676_7F76_767F_7676)
    guard dayAndTime != ~0, p[16] == UInt8(ascii: ":"), ASCII.isDigit(p[17]), ASCII.isDigit(p[18]),
      PartialDate.isPlainDay(ByteLanes.load(p), ByteLanes.twoDigits(dayAndTime, lane: 0)),
      TimeOfDay.exists(
        hour: ByteLanes.twoDigits(dayAndTime, lane: 3), minute: ByteLanes.twoDigits(dayAndTime, lane: 6),
        second: ASCII.twoDigits(p, at: 17))
    else { return false }

    var zone = 19
    if p[zone] == UInt8(ascii: "."), count >= 24 {
      guard ASCII.isDigit(p[20]), ASCII.isDigit(p[21]), ASCII.isDigit(p[22]) else { return false }
      zone = 23
    }
    if p[zone] == UInt8(ascii: "Z") { return zone &+ 1 == count }
    guard zone &+ 6 == count, p[zone] == UInt8(ascii: "+") || p[zone] == UInt8(ascii: "-"),
      ASCII.isDigit(p[zone &+ 1]), ASCII.isDigit(p[zone &+ 2]), p[zone &+ 3] == UInt8(ascii: ":"),
      ASCII.isDigit(p[zone &+ 4]), ASCII.isDigit(p[zone &+ 5])
    else { return false }
    return UTCOffset.exists(
      hours: ASCII.twoDigits(p, at: zone &+ 1), minutes: ASCII.twoDigits(p, at: zone &+ 4))
  }

  /// Reads the value by the whole grammar and returns its first fault.
  @inlinable @inline(never)
  package static func diagnose(
    _ p: UnsafePointer<UInt8>, _ count: Int, _ forms: MomentForms
  ) -> PrimitiveFault {
    var index = 0
    var precision = PartialDate.Precision.year
    var fault = PartialDate.read(p, count, forms, end: &index, precision: &precision)
    guard fault.isNone, index < count else { return fault }
    guard precision == .day else {
      return p[index] == UInt8(ascii: "T") ? .timeWithoutDay : .dateMalformed
    }
    guard p[index] == UInt8(ascii: "T") else {
      let isTime = index &+ 1 < count && ASCII.isDigit(p[index &+ 1])
      let isSeparator = p[index] == UInt8(ascii: " ") || p[index] == UInt8(ascii: "t")
      return isTime && isSeparator ? .dateTimeSeparator : .trailingCharacters
    }
    index &+= 1
    fault = TimeOfDay.read(p, count, forms, index: &index)
    guard fault.isNone else { return fault }
    return UTCOffset.check(p, count, from: index)
  }
}

/// `dateTime`: a year, a month, a day, or a day with a time to the second and a zone.
///
/// With a time, seconds and a zone are required, and the zone has a colon. The published patterns exclude hour 24, and
/// DSTU2's also second 60. A fraction of a second may have any number of digits.
@usableFromInline
package enum DateTimeGrammar {
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
    // The lanes of digits hold their values; a top bit in `wrong` is another character, or a number out of range.
    // The words overlap: bytes 0 to 7 are `YYYY-MM-`, bytes 8 to 15 `DDThh:mm`, and bytes 12 to 18 `h:mm:ss`.
    let date = ByteLanes.load(p) ^ 0x2D30_302D_3030_3030
    let time = ByteLanes.load(p + 8) ^ 0x3030_3A30_3054_3030
    let seconds = (ByteLanes.load(p + 12) ^ 0x0030_303A_3030_3A30) & 0x00FF_FFFF_FFFF_FFFF
    var wrong = date | (date &+ 0x7F76_767F_7676_7676)
    wrong |= time | (time &+ 0x7676_7F76_767F_7676)
    wrong |= seconds | (seconds &+ 0x7F76_767F_7676_7F76)
    // At most 23 hours and 59 minutes and seconds.
    let times = ByteLanes.twoDigits(time)
    wrong |= times &+ 0x0044_0000_6800_0000
    wrong |= ByteLanes.twoDigits(seconds) &+ 0x0000_4400_0000_0000

    let hasFraction = p[19] == UInt8(ascii: ".") && count >= 24
    let zone = hasFraction ? 23 : 19
    if hasFraction {
      let digits = (ByteLanes.load(p + 16) ^ 0x0030_3030_0000_0000) & 0x00FF_FFFF_0000_0000
      wrong |= digits | (digits &+ 0x0076_7676_0000_0000)
    }
    if p[zone] == UInt8(ascii: "Z") {
      guard zone &+ 1 == count else { return false }
    } else {
      guard zone &+ 6 == count, p[zone] == UInt8(ascii: "+") || p[zone] == UInt8(ascii: "-") else { return false }
      // The last five of these eight bytes are `hh:mm`.
      let offset = (ByteLanes.load(p + (count &- 8)) ^ 0x3030_3A30_3000_0000) & 0xFFFF_FFFF_FF00_0000
      wrong |= offset | (offset &+ 0x7676_7F76_7600_0000)
      let values = ByteLanes.twoDigits(offset)
      guard
        UTCOffset.exists(
          hours: Int(truncatingIfNeeded: values &>> 24 & 0xFF), minutes: Int(truncatingIfNeeded: values &>> 48 & 0xFF))
      else { return false }
    }
    return wrong & ByteLanes.high == 0 && PartialDate.exists(date, Int(truncatingIfNeeded: times & 0xFF))
  }

  @inlinable @inline(never)
  package static func diagnose(_ p: UnsafePointer<UInt8>, _ count: Int, _ forms: MomentForms) -> PrimitiveFault {
    var index = 0
    var precision = PartialDate.Precision.year
    var fault = PartialDate.read(p, count, forms, end: &index, precision: &precision)
    guard fault.isNone, index < count else { return fault }
    guard precision == .day else { return p[index] == UInt8(ascii: "T") ? .timeWithoutDay : .dateMalformed }
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

/// `instant`: a point in time, exact at least to the second.
///
/// DSTU2 publishes no pattern for it, and R4's is equivalent: the value is read as a `dateTime` with a time.
@usableFromInline
package enum InstantGrammar {
  @inlinable package static func check(
    _ p: UnsafePointer<UInt8>, _ count: Int, _ forms: MomentForms
  ) -> PrimitiveFault {
    DateTimeGrammar.isPlainTimestamp(p, count) ? .none : diagnose(p, count, forms)
  }

  @inlinable @inline(never)
  package static func diagnose(_ p: UnsafePointer<UInt8>, _ count: Int, _ forms: MomentForms) -> PrimitiveFault {
    let fault = DateTimeGrammar.diagnose(p, count, forms)
    // The shortest date with a time is longer than the longest date without: a day whose year has a minus sign.
    return fault.isNone && count <= 11 ? .instantWithoutTime : fault
  }

  /// The seconds since the beginning of 1970 in UTC, without fractions; `nil` except for the usual forms of a valid
  /// value.
  package static func secondsSince1970(_ p: UnsafePointer<UInt8>, _ count: Int) -> Int? {
    guard DateTimeGrammar.isPlainTimestamp(p, count) else { return nil }
    let days = CalendarDay.daysSince1970(
      year: ASCII.twoDigits(p, at: 0) * 100 + ASCII.twoDigits(p, at: 2), month: ASCII.twoDigits(p, at: 5),
      day: ASCII.twoDigits(p, at: 8))
    let time = ASCII.twoDigits(p, at: 11) * 3600 + ASCII.twoDigits(p, at: 14) * 60 + ASCII.twoDigits(p, at: 17)
    var offset = 0
    if p[count - 1] != UInt8(ascii: "Z") {
      offset = ASCII.twoDigits(p, at: count - 5) * 3600 + ASCII.twoDigits(p, at: count - 2) * 60
      if p[count - 6] == UInt8(ascii: "-") { offset = -offset }
    }
    return days * 86400 + time - offset
  }
}

/// The time of day inside a time, a date and time, or an instant: `hh:mm:ss`, with or without a fraction.
@usableFromInline
package enum TimeOfDay {
  /// Reads the time that begins at `index`, and moves `index` past it.
  @inlinable package static func read(
    _ p: UnsafePointer<UInt8>, _ count: Int, _ forms: MomentForms, index: inout Int
  ) -> PrimitiveFault {
    guard ASCII.digitRun(p, count, from: index) == 2 else { return .timeMalformed }
    let hour = ASCII.twoDigits(p, at: index)
    guard hour <= 23 else { return hour == 24 ? .hour24 : .hourOutOfRange }
    index &+= 2

    guard index < count, p[index] == UInt8(ascii: ":"), ASCII.digitRun(p, count, from: index &+ 1) == 2
    else { return .timeMalformed }
    guard ASCII.twoDigits(p, at: index &+ 1) <= 59 else { return .minuteOutOfRange }
    index &+= 3

    guard index < count, p[index] == UInt8(ascii: ":") else {
      return index == count || UTCOffset.mayStart(p[index]) ? .missingSeconds : .timeMalformed
    }
    guard ASCII.digitRun(p, count, from: index &+ 1) == 2 else { return .timeMalformed }
    let second = ASCII.twoDigits(p, at: index &+ 1)
    guard second <= 59 || second == 60 && forms.contains(.leapSecond) else {
      return second == 60 ? .leapSecond : .secondOutOfRange
    }
    index &+= 3

    guard index < count else { return .none }
    if p[index] == UInt8(ascii: ".") {
      let digits = ASCII.digitRun(p, count, from: index &+ 1)
      guard digits > 0 else { return .fractionMalformed }
      index &+= 1 &+ digits
    } else if p[index] == UInt8(ascii: ",") {
      return .fractionMalformed
    }
    return .none
  }
}

/// `time`: a time of day without a date and a zone, to the second.
@usableFromInline
package enum TimeGrammar {
  @inlinable package static func check(
    _ p: UnsafePointer<UInt8>, _ count: Int, _ forms: MomentForms
  ) -> PrimitiveFault {
    guard count > 0 else { return .empty }
    var index = 0
    let fault = TimeOfDay.read(p, count, forms, index: &index)
    guard fault.isNone, index < count else { return fault }
    return UTCOffset.mayStart(p[index]) ? .zoneInTime : .trailingCharacters
  }
}

/// Extensions of a grammar of dates and times beyond XML Schema's years from 0001 and seconds up to 59.
@frozen
@usableFromInline
package struct MomentForms: OptionSet, Sendable {
  @usableFromInline package let rawValue: UInt8

  @inlinable package init(rawValue: UInt8) { self.rawValue = rawValue }

  @inlinable package static var signedYear: MomentForms { MomentForms(rawValue: 1) }
  /// Any minute may have a second 60, because a pattern cannot state when leap seconds occurred.
  @inlinable package static var leapSecond: MomentForms { MomentForms(rawValue: 2) }
}

public import FHIRJSON
import FHIRPrimitives

/// The offset from UTC, with its notation.
public struct FHIRZone: Hashable, Sendable {
  /// Minutes east of UTC.
  public let minutes: Int16
  /// Whether it is written `Z`.
  public let isZ: Bool
  /// Whether it is written `-00:00`, which is not the same text as `+00:00`.
  let isMinusZero: Bool
}

extension FHIRZone {
  /// UTC, written `Z`.
  public static let utc = FHIRZone(minutes: 0, isZ: true, isMinusZero: false)

  /// Makes a zone written as `+hh:mm` or `-hh:mm`, `nil` beyond 14 hours.
  public init?(minutes: Int) {
    guard abs(minutes) <= 14 * 60 else { return nil }
    self.init(minutes: Int16(minutes), isZ: false, isMinusZero: false)
  }

  init(checked p: UnsafePointer<UInt8>) {
    guard p[0] != UInt8(ascii: "Z") else {
      self = .utc
      return
    }
    let minutes = Int16(truncatingIfNeeded: ASCII.twoDigits(p, at: 1) * 60 + ASCII.twoDigits(p, at: 4))
    let isNegative = p[0] == UInt8(ascii: "-")
    self.init(minutes: isNegative ? -minutes : minutes, isZ: false, isMinusZero: isNegative && minutes == 0)
  }

  /// The zone as a number that no other zone has.
  fileprivate var order: Int { Int(minutes) * 4 + (isZ ? 1 : isMinusZero ? 0 : 2) }
}

/// A date, or a date with a time and a zone, with the precision as written.
///
/// Equality compares the notation, in which zones differ; points in time are compared by ``secondsSince1970``.
public struct FHIRDateTime: Hashable, Sendable {
  /// The date, or the year or month if no more is known.
  public let date: FHIRDate
  let storedTime: FHIRTime
  let storedZone: FHIRZone
  let hasTime: Bool

  /// The time of day, `nil` if it is unknown.
  public var time: FHIRTime? { hasTime ? storedTime : nil }
  /// The zone of the time.
  public var zone: FHIRZone? { hasTime ? storedZone : nil }
}

extension FHIRDateTime {
  /// Makes a date without a time.
  public init(_ date: FHIRDate) { self.init(date: date, storedTime: .midnight, storedZone: .utc, hasTime: false) }

  /// Makes a date with a time, `nil` if the date is not a day.
  public init?(_ date: FHIRDate, _ time: FHIRTime, _ zone: FHIRZone) {
    guard date.day != nil else { return nil }
    self.init(date: date, storedTime: time, storedZone: zone, hasTime: true)
  }

  /// Makes a value from its text, such as `2015-02-07T13:28:17-05:00`; `nil` if it is not a `dateTime` in any release.
  public init?(_ text: String) {
    guard let value = Self.value(text, DateTimeGrammar.check) else { return nil }
    self = value
  }

  /// Reads a value from a text that was checked, and returns whether its fraction was truncated.
  @usableFromInline
  package static func checked(_ p: UnsafePointer<UInt8>, _ count: Int) -> (value: FHIRDateTime, isCut: Bool) {
    let date = FHIRDate(checked: p, count)
    // The shortest value with a time is longer than the longest date.
    guard count > 11 else { return (FHIRDateTime(date), false) }
    let start = p[0] == UInt8(ascii: "-") ? 12 : 11
    let (time, count, isCut) = FHIRTime.read(p + start)
    let zone = FHIRZone(checked: p + start + count)
    return (FHIRDateTime(date: date, storedTime: time, storedZone: zone, hasTime: true), isCut)
  }

  /// Seconds from 1 January 1970 in UTC; for a date without a time, those of its first moment in UTC.
  public var secondsSince1970: Double {
    let days = Double(date.daysSince1970 * 86_400)
    guard hasTime else { return days }
    return days - Double(storedZone.minutes) * 60 + storedTime.secondsSinceMidnight
  }

  /// The value as written in JSON.
  public var description: String { text }

  /// Whether a value is before another; `nil` if the precision does not decide the order: `2015` and `2015-03`.
  ///
  /// For two values with a time, the points in time are compared, whatever their zones.
  public static func < (one: FHIRDateTime, other: FHIRDateTime) -> Bool? { order(one, other).map { $0 < 0 } }

  /// Whether a value is after another; `nil` if the precision does not decide the order.
  public static func > (one: FHIRDateTime, other: FHIRDateTime) -> Bool? { order(one, other).map { $0 > 0 } }

  /// Whether a value is not after another; `nil` if the precision does not decide the order.
  public static func <= (one: FHIRDateTime, other: FHIRDateTime) -> Bool? { order(one, other).map { $0 <= 0 } }

  /// Whether a value is not before another; `nil` if the precision does not decide the order.
  public static func >= (one: FHIRDateTime, other: FHIRDateTime) -> Bool? { order(one, other).map { $0 >= 0 } }

  /// Whether the value begins before another, for sorting: `2015` begins with its first moment, dates in UTC. If two
  /// values begin together, the less precise one comes first.
  public func startsBefore(_ other: FHIRDateTime) -> Bool { sortingKey < other.sortingKey }

  /// Below, at or above zero; `nil` if the order is undecided.
  private static func order(_ one: FHIRDateTime, _ other: FHIRDateTime) -> Int? {
    if one.hasTime, other.hasTime { return one.startsBefore(other) ? -1 : other.startsBefore(one) ? 1 : 0 }
    let parts = [one.date, other.date].map { [$0.year, $0.month, $0.day].compactMap { $0 } }
    for (mine, theirs) in zip(parts[0], parts[1]) where mine != theirs { return mine < theirs ? -1 : 1 }
    return parts[0].count == parts[1].count && one.hasTime == other.hasTime ? 0 : nil
  }

  /// The first moment in UTC, exactly, and the number of known parts.
  fileprivate var sortingKey: (seconds: Int, nanoseconds: Int, precision: Int) {
    let days = date.daysSince1970 * 86_400
    guard hasTime else { return (days, 0, date.day != nil ? 3 : date.month != nil ? 2 : 1) }
    let seconds = (storedTime.hour * 60 + storedTime.minute) * 60 + storedTime.second
    return (days + seconds - Int(storedZone.minutes) * 60, storedTime.nanoseconds, 4)
  }
}

extension FHIRDateTime: TimeValue {
  @usableFromInline package static func read(_ index: TapeIndex, _ reader: inout TapeReader) -> FHIRDateTime? {
    let forms = reader.forms.dateTime
    return value(index, &reader, "a date and time in a string", .invalidDateTime) {
      DateTimeGrammar.check($0, $1, forms)
    }
  }

  @usableFromInline package func append(to writer: inout ElementWriter) {
    date.append(to: &writer)
    guard hasTime else { return }
    writer.byte(UInt8(ascii: "T"))
    storedTime.append(to: &writer)
    if storedZone.isZ { return writer.byte(UInt8(ascii: "Z")) }
    let minutes = Int(abs(storedZone.minutes))
    let isWest = storedZone.minutes < 0 || storedZone.isMinusZero
    writer.append(minutes / 60, digits: 2, behind: isWest ? "-" : "+")
    writer.append(minutes % 60, digits: 2, behind: ":")
  }
}

/// A point in time, exact at least to the second.
public struct FHIRInstant: Hashable, Sendable {
  /// The same as a `dateTime`; it always has a time and a zone.
  public let dateTime: FHIRDateTime

  /// Makes an instant, `nil` if the time is unknown.
  public init?(_ dateTime: FHIRDateTime) {
    guard dateTime.hasTime else { return nil }
    self.dateTime = dateTime
  }

  /// Makes an instant from its text, such as `2015-02-07T13:28:17.239+02:00`; `nil` if that is not an instant.
  public init?(_ text: String) {
    guard let dateTime = FHIRDateTime(text) else { return nil }
    self.init(dateTime)
  }

  private init(checked: FHIRDateTime) { dateTime = checked }

  /// The day in its zone.
  public var date: FHIRDate { dateTime.date }
  /// The time of day in its zone.
  public var time: FHIRTime { dateTime.storedTime }
  /// The zone.
  public var zone: FHIRZone { dateTime.storedZone }
  /// Seconds from 1 January 1970 in UTC.
  public var secondsSince1970: Double { dateTime.secondsSince1970 }

  /// The instant as written in JSON.
  public var description: String { dateTime.description }
}

extension FHIRInstant: TimeValue {
  @usableFromInline package static func read(_ index: TapeIndex, _ reader: inout TapeReader) -> FHIRInstant? {
    let forms = reader.forms.instant
    return value(index, &reader, "an instant in a string", .invalidInstant) { InstantGrammar.check($0, $1, forms) }
  }

  @usableFromInline
  package static func checked(_ p: UnsafePointer<UInt8>, _ count: Int) -> (value: FHIRInstant, isCut: Bool) {
    let (dateTime, isCut) = FHIRDateTime.checked(p, count)
    return (FHIRInstant(checked: dateTime), isCut)
  }

  @usableFromInline package func append(to writer: inout ElementWriter) { dateTime.append(to: &writer) }
}

/// An element that may have one of several types, of which at least one is a date that may have a time.
public protocol MomentChoice {
  /// The value of a `dateTime` or an `instant`; `nil` for any other type.
  var moment: FHIRDateTime? { get }
}

// FHIR and FHIRPath compare dates and times to their common precision: parts are compared from the year down, and if
// one value ends before they differ, the order is undecided. https://hl7.org/fhirpath/N1/#comparison

extension FHIRDate {
  /// Whether a date is before another; `nil` if the precision does not decide the order: `2015` and `2015-03`.
  public static func < (one: FHIRDate, other: FHIRDate) -> Bool? { FHIRDateTime(one) < FHIRDateTime(other) }

  /// Whether a date is after another; `nil` if the precision does not decide the order.
  public static func > (one: FHIRDate, other: FHIRDate) -> Bool? { other < one }

  /// Whether a date is not after another; `nil` if the precision does not decide the order.
  public static func <= (one: FHIRDate, other: FHIRDate) -> Bool? { (other < one).map { !$0 } }

  /// Whether a date is not before another; `nil` if the precision does not decide the order.
  public static func >= (one: FHIRDate, other: FHIRDate) -> Bool? { (one < other).map { !$0 } }

  /// Whether the date begins before another, for sorting: `2015` begins with its first day. If two dates begin
  /// together, the less precise one comes first.
  public func startsBefore(_ other: FHIRDate) -> Bool { FHIRDateTime(self).startsBefore(FHIRDateTime(other)) }
}

extension FHIRTime: Comparable {
  /// Orders by the clock. Of one time in two notations, such as `08:00:00` and `08:00:00.0`, the shorter comes first.
  public static func < (one: FHIRTime, other: FHIRTime) -> Bool {
    (one.hour, one.minute, one.second, one.nanoseconds, one.fractionDigits)
      < (other.hour, other.minute, other.second, other.nanoseconds, other.fractionDigits)
  }

  package var nanoseconds: Int {
    var fraction = fraction
    for _ in fractionDigits..<9 { fraction *= 10 }
    return fraction
  }
}

extension FHIRInstant: Comparable {
  /// Orders by the point in time. If two values are the same point in different notation, which are different values,
  /// the one further west comes first, and then the one with fewer digits.
  public static func < (one: FHIRInstant, other: FHIRInstant) -> Bool {
    let (mine, theirs) = (one.dateTime.sortingKey, other.dateTime.sortingKey)
    return (mine.seconds, mine.nanoseconds, one.zone.order, one.time.fractionDigits)
      < (theirs.seconds, theirs.nanoseconds, other.zone.order, other.time.fractionDigits)
  }
}

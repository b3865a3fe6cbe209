public import FHIRJSON
import FHIRPrimitives

/// A date with the precision as written: a year, a month, or a day. It has no time zone.
public struct FHIRDate: Hashable, Sendable {
  let storedYear: Int16
  let storedMonth, storedDay: UInt8

  /// The year.
  public var year: Int { Int(storedYear) }
  /// The month from 1 to 12, `nil` if only the year is known.
  public var month: Int? { storedMonth == 0 ? nil : Int(storedMonth) }
  /// The day of the month, `nil` if only the year or the month is known.
  public var day: Int? { storedDay == 0 ? nil : Int(storedDay) }

  /// Makes a date, `nil` if it does not exist in the calendar.
  public init?(year: Int, month: Int? = nil, day: Int? = nil) {
    guard year != 0, year >= -9999, year <= 9999, day == nil || month != nil else { return nil }
    guard CalendarDay.exists(year: Self.counted(year), month: month ?? 1, day: day ?? 1) else { return nil }
    (storedYear, storedMonth, storedDay) = (Int16(year), UInt8(month ?? 0), UInt8(day ?? 0))
  }

  /// Makes a date from its text, such as `1974-12`; `nil` if it is not a date in any release.
  public init?(_ text: String) {
    guard let date = Self.value(text, DateGrammar.check) else { return nil }
    self = date
  }

  /// Reads the numbers from a text that was checked; ignores the text after a day.
  init(checked start: UnsafePointer<UInt8>, _ count: Int) {
    let isNegative = start[0] == UInt8(ascii: "-")
    let (p, digits) = isNegative ? (start + 1, count - 1) : (start, count)
    let year = Int16(ASCII.twoDigits(p, at: 0) * 100 + ASCII.twoDigits(p, at: 2))
    storedYear = isNegative ? -year : year
    storedMonth = digits >= 7 ? UInt8(truncatingIfNeeded: ASCII.twoDigits(p, at: 5)) : 0
    storedDay = digits >= 10 ? UInt8(truncatingIfNeeded: ASCII.twoDigits(p, at: 8)) : 0
  }

  /// The number of days from 1 January 1970 to the date, or to its first day.
  public var daysSince1970: Int {
    CalendarDay.daysSince1970(year: Self.counted(year), month: month ?? 1, day: day ?? 1)
  }

  /// The year counted without a gap: there is no year 0, so 0 is the year that is written -0001.
  private static func counted(_ year: Int) -> Int { year > 0 ? year : year + 1 }

  /// The date as written in JSON.
  public var description: String { text }
}

extension FHIRDate: TimeValue {
  @usableFromInline package static func read(_ index: TapeIndex, _ reader: inout TapeReader) -> FHIRDate? {
    let forms = reader.forms.date
    return value(index, &reader, "a date in a string", .invalidDate) { DateGrammar.check($0, $1, forms) }
  }

  @usableFromInline
  package static func checked(_ p: UnsafePointer<UInt8>, _ count: Int) -> (value: FHIRDate, isCut: Bool) {
    (FHIRDate(checked: p, count), false)
  }

  @usableFromInline package func append(to writer: inout ElementWriter) {
    writer.append(abs(year), digits: 4, behind: year < 0 ? "-" : nil)
    if let month { writer.append(month, digits: 2, behind: "-") }
    if let day { writer.append(day, digits: 2, behind: "-") }
  }
}

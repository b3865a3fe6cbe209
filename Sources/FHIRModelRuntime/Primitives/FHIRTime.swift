public import FHIRJSON
import FHIRPrimitives

/// A time of day to the second, with a fraction of any number of digits.
///
/// ``fraction`` has the first nine digits of the fraction; a decoded value keeps the others for encoding.
public struct FHIRTime: Hashable, Sendable {
  let storedHour: UInt8
  let storedMinute: UInt8
  let storedSecond: UInt8
  let digits: UInt8
  let storedFraction: UInt32

  /// The hour from 0 to 23.
  public var hour: Int { Int(storedHour) }
  /// The minute from 0 to 59.
  public var minute: Int { Int(storedMinute) }
  /// The second from 0 to 59, and 60 in a leap second, which not every release allows.
  public var second: Int { Int(storedSecond) }
  /// How many digits the fraction of the second has, at most 9.
  public var fractionDigits: Int { Int(digits) }
  /// The digits of the fraction as a number: 50 for `.050`.
  public var fraction: Int { Int(storedFraction) }

  /// Makes a time, `nil` if it does not exist.
  public init?(hour: Int, minute: Int, second: Int, fraction: Int = 0, fractionDigits: Int = 0) {
    guard hour >= 0, minute >= 0, second >= 0, second <= 60,
      TimeOfDay.exists(hour: hour, minute: minute, second: min(second, 59)),
      (0...9).contains(fractionDigits), fraction >= 0, String(fraction).utf8.count <= max(fractionDigits, 1),
      fractionDigits > 0 || fraction == 0
    else { return nil }
    storedHour = UInt8(hour)
    storedMinute = UInt8(minute)
    storedSecond = UInt8(second)
    digits = UInt8(fractionDigits)
    storedFraction = UInt32(fraction)
  }

  /// Makes a time from its text, such as `08:30:00`; `nil` if it is not a time in any release.
  public init?(_ text: String) {
    let time = PaddedText.withBytes(text) { p, count in
      TimeGrammar.check(p, count, .any) == .none ? Self.checkedTime(p).time : nil
    }
    guard let time else { return nil }
    self = time
  }

  private init(hour: Int, minute: Int, second: Int, storedFraction: UInt32, digits: UInt8) {
    storedHour = UInt8(truncatingIfNeeded: hour)
    storedMinute = UInt8(truncatingIfNeeded: minute)
    storedSecond = UInt8(truncatingIfNeeded: second)
    self.storedFraction = storedFraction
    self.digits = digits
  }

  static let midnight = FHIRTime(hour: 0, minute: 0, second: 0, storedFraction: 0, digits: 0)

  /// A time that was read from a checked text.
  struct Checked {
    var time: FHIRTime
    /// The characters of the time.
    var count = 8
    /// Whether the fraction has more digits than are stored.
    var isCut = false

    fileprivate init(_ p: UnsafePointer<UInt8>) {
      var fraction: UInt32 = 0
      var digits: UInt8 = 0
      if p[8] == UInt8(ascii: ".") {
        count = 9
        while ASCII.isDigit(p[count]) {
          if digits < 9 {
            fraction = fraction &* 10 &+ UInt32(p[count] &- 0x30)
            digits += 1
          } else {
            isCut = true
          }
          count += 1
        }
      }
      time = FHIRTime(
        hour: ASCII.twoDigits(p, at: 0), minute: ASCII.twoDigits(p, at: 3), second: ASCII.twoDigits(p, at: 6),
        storedFraction: fraction, digits: digits)
    }
  }

  static func checkedTime(_ p: UnsafePointer<UInt8>) -> Checked { Checked(p) }

  /// Seconds since midnight.
  public var secondsSinceMidnight: Double {
    let whole = Double(hour * 3600 + minute * 60 + second)
    guard storedFraction > 0 else { return whole }
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    return whole + Double(storedFraction) / scale
  }
}

extension FHIRTime: CustomStringConvertible {
  /// The time as written in JSON.
  public var description: String { TimeText(self).string }
}

extension FHIRTime: TimeValue {
  @usableFromInline package static func read(_ index: TapeIndex, _ reader: inout TapeReader) -> FHIRTime? {
    guard reader.isPlainString(index, "a time in a string") else { return nil }
    let (p, count) = (reader.tape.lexeme(index), reader.tape.length(index))
    let fault = TimeGrammar.check(p, count, reader.forms.time)
    guard fault == .none else {
      reader.fault(.invalidTime, at: index, fault.expectation.description)
      return nil
    }
    let checked = checkedTime(p)
    if checked.isCut { reader.exactText = reader.raw(index).text }
    return checked.time
  }

  @usableFromInline package func append(to text: inout TimeText) { text.append(self) }
}

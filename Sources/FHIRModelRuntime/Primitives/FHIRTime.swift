public import FHIRJSON
import FHIRPrimitives

/// A time of day to the second, with a fraction of any number of digits.
///
/// ``fraction`` has the first nine digits of the fraction; a decoded value keeps the others for encoding.
public struct FHIRTime: Hashable, Sendable {
  let storedHour, storedMinute, storedSecond, digits: UInt8
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
    guard (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second),
      (0...9).contains(fractionDigits), fraction >= 0, String(fraction).utf8.count <= max(fractionDigits, 1),
      fractionDigits > 0 || fraction == 0
    else { return nil }
    self.init(
      hour: hour, minute: minute, second: second, storedFraction: UInt32(fraction), digits: UInt8(fractionDigits))
  }

  /// Makes a time from its text, such as `08:30:00`; `nil` if it is not a time in any release.
  public init?(_ text: String) {
    guard let time = Self.value(text, TimeGrammar.check) else { return nil }
    self = time
  }

  private init(hour: Int, minute: Int, second: Int, storedFraction: UInt32, digits: UInt8) {
    storedHour = UInt8(truncatingIfNeeded: hour)
    storedMinute = UInt8(truncatingIfNeeded: minute)
    storedSecond = UInt8(truncatingIfNeeded: second)
    (self.storedFraction, self.digits) = (storedFraction, digits)
  }

  static let midnight = FHIRTime(hour: 0, minute: 0, second: 0, storedFraction: 0, digits: 0)

  /// The time at the start of a text that was checked, its length, and whether its fraction has digits not stored.
  static func read(_ p: UnsafePointer<UInt8>) -> (time: FHIRTime, count: Int, isCut: Bool) {
    var (fraction, digits, count): (UInt32, UInt8, Int) = (0, 0, 8)
    if p[8] == UInt8(ascii: ".") {
      count += 1 + ASCII.digitRun(p, .max, from: 9)
      for digit in UnsafeBufferPointer(start: p + 9, count: min(count - 9, 9)) {
        fraction = fraction &* 10 &+ UInt32(digit &- 0x30)
        digits += 1
      }
    }
    let time = FHIRTime(
      hour: ASCII.twoDigits(p, at: 0), minute: ASCII.twoDigits(p, at: 3), second: ASCII.twoDigits(p, at: 6),
      storedFraction: fraction, digits: digits)
    return (time, count, count > 18)
  }

  /// Seconds since midnight.
  public var secondsSinceMidnight: Double { Double(hour * 3600 + minute * 60 + second) + Double(nanoseconds) / 1e9 }

  /// The time as written in JSON.
  public var description: String { text }
}

extension FHIRTime: TimeValue {
  @usableFromInline package static func read(_ index: TapeIndex, _ reader: inout TapeReader) -> FHIRTime? {
    let forms = reader.forms.time
    return value(index, &reader, "a time in a string", .invalidTime) { TimeGrammar.check($0, $1, forms) }
  }

  @usableFromInline
  package static func checked(_ p: UnsafePointer<UInt8>, _ count: Int) -> (value: FHIRTime, isCut: Bool) {
    let (time, _, isCut) = read(p)
    return (time, isCut)
  }

  @usableFromInline package func append(to writer: inout ElementWriter) {
    writer.append(hour, digits: 2)
    writer.append(minute, digits: 2, behind: ":")
    writer.append(second, digits: 2, behind: ":")
    if fractionDigits > 0 { writer.append(fraction, digits: fractionDigits, behind: ".") }
  }
}

/// A date or time, which JSON represents as text.
@usableFromInline package protocol TimeValue: TapeValue {
  /// The value of a text that was checked, and whether its fraction was truncated.
  static func checked(_ p: UnsafePointer<UInt8>, _ count: Int) -> (value: Self, isCut: Bool)
  func append(to writer: inout ElementWriter)
}

extension TimeValue {
  @inline(__always) static func value(
    _ index: TapeIndex, _ reader: inout TapeReader, _ expectation: StaticString, _ code: FHIRFault.Code,
    _ check: (UnsafePointer<UInt8>, Int) -> PrimitiveFault
  ) -> Self? {
    // Dates and times have no escapes, and a string with some is not read as one.
    guard reader.tape.tag(index) == .string else {
      reader.wrongKind(index, expectation.description)
      return nil
    }
    let (p, count) = (reader.tape.lexeme(index), reader.tape.length(index))
    let fault = check(p, count)
    guard fault.isNone else {
      reader.fault(code, at: index, fault.expectation)
      return nil
    }
    let checked = checked(p, count)
    if checked.isCut { reader.exactText = reader.raw(index).text }
    return checked.value
  }

  /// The value of a text that is valid in any release.
  static func value(_ text: String, _ check: (UnsafePointer<UInt8>, Int, MomentForms) -> PrimitiveFault) -> Self? {
    PaddedText.withBytes(text) { check($0, $1, .any).isNone ? checked($0, $1).value : nil }
  }

  /// Writes the text in quotes, which needs no escapes.
  @usableFromInline package func write(to writer: inout ElementWriter) {
    writer.byte(UInt8(ascii: "\""))
    append(to: &writer)
    writer.byte(UInt8(ascii: "\""))
  }

  var text: String {
    // The longest has 36 bytes.
    var writer = ElementWriter(capacity: 40)
    append(to: &writer)
    return writer.withBytes { String(decoding: $0, as: UTF8.self) }
  }
}

extension ElementWriter {
  /// Writes the last digits of a number, behind a sign.
  mutating func append(_ value: Int, digits: Int, behind sign: Unicode.Scalar? = nil) {
    if let sign { byte(UInt8(ascii: sign)) }
    var divisor = 1
    for _ in 1..<digits { divisor *= 10 }
    for _ in 0..<digits {
      byte(UInt8(truncatingIfNeeded: value / divisor % 10) + 0x30)
      divisor /= 10
    }
  }
}

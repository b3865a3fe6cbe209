extension RecordFacts {
  /// The result of an Observation, or of one of its components.
  public struct Measurement: Hashable, Sendable {
    /// The value, `nil` when there is none: ``dataAbsentReason`` may say why.
    public let value: Value?
    /// Why there is no value.
    public let dataAbsentReason: Concept?
    /// High, low, normal and the like, in their order.
    public let interpretations: [Concept]
    /// The ranges that the value is compared with, in their order.
    public let referenceRanges: [ReferenceRange]

    /// The value as a quantity, `nil` when it is of another kind.
    public var quantity: Quantity? {
      if case .quantity(let quantity) = value { quantity } else { nil }
    }
  }

  /// A part of an Observation with a code and a result of its own.
  public struct Component: Hashable, Sendable {
    /// What was measured.
    public let code: Concept?
    /// The result.
    public let measurement: Measurement
  }

  /// A value of an Observation; texts and digits are as written.
  public enum Value: Hashable, Sendable {
    /// A number with a unit.
    case quantity(Quantity)
    /// A coded answer.
    case concept(Concept)
    /// An answer in words.
    case text(String)
    /// Yes or no.
    case boolean(Bool)
    /// A whole number without a unit.
    case integer(Number)
    /// From a low to a high quantity.
    case range(low: Quantity?, high: Quantity?)
    /// A numerator and a denominator, such as a titre.
    case ratio(numerator: Quantity?, denominator: Quantity?)
    /// A time of day.
    case time(String)
    /// A date, or a date with a time.
    case dateTime(String)
    /// From one date to another.
    case period(start: String?, end: String?)
    /// Measurements in a series, such as an electrocardiogram: its text, spaces between the numbers.
    case samples(String)
  }

  /// A measured amount.
  public struct Quantity: Hashable, Sendable {
    /// The number, `nil` when only a unit or a code is there.
    public let number: Number?
    /// `<`, `<=`, `>=` or `>`: the number is a bound and not the value.
    public let comparator: String?
    /// The unit for people.
    public let unit: String?
    /// The system of ``code``, such as `http://unitsofmeasure.org`.
    public let system: String?
    /// The unit as a code.
    public let code: String?
  }

  /// What a value is compared with.
  public struct ReferenceRange: Hashable, Sendable {
    /// The lower bound, which is in the range.
    public let low: Quantity?
    /// The upper bound, which is in the range.
    public let high: Quantity?
    /// What kind of range it is, such as normal or therapeutic: `meaning` in DSTU2, `type` in R4.
    public let meaning: Concept?
    /// The range in words.
    public let text: String?
  }
}

extension RecordFacts {
  /// The result of an Observation, or of one of its components.
  public struct Measurement: Hashable, Sendable {
    /// The value; `nil` if there is none, and ``dataAbsentReason`` may give the reason.
    public let value: Value?
    /// Why the value is absent.
    public let dataAbsentReason: Concept?
    /// Interpretations such as high, low and normal, in their order.
    public let interpretations: [Concept]
    /// The ranges that the value is compared with, in their order.
    public let referenceRanges: [ReferenceRange]

    /// The value as a quantity; `nil` if it is of another kind.
    public var quantity: Quantity? {
      if case .quantity(let quantity) = value { quantity } else { nil }
    }
  }

  /// A part of an Observation with its own code and result.
  public struct Component: Hashable, Sendable {
    /// What was measured.
    public let code: Concept?
    /// The result.
    public let measurement: Measurement
  }

  /// A value of an Observation; texts and digits are kept as written.
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
    /// A series of measurements, such as an electrocardiogram: the text of the numbers, separated by spaces.
    case samples(String)
  }

  /// A measured amount.
  public struct Quantity: Hashable, Sendable {
    /// The number; `nil` if there is only a unit or a code.
    public let number: Number?
    /// `<`, `<=`, `>=` or `>`: the number is a bound of the value.
    public let comparator: String?
    /// The unit for people.
    public let unit: String?
    /// The system of ``code``, such as `http://unitsofmeasure.org`.
    public let system: String?
    /// The unit as a code.
    public let code: String?
  }

  /// A range to compare a value with.
  public struct ReferenceRange: Hashable, Sendable {
    /// The lower bound, inclusive.
    public let low: Quantity?
    /// The upper bound, inclusive.
    public let high: Quantity?
    /// The kind of range, such as normal or therapeutic: `meaning` in DSTU2, `type` in R4.
    public let meaning: Concept?
    /// The range in words.
    public let text: String?
  }
}

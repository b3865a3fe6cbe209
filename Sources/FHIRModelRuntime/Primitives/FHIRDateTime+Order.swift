import FHIRPrimitives

// FHIR and FHIRPath compare dates and times to their common precision: parts are compared from the year down, and if
// one value ends before they differ, the order is undecided.
// https://hl7.org/fhirpath/N1/#comparison

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

extension FHIRDateTime {
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
  public func startsBefore(_ other: FHIRDateTime) -> Bool {
    let (mine, theirs) = (sortingKey, other.sortingKey)
    return mine.seconds != theirs.seconds
      ? mine.seconds < theirs.seconds
      : (mine.nanoseconds, mine.precision) < (theirs.nanoseconds, theirs.precision)
  }

  /// Below, at or above zero; `nil` if the order is undecided.
  private static func order(_ one: FHIRDateTime, _ other: FHIRDateTime) -> Int? {
    if one.hasTime, other.hasTime {
      let (mine, theirs) = (one.sortingKey, other.sortingKey)
      return sign((mine.seconds, mine.nanoseconds), (theirs.seconds, theirs.nanoseconds))
    }
    let (mine, theirs) = (one.date, other.date)
    if mine.year != theirs.year { return mine.year < theirs.year ? -1 : 1 }
    guard let month = mine.month, let otherMonth = theirs.month else { return mine.month == theirs.month ? 0 : nil }
    if month != otherMonth { return month < otherMonth ? -1 : 1 }
    guard let day = mine.day, let otherDay = theirs.day else { return mine.day == theirs.day ? 0 : nil }
    if day != otherDay { return day < otherDay ? -1 : 1 }
    return one.hasTime == other.hasTime ? 0 : nil
  }

  private static func sign(_ one: (Int, Int), _ other: (Int, Int)) -> Int {
    one == other ? 0 : one < other ? -1 : 1
  }

  /// The first moment in UTC, exactly, and the number of known parts.
  fileprivate var sortingKey: (seconds: Int, nanoseconds: Int, precision: Int) {
    let days = date.daysSince1970 * 86_400
    guard hasTime else { return (days, 0, date.day != nil ? 3 : date.month != nil ? 2 : 1) }
    let seconds = (storedTime.hour * 60 + storedTime.minute) * 60 + storedTime.second
    return (days + seconds - Int(storedZone.minutes) * 60, storedTime.nanoseconds, 4)
  }
}

extension FHIRTime: Comparable {
  /// Orders by the clock. If two values are the same time in different notation, such as `08:00:00` and `08:00:00.0`,
  /// the shorter comes first.
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
    if mine.seconds != theirs.seconds { return mine.seconds < theirs.seconds }
    return (mine.nanoseconds, one.zone.order, one.time.fractionDigits)
      < (theirs.nanoseconds, other.zone.order, other.time.fractionDigits)
  }
}

extension FHIRZone {
  /// The zone as a number that no other zone has.
  fileprivate var order: Int { Int(minutes) * 4 + (isZ ? 1 : isMinusZero ? 0 : 2) }
}

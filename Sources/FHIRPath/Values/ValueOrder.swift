import UCUM

/// The order of values of records, as the operators of FHIRPath decide it, without an expression: below, at or above
/// zero; `nil` if the two have no order, or if it is not decided.
package enum ValueOrder {
  /// The order of two numbers.
  package static func ofNumbers(_ a: String, _ b: String) -> Int? {
    guard let a = decimal(a), let b = decimal(b) else { return nil }
    return a.compare(b)
  }

  /// The order of two numbers, each with a unit of UCUM.
  package static func ofQuantities(_ a: String, _ unit: String, _ b: String, _ otherUnit: String) -> Int? {
    guard let a = decimal(a), let b = decimal(b), isShort(unit), isShort(otherUnit),
      let from = try? UCUMUnit(unit), let to = try? UCUMUnit(otherUnit)
    else { return nil }
    return UnitRelation(from: from, to: to)?.compare(a, b)
  }

  /// The order of two dates or dates with times, which may be of different precision and in different zones, or of two
  /// times of day.
  package static func ofMoments(_ a: String, _ b: String, areTimes: Bool) -> Int? {
    func moment(_ text: String) -> Moment? {
      var text = text
      guard isShort(text) else { return nil }
      return text.withUTF8 { Moment($0, areTimes ? .time : .dateTime, mayBeBeforeChrist: true) }
    }
    guard let a = moment(a), let b = moment(b) else { return nil }
    return a.compare(b)
  }

  private static func decimal(_ text: String) -> Decimal? { isShort(text) ? Decimal(text) : nil }

  /// A caller compares one text with many, so that a long one would be read again and again.
  private static func isShort(_ text: String) -> Bool { text.utf8.count <= 100 }
}

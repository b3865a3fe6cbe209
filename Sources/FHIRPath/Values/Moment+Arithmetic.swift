import FHIRPrimitives

extension Moment {
  /// The moment plus a number of units; `nil` if the result is outside the calendar.
  ///
  /// A unit smaller than the last known part is first converted to that part and truncated: `@2014` plus 24 months is
  /// `@2016`. A day that the month does not have becomes its last day. Times of day wrap around midnight.
  func adding(_ amount: Decimal, _ unit: CalendarUnit, isTime: Bool) -> Moment? {
    var moment = self
    if isTime {
      guard let count = moment.nanoseconds(of: amount, unit) else { return nil }
      _ = moment.set(dayNumber: 0, nanosecondOfDay: nanosecondOfDay + count % 86_400_000_000_000)
      (moment.year, moment.month, moment.day) = (0, 1, 1)
      return moment
    }
    switch unit {
    case .year, .month: return addingMonths(amount, unit)
    default: break
    }
    if precision < .day {
      // A month is 30 days, and a year 365 days; smaller units are converted to days.
      guard let milliseconds = unit.milliseconds, let count = amount.count,
        let days = multiply(count, milliseconds).map({ $0 / 86_400_000 })
      else { return nil }
      return addingMonths(
        Decimal(precision == .month ? days / 30 : days / 365), precision == .month ? .month : .year)
    }
    guard let count = moment.nanoseconds(of: amount, unit) else { return nil }
    let days = count / 86_400_000_000_000
    guard abs(days) < 4_000_000 else { return nil }
    let added = moment.set(
      dayNumber: dayNumber + days, nanosecondOfDay: nanosecondOfDay + count % 86_400_000_000_000)
    return added ? moment : nil
  }

  private func addingMonths(_ amount: Decimal, _ unit: CalendarUnit) -> Moment? {
    guard let count = amount.count, abs(count) < 1_000_000 else { return nil }
    var moment = self
    if precision == .year {
      moment.year += Int(unit == .year ? count : count / 12)
    } else {
      let months = year * 12 + month - 1 + Int(unit == .year ? count * 12 : count)
      guard months >= 0 else { return nil }
      (moment.year, moment.month) = (months / 12, months % 12 + 1)
      moment.day = min(day, CalendarDay.daysInMonth(moment.month, year: moment.year))
    }
    return Moment.years.contains(moment.year) ? moment : nil
  }

  /// The duration in nanoseconds, truncated to a whole number of the last known part.
  private mutating func nanoseconds(of amount: Decimal, _ unit: CalendarUnit) -> Int? {
    guard let milliseconds = unit.milliseconds else { return nil }
    if unit == .second || unit == .millisecond {
      // The fraction of seconds counts; fractions of all other units are truncated.
      guard let exact = amount.multiplied(by: Decimal(milliseconds * 1_000_000)),
        let nanoseconds = Int64(exactly: exact.truncated)
      else { return nil }
      if precision == .second, nanoseconds % 1_000_000_000 != 0 { fractionDigits = max(fractionDigits, 3) }
      return whole(Int(nanoseconds))
    }
    guard let count = amount.count, let total = multiply(count, milliseconds),
      case let (nanoseconds, overflow) = total.multipliedReportingOverflow(by: 1_000_000), !overflow
    else { return nil }
    return whole(Int(nanoseconds))
  }

  private func whole(_ nanoseconds: Int) -> Int {
    let unit: Int
    switch precision {
    case .year, .month, .day: unit = 86_400_000_000_000
    case .hour: unit = 3_600_000_000_000
    case .minute: unit = 60_000_000_000
    case .second: unit = 1
    }
    return nanoseconds / unit * unit
  }

  private func multiply(_ a: Int64, _ b: Int64) -> Int64? {
    let (product, overflow) = a.multipliedReportingOverflow(by: b)
    return overflow ? nil : product
  }
}

extension Decimal {
  /// The whole part, if it fits into 64 bits.
  fileprivate var count: Int64? { Int64(exactly: truncated) }
}

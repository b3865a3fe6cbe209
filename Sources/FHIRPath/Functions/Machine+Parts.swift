extension Machine {
  /// `yearOf()` and similar functions: one part of a date or time, empty if the value does not have it.
  mutating func pushPart(of item: Item, _ instruction: Instruction) throws(FHIRPathError) {
    let value = value(of: item)
    guard var moment = value.moment, let kind = value.momentKind else { return }
    let hasDate = kind != .time
    let hasTime = kind != .date && moment.precision >= .hour
    let part: Int?
    switch instruction.op {
    case .yearOf: part = hasDate ? moment.writtenYear : nil
    case .monthOf: part = hasDate && moment.precision >= .month ? moment.month : nil
    case .dayOf: part = hasDate && moment.precision >= .day ? moment.day : nil
    case .hourOf: part = hasTime ? moment.hour : nil
    case .minuteOf: part = hasTime && moment.precision >= .minute ? moment.minute : nil
    case .secondOf: part = hasTime && moment.precision >= .second ? moment.second : nil
    case .millisecondOf: part = hasTime && moment.fractionDigits > 0 ? moment.nanoseconds / 1_000_000 : nil
    case .timezoneOffsetOf:
      // The offset in hours.
      guard let offset = moment.offset, let hours = Decimal(Int64(offset)).divided(by: Decimal(60)) else { return }
      return try push(.decimal(hours.scale == 0 ? Decimal(digits: hours.digits * 10, scale: 1) : hours))
    case .dateOf:
      guard hasDate else { return }
      moment.precision = min(moment.precision, .day)
      moment.offset = nil
      return try push(arena.keep(moment, .date))
    default:
      guard kind == .dateTime, hasTime else { return }
      (moment.year, moment.month, moment.day) = (0, 1, 1)
      moment.offset = nil
      return try push(arena.keep(moment, .time))
    }
    if let part { try push(.integer(part)) }
  }
}

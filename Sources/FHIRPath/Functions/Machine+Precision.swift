import FHIRPrimitives

extension Machine {
  /// `precision()`, `lowBoundary()` and `highBoundary()`.
  mutating func evaluatePrecision(
    _ item: Item, _ instruction: Instruction, _ frame: Frame
  ) throws(FHIRPathError) {
    let value = value(of: item)
    if instruction.op == .precision {
      if let digits = Machine.precision(of: value) { try push(.integer(digits)) }
      return
    }
    var digits: Int?
    if instruction.second >= 0 {
      guard let given = try integerArgument(instruction.second, frame, instruction) else { return }
      digits = given
    }
    let isHigh = instruction.op == .highBoundary
    switch value.kind {
    case .integer, .decimal:
      if let number = Machine.decimal(value).boundary(isHigh: isHigh, places: digits ?? 8) {
        try push(.decimal(number))
      }
    case .quantity:
      guard var quantity = value.quantity,
        let number = quantity.value.boundary(isHigh: isHigh, places: digits ?? 8)
      else { return }
      quantity.value = number
      try push(arena.keep(quantity))
    case .date, .dateTime, .time:
      guard let moment = value.moment, let kind = value.momentKind,
        let boundary = moment.boundary(kind, isHigh: isHigh, digits: digits)
      else { return }
      try push(arena.keep(boundary, kind))
    default:
      throw failure(instruction, "\(instruction.op.sign) needs a number, a date or a time, found \(describe(item))")
    }
  }

  private static func precision(of value: Item) -> Int? {
    switch value.kind {
    case .integer: 0
    case .decimal: value.decimal.scale
    case .date, .dateTime:
      value.moment.map { Moment.digits[Int($0.precision.rawValue)] + ($0.fractionDigits > 0 ? 3 : 0) }
    case .time: value.moment.map { Moment.digits[Int($0.precision.rawValue)] - 8 + ($0.fractionDigits > 0 ? 3 : 0) }
    default: nil
    }
  }
}

extension Decimal {
  /// The least or greatest number that rounds to this one, truncated to a number of places.
  fileprivate func boundary(isHigh: Bool, places: Int) -> Decimal? {
    guard (0...31).contains(places), scale < Decimal.maximumDigits,
      let edge = adding(Decimal(digits: isHigh ? 5 : -5, scale: scale + 1))
    else { return nil }
    guard edge.scale > places else { return edge.rescaled(to: places) }
    let shift = Decimal.powerOfTen(edge.scale - places)
    let (whole, rest) = edge.digits.quotientAndRemainder(dividingBy: shift)
    let step: Int128 = isHigh && rest > 0 ? 1 : !isHigh && rest < 0 ? -1 : 0
    return Decimal(digits: whole + step, scale: places)
  }
}

extension Moment {
  /// The number of digits of a date and time at each precision.
  fileprivate static let digits = [4, 6, 8, 10, 12, 14]

  /// The first or last moment that this one may stand for.
  fileprivate func boundary(_ kind: Kind, isHigh: Bool, digits wanted: Int?) -> Moment? {
    let most = kind == .date ? 8 : kind == .dateTime ? 17 : 9
    let wanted = wanted ?? most
    var total = wanted + (kind == .time ? 8 : 0)
    if total == 17 { total = 14 }
    guard wanted <= most, let place = Moment.digits.firstIndex(of: total),
      let target = Precision(rawValue: UInt8(place))
    else { return nil }
    var moment = self
    moment.precision = target
    if precision < .month { moment.month = isHigh ? 12 : 1 }
    if precision < .day { moment.day = isHigh ? CalendarDay.daysInMonth(moment.month, year: moment.year) : 1 }
    if precision < .hour { moment.hour = isHigh ? 23 : 0 }
    if precision < .minute { moment.minute = isHigh ? 59 : 0 }
    if precision < .second { moment.second = isHigh ? 59 : 0 }
    if fractionDigits == 0 { moment.nanoseconds = isHigh ? 999_000_000 : 0 }
    moment.fractionDigits = target == .second ? 3 : 0
    // An unknown zone may be any: the earliest day begins in the east.
    if kind == .dateTime, target >= .hour, offset == nil { moment.offset = isHigh ? -12 * 60 : 14 * 60 }
    return moment
  }
}

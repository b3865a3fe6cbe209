import FHIRPrimitives

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The functions whose results a decimal cannot represent exactly: computed in binary floating point, and rounded to
/// the shortest digits that identify the double.
extension Decimal {
  var double: Double { Double(description) ?? .nan }

  /// The shortest decimal that identifies the double, `nil` if it is not finite or too long.
  init?(shortest double: Double) {
    guard double.isFinite else { return nil }
    self.init("\(double)")
  }

  func logarithm(_ base: Decimal) -> Decimal? {
    guard digits > 0, base.digits > 0, base.compare(Decimal(1)) != 0 else { return nil }
    let quotient = log(double) / log(base.double)
    // A power of the base has a whole logarithm, which a quotient of doubles may miss slightly.
    let nearest = quotient.rounded()
    if abs(quotient - nearest) < 1e-9, pow(base.double, nearest) == double { return Decimal(shortest: nearest) }
    return Decimal(shortest: quotient)
  }

  /// A power; exact for whole exponents if it fits, `nil` if it is undefined.
  func raised(to exponent: Decimal) -> Decimal? {
    if let whole = exponent.whole, whole >= 0, whole <= 1024 {
      var result = Decimal(1)
      for _ in 0..<Int(whole) {
        guard let next = result.multiplied(by: self) else { return nil }
        result = next
      }
      return result
    }
    if digits == 0, exponent.digits < 0 { return nil }
    return Decimal(shortest: pow(double, exponent.double))
  }

  var ceiling: Int128 { truncated + (digits > 0 && whole == nil ? 1 : 0) }
  var floor: Int128 { truncated - (digits < 0 && whole == nil ? 1 : 0) }

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

extension Machine {
  /// The mathematical functions, on a number or a quantity, of which some keep the unit.
  mutating func evaluateMath(_ item: Item, _ instruction: Instruction, _ frame: Frame) throws(FHIRPathError) {
    let value = value(of: item)
    if isValueless(item, value) { return }
    if let quantity = value.quantity {
      guard [.abs, .ceiling, .floor, .truncate, .round].contains(instruction.op) else {
        throw failure(instruction, "\(instruction.op.sign) needs a number, found a Quantity")
      }
      if let number = try rounded(quantity.value, instruction, frame) { try push(arena.keep(quantity.with(number))) }
      return
    }
    guard value.isNumber else { throw needs("a number", item, instruction) }
    let number = Machine.decimal(value)
    let result: Item?
    switch instruction.op {
    case .abs where value.kind == .integer: result = .integer(abs(value.integer))
    case .abs, .round: result = try rounded(number, instruction, frame).map { .decimal($0) }
    case .ceiling, .floor, .truncate:
      result = try rounded(number, instruction, frame).flatMap { Machine.integer($0.digits) }
    case .exp: result = Decimal(shortest: exp(number.double)).map { .decimal($0) }
    case .ln: result = number.digits > 0 ? Decimal(shortest: log(number.double)).map { .decimal($0) } : nil
    case .sqrt: result = Decimal(shortest: number.double.squareRoot()).map { .decimal($0) }
    case .log:
      let base = try numberArgument(instruction, frame)
      result = base.flatMap { number.logarithm(Machine.decimal($0)) }.map { .decimal($0) }
    default:
      guard let exponent = try numberArgument(instruction, frame),
        let power = number.raised(to: Machine.decimal(exponent))
      else { return }
      let isWhole = value.kind == .integer && exponent.kind == .integer && exponent.integer >= 0
      result = isWhole ? Machine.integer(power.truncated) : .decimal(power)
    }
    if let result { try push(result) }
  }

  /// `abs()` and the rounding functions; `nil` for an empty precision.
  private mutating func rounded(
    _ number: Decimal, _ instruction: Instruction, _ frame: Frame
  ) throws(FHIRPathError) -> Decimal? {
    switch instruction.op {
    case .abs: return number.digits < 0 ? -number : number
    case .ceiling: return Decimal(digits: number.ceiling, scale: 0)
    case .floor: return Decimal(digits: number.floor, scale: 0)
    case .truncate: return Decimal(digits: number.truncated, scale: 0)
    default:
      guard instruction.second >= 0 else { return number.rounded(to: 0) }
      guard let places = try integerArgument(instruction.second, frame, instruction) else { return nil }
      guard places >= 0 else { throw failure(instruction, "round() needs a precision from 0, found \(places)") }
      return number.rounded(to: places)
    }
  }

  private mutating func numberArgument(_ instruction: Instruction, _ frame: Frame) throws(FHIRPathError) -> Item? {
    let item = try operand(instruction.second, frame, instruction)
    if item.kind == .none { return nil }
    let value = value(of: item)
    guard value.isNumber else { throw needs("a number", item, instruction) }
    return value
  }

  /// `precision()`, `lowBoundary()` and `highBoundary()`.
  mutating func evaluatePrecision(_ item: Item, _ instruction: Instruction, _ frame: Frame) throws(FHIRPathError) {
    let value = value(of: item)
    if instruction.op == .precision {
      if let digits = Machine.precision(of: value) { try push(.integer(digits)) }
      return
    }
    let digits = instruction.second < 0 ? nil : try integerArgument(instruction.second, frame, instruction)
    if instruction.second >= 0 && digits == nil || isValueless(item, value) { return }
    let isHigh = instruction.op == .highBoundary
    switch value.kind {
    case .integer, .decimal, .quantity:
      guard let amount = Machine.quantity(value),
        let number = amount.value.boundary(isHigh: isHigh, places: digits ?? 8)
      else { return }
      try push(value.isNumber ? .decimal(number) : arena.keep(amount.with(number)))
    case .date, .dateTime, .time:
      guard let moment = value.moment, let kind = value.momentKind,
        let boundary = moment.boundary(kind, isHigh: isHigh, digits: digits)
      else { return }
      try push(arena.keep(boundary, kind))
    default: throw needs("a number, a date or a time", item, instruction)
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
      guard let offset = moment.offset, let hours = Decimal(Int64(offset)).divided(by: Decimal(60)) else { return }
      return try push(.decimal(hours.scale == 0 ? Decimal(digits: hours.digits * 10, scale: 1) : hours))
    case .dateOf:
      guard hasDate else { return }
      (moment.precision, moment.offset) = (min(moment.precision, .day), nil)
      return try push(arena.keep(moment, .date))
    default:
      guard kind == .dateTime, hasTime else { return }
      (moment.year, moment.month, moment.day, moment.offset) = (0, 1, 1, nil)
      return try push(arena.keep(moment, .time))
    }
    if let part { try push(.integer(part)) }
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

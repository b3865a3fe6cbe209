/// Parses a term of units by UCUM's grammar, section 2 of <https://ucum.org/ucum>.
///
/// ```text
/// main-term  = ["/"] term
/// term       = component *(("." / "/") component)
/// component  = (symbol [exponent] / digits / "(" term ")") *annotation / 1*annotation
/// exponent   = ["+" / "-"] digits
/// annotation = "{" any of ! to ~ without braces "}"
/// ```
///
/// A symbol may end in digits, which are its exponent, and contains square brackets in pairs: `m2`, `10*3`, `mm[Hg]`.
/// Only symbols have exponents: `10+3` and `(m/s)2` are not terms, the latter since version 1.9. One extension is
/// accepted that the grammar of version 2 does not allow but its tables use: annotations of numbers and of parentheses,
/// as in `/100{WBC}`.
struct UnitParser {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let table: UnitTable
  private var position = 0
  private var depth = 0

  private static let maximumDepth = 20
  private static let maximumExponent = 100
  private static let maximumDigits = 1_000

  init(_ bytes: UnsafeBufferPointer<UInt8>, table: UnitTable) { (self.bytes, self.table) = (bytes, table) }

  mutating func parse() throws(UCUMFault) -> UCUMUnit {
    guard !bytes.isEmpty else { throw UCUMFault(.empty, 0..<0) }
    for (place, byte) in bytes.enumerated() where byte < 0x21 || byte > 0x7E {
      let rest = bytes[(place + 1)...].prefix { $0 & 0xC0 == 0x80 }
      throw UCUMFault(.character, place..<rest.endIndex)
    }
    let unit = try term()
    guard position == bytes.count else { throw fault(isClosing ? .bracket : .missingOperator) }
    return unit
  }

  // MARK: - Terms

  private mutating func term() throws(UCUMFault) -> UCUMUnit {
    var product: UCUMUnit?
    var divides = false
    // A solidus is allowed only at the start of the whole text.
    if position == 0, take("/") { divides = true }
    while true {
      let component = try component()
      if let left = product {
        product = try multiply(left, component, power: divides ? -1 : 1)
      } else {
        product = divides ? try multiply(.one, component, power: -1) : component
      }
      if take("/") {
        divides = true
      } else if take(".") {
        divides = false
      } else {
        return product ?? .one
      }
    }
  }

  private mutating func component() throws(UCUMFault) -> UCUMUnit {
    guard let next else { throw fault(.missingUnit) }
    switch next {
    case "{":
      try annotations()
      return .one
    case "(": return try parentheses()
    case "/", ".": throw fault(.missingUnit)
    default: return try simpleUnit()
    }
  }

  private mutating func parentheses() throws(UCUMFault) -> UCUMUnit {
    let start = position
    position += 1
    depth += 1
    guard depth <= Self.maximumDepth else { throw fault(.tooLarge) }
    let inner = try term()
    guard take(")") else { throw UCUMFault(.bracket, start..<start + 1) }
    depth -= 1
    try annotations()
    return inner
  }

  // MARK: - Units

  private mutating func simpleUnit() throws(UCUMFault) -> UCUMUnit {
    let start = position
    try skipSymbol()
    guard position > start else { throw fault(isClosing ? .bracket : .unknownSymbol) }
    // Digits at the end are the exponent; digits alone are a number.
    var end = position
    while end > start, bytes[end - 1] &- UInt8(ascii: "0") < 10 { end -= 1 }
    if end == start {
      let number = try number(start..<position)
      try annotations()
      return number
    }
    guard let unit = table.unit(UnsafeBufferPointer(rebasing: bytes[start..<end])) else {
      let isUnit = table.isPrefixedNonmetric(UnsafeBufferPointer(rebasing: bytes[start..<end]))
      throw UCUMFault(isUnit ? .notMetric : .unknownSymbol, start..<end)
    }
    position = end
    let power = try exponent(after: start)
    try annotations()
    return power == 1 ? unit : try multiply(.one, unit, power: power)
  }

  /// Skips symbol characters, and square brackets with their content.
  private mutating func skipSymbol() throws(UCUMFault) {
    while let sign = next {
      switch sign {
      case "[": try skipPair("[", "]")
      case "]": throw fault(.bracket)
      case "(", ")", "{", "}", "/", ".", "+", "-", "=", "\"": return
      default: position += 1
      }
    }
  }

  private func number(_ range: Range<Int>) throws(UCUMFault) -> UCUMUnit {
    let digits = bytes[range].drop { $0 == UInt8(ascii: "0") }
    guard let factor = UCUMFactor(digits: digits) else { throw UCUMFault(.zero, range) }
    guard factor.exponent <= Self.maximumDigits else { throw UCUMFault(.tooLarge, range) }
    return UCUMUnit(dimension: .none, factor: factor, scale: .ratio)
  }

  /// The exponent at this place, 1 if there is none.
  private mutating func exponent(after start: Int) throws(UCUMFault) -> Int {
    let isNegative = next == "-"
    let isSigned = isNegative || next == "+"
    if isSigned { position += 1 }
    let first = position
    var value = 0
    while let digit = next?.value, 0x30...0x39 ~= digit {
      value = min(value * 10 + Int(digit - 0x30), 1_000)
      position += 1
    }
    guard position > first else {
      if isSigned { throw UCUMFault(.missingExponent, first - 1..<first) }
      return 1
    }
    guard value <= Self.maximumExponent else { throw UCUMFault(.tooLarge, start..<position) }
    return isNegative ? -value : value
  }

  private mutating func annotations() throws(UCUMFault) { while next == "{" { try skipPair("{", "}") } }

  /// Skips from an opening bracket past the closing one.
  private mutating func skipPair(_ opening: Unicode.Scalar, _ closing: Unicode.Scalar) throws(UCUMFault) {
    let start = position
    position += 1
    while let sign = next, sign != closing, sign != opening { position += 1 }
    guard take(closing) else { throw UCUMFault(.bracket, start..<start + 1) }
  }

  private func multiply(_ left: UCUMUnit, _ right: UCUMUnit, power: Int) throws(UCUMFault) -> UCUMUnit {
    guard let dimension = left.dimension.times(right.dimension, power: Int32(power)) else {
      throw UCUMFault(.tooLarge, 0..<bytes.count)
    }
    let factor = left.factor * right.factor.raised(to: power)
    guard abs(factor.exponent) <= 100_000 else { throw UCUMFault(.tooLarge, 0..<bytes.count) }
    // A temperature in a term, such as `J/Cel`, is a difference of temperatures.
    let isRatio = left.scale == .ratio && right.scale == .ratio
    return UCUMUnit(dimension: dimension, factor: factor, scale: isRatio ? .ratio : .special)
  }

  // MARK: - Bytes

  /// The next character, which is ASCII.
  private var next: Unicode.Scalar? { position < bytes.count ? Unicode.Scalar(bytes[position]) : nil }

  private var isClosing: Bool { next == ")" || next == "}" }

  private mutating func take(_ sign: Unicode.Scalar) -> Bool {
    guard next == sign else { return false }
    position += 1
    return true
  }

  private func fault(_ reason: UCUMFault.Reason) -> UCUMFault {
    UCUMFault(reason, position..<min(position + 1, bytes.count))
  }
}

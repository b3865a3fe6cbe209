extension Decimal: CustomStringConvertible {
  /// Reads digits with a sign, a fraction and an exponent; all but the first digit are optional.
  ///
  /// - Returns: `nil` for anything else, and for a number of more than ``maximumDigits`` digits.
  init?(_ text: UnsafeBufferPointer<UInt8>) {
    var index = 0
    var isNegative = false
    if text.count > 0, text[0] == UInt8(ascii: "-") || text[0] == UInt8(ascii: "+") {
      isNegative = text[0] == UInt8(ascii: "-")
      index = 1
    }
    var value: Int128 = 0
    var count = 0
    var scale = 0
    var sawPoint = false
    var sawDigit = false
    while index < text.count {
      let c = text[index]
      if Lexer.isDigit(c) {
        sawDigit = true
        if value != 0 || c != UInt8(ascii: "0") { count += 1 }
        if sawPoint { scale += 1 }
        // Zeros after the last digit that fits do not change the number.
        guard count <= Decimal.maximumDigits, scale <= Decimal.maximumDigits else { return nil }
        value = value &* 10 &+ Int128(c &- 0x30)
      } else if c == UInt8(ascii: "."), !sawPoint, sawDigit {
        sawPoint = true
        guard index + 1 < text.count, Lexer.isDigit(text[index + 1]) else { return nil }
      } else {
        break
      }
      index += 1
    }
    guard sawDigit else { return nil }
    if index < text.count {
      guard let exponent = Decimal.exponent(text, from: index) else { return nil }
      self.init(digits: isNegative ? -value : value, scale: scale)
      guard raise(exponent) else { return nil }
      return
    }
    self.init(digits: isNegative ? -value : value, scale: scale)
  }

  init?(_ text: String) {
    var text = text
    guard let number = text.withUTF8({ Decimal($0) }) else { return nil }
    self = number
  }

  private static func exponent(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    guard text[start] | 0x20 == UInt8(ascii: "e") else { return nil }
    var index = start + 1
    var isNegative = false
    if index < text.count, text[index] == UInt8(ascii: "-") || text[index] == UInt8(ascii: "+") {
      isNegative = text[index] == UInt8(ascii: "-")
      index += 1
    }
    guard index < text.count else { return nil }
    var exponent = 0
    while index < text.count {
      guard Lexer.isDigit(text[index]) else { return nil }
      exponent = min(exponent * 10 + Int(text[index] &- 0x30), 1000)
      index += 1
    }
    return isNegative ? -exponent : exponent
  }

  /// Multiplies by a power of ten; `false` if the number does not fit.
  private mutating func raise(_ exponent: Int) -> Bool {
    scale -= exponent
    if digits == 0 {
      scale = max(0, min(scale, Decimal.maximumDigits))
      return true
    }
    while scale > Decimal.maximumDigits, digits % 10 == 0 {
      digits /= 10
      scale -= 1
    }
    guard scale <= Decimal.maximumDigits else { return false }
    guard scale < 0 else { return true }
    guard -scale <= Decimal.maximumDigits else { return false }
    let (product, overflow) = digits.multipliedReportingOverflow(by: Decimal.powerOfTen(-scale))
    digits = product
    scale = 0
    return !overflow && product.magnitude < Decimal.powerOfTen(Decimal.maximumDigits).magnitude
  }

  /// The number in FHIRPath notation, with its scale.
  var description: String {
    let text = String(digits.magnitude)
    let sign = digits < 0 ? "-" : ""
    guard scale > 0 else { return sign + text }
    let padded = String(repeating: "0", count: max(0, scale + 1 - text.utf8.count)) + text
    return sign + padded.dropLast(scale) + "." + padded.suffix(scale)
  }
}

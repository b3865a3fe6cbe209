import FHIRPrimitives

extension FHIRDecimal {
  /// Makes a decimal with the fewest digits that identify the binary number; `nil` if it is not a number or infinite.
  public init?(_ value: Double) {
    guard value.isFinite else { return nil }
    self.init(DecimalText.text(of: value))
  }
}

extension Double {
  /// Makes the binary number that equals the decimal; `nil` if there is none, as for `0.1`. The nearest one is
  /// ``FHIRDecimal/doubleValue``.
  public init?(exactly decimal: FHIRDecimal) {
    guard let value = DecimalParts(decimal.text)?.exactDouble else { return nil }
    self = value
  }
}

/// Writes a binary number in digits, without an exponent.
package enum DecimalText {
  package static func text(of value: Double) -> String {
    let text = value.description
    guard let e = text.firstIndex(of: "e"), let exponent = Int(text[text.index(after: e)...]) else {
      return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
    let isNegative = text.hasPrefix("-")
    let parts = text[..<e].drop { $0 == "-" }.split(separator: ".")
    let whole = parts.first ?? "0"
    let fraction = parts.count > 1 && parts[1] != "0" ? parts[1] : ""
    var digits = whole + fraction
    let point = whole.count + exponent
    if point <= 0 {
      digits = "0." + String(repeating: "0", count: -point) + digits
    } else if point >= digits.count {
      digits += String(repeating: "0", count: point - digits.count)
    } else {
      digits.insert(".", at: digits.index(digits.startIndex, offsetBy: point))
    }
    return (isNegative ? "-" : "") + String(digits)
  }
}

extension RecordFacts {
  /// A decimal as the record has it: its text, and its exact value.
  public struct Number: Hashable, Sendable, CustomStringConvertible {
    /// The digits as written in the JSON: `7.50` is not `7.5`, and R4 allows `1.2e3`.
    public let text: String

    /// The exact value, `significand` times ten to the power of `exponent`, with the zeros that were written: `7.50` is
    /// 750 and -2. `nil` for a number of more than 38 digits or an exponent beyond a million.
    public var exactValue: (significand: Int128, exponent: Int)? {
      var significand: Int128 = 0
      var exponent = 0
      var written = text.utf8[...]
      let isNegative = written.first == UInt8(ascii: "-")
      if isNegative { written = written.dropFirst() }
      if let mark = written.firstIndex(where: { $0 | 0x20 == UInt8(ascii: "e") }) {
        guard let power = Int(String(decoding: written[written.index(after: mark)...], as: UTF8.self)),
          abs(power) <= 1_000_000
        else { return nil }
        exponent = power
        written = written[..<mark]
      }
      var isFraction = false
      for byte in written {
        if byte == UInt8(ascii: ".") {
          isFraction = true
          continue
        }
        let digit = Int128(byte &- UInt8(ascii: "0"))
        let product = significand.multipliedReportingOverflow(by: 10)
        let sum = product.partialValue.addingReportingOverflow(digit)
        if product.overflow || sum.overflow { return nil }
        significand = sum.partialValue
        if isFraction { exponent -= 1 }
      }
      return (isNegative ? -significand : significand, exponent)
    }

    /// The nearest binary number; `nil` when it is beyond what one can hold.
    public var doubleValue: Double? { Double(text).flatMap { $0.isFinite ? $0 : nil } }

    /// The digits as written in the JSON.
    public var description: String { text }

    /// - Parameter text: a number as JSON has it.
    init(lexeme text: String) { self.text = text }
  }
}

/// The parts of a decimal: `significand` times ten to the power of `exponent`, with the zeros as written, so that
/// `7.50` is 750 and -2.
package struct DecimalParts: Sendable {
  package var significand: Int128
  package var exponent: Int

  /// Parses a valid JSON decimal; `nil` for more than 38 digits, or an exponent beyond a million.
  package init?(_ text: String) {
    var written = text.utf8[...]
    (significand, exponent) = (0, 0)
    let isNegative = written.first == UInt8(ascii: "-")
    if isNegative { written = written.dropFirst() }
    if let mark = written.firstIndex(where: { $0 | 0x20 == UInt8(ascii: "e") }) {
      guard let power = Int(String(decoding: written[written.index(after: mark)...], as: UTF8.self)),
        abs(power) <= 1_000_000
      else { return nil }
      (exponent, written) = (power, written[..<mark])
    }
    var isFraction = false
    for byte in written {
      if byte == UInt8(ascii: ".") {
        isFraction = true
        continue
      }
      let product = significand.multipliedReportingOverflow(by: 10)
      let sum = product.partialValue.addingReportingOverflow(Int128(byte &- UInt8(ascii: "0")))
      if product.overflow || sum.overflow { return nil }
      significand = sum.partialValue
      if isFraction { exponent -= 1 }
    }
    if isNegative { significand = -significand }
  }

  /// The binary number that equals this decimal; `nil` if there is none, as for `0.1`.
  package var exactDouble: Double? {
    var (odd, power) = (significand, exponent)
    guard odd != 0 else { return 0 }
    while odd % 10 == 0 { (odd, power) = (odd / 10, power + 1) }
    // Ten is two times five: only the powers of five and the odd part must fit into the 53 bits.
    var twos = power
    while odd & 1 == 0 { (odd, twos) = (odd >> 1, twos + 1) }
    while power < 0 {
      guard odd % 5 == 0 else { return nil }
      (odd, power) = (odd / 5, power + 1)
    }
    while power > 0 {
      guard odd.magnitude < 1 << 53 else { return nil }
      (odd, power) = (odd * 5, power - 1)
    }
    guard odd.magnitude < 1 << 53, (-1022...970).contains(twos) else { return nil }
    return Double(sign: .plus, exponent: twos, significand: Double(Int64(odd)))
  }
}

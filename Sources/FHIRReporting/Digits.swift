extension [UInt8] {
  /// Appends the digits of a number.
  package mutating func append(decimal number: Int) {
    // `Int.min` with its sign is the longest text.
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      var start = digits.count
      var rest = number.magnitude
      repeat {
        let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
        start &-= 1
        digits[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit)
        rest = quotient
      } while rest > 0
      if number < 0 {
        start &-= 1
        digits[start] = UInt8(ascii: "-")
      }
      append(contentsOf: UnsafeBufferPointer(rebasing: digits[start...]))
    }
  }

  /// Appends the lowest hexadecimal digits of a number, with leading zeros.
  package mutating func append(hexadecimal number: UInt64, digits count: Int) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { digits in
      var rest = number
      for place in (0..<count).reversed() {
        let nibble = UInt8(truncatingIfNeeded: rest & 15)
        digits[place] = nibble &+ (nibble < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10)
        rest >>= 4
      }
      append(contentsOf: UnsafeBufferPointer(digits))
    }
  }
}

extension String {
  /// `12,345`.
  package init(grouped number: Int) {
    let digits = Array(String(number.magnitude))
    let groups = digits.indices.map { ((digits.count - $0) % 3 == 0 && $0 > 0 ? "," : "") + String(digits[$0]) }
    self = (number < 0 ? "-" : "") + groups.joined()
  }
}

extension [UInt8] {
  /// Appends the digits of a number.
  mutating func append(decimal number: Int) {
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
  mutating func append(hexadecimal number: UInt64, digits count: Int) {
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

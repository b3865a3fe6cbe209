/// `integer`, `unsignedInt` and `positiveInt`: whole numbers of 32 bits.
///
/// The two narrower types are derived from `integer`, so its upper limit applies to them. A lexeme such as `1.0` or
/// `1e2` is not a whole number, whatever its value.
@usableFromInline
package enum IntegerGrammar {
  /// Checks the characters of an `integer`, from -2147483648 to 2147483647.
  @inlinable package static func check(_ p: UnsafePointer<UInt8>, _ count: Int) -> PrimitiveFault {
    guard count > 0 else { return .empty }
    return p[0] == UInt8(ascii: "-")
      ? magnitude(p + 1, count &- 1, limit: 2_147_483_648) : magnitude(p, count, limit: 2_147_483_647)
  }

  /// Checks the characters of an `unsignedInt`, from 0 to 2147483647.
  @inlinable package static func checkUnsigned(_ p: UnsafePointer<UInt8>, _ count: Int) -> PrimitiveFault {
    guard count > 0 else { return .empty }
    guard p[0] != UInt8(ascii: "-") else {
      // If the text after a minus sign is not a number, that fault is reported first.
      switch check(p, count) {
      case .none, .integerOutOfRange: return .negative
      case let fault: return fault
      }
    }
    let fault = magnitude(p, count, limit: 2_147_483_647)
    if case .integerOutOfRange = fault { return .unsignedOutOfRange }
    return fault
  }

  /// Checks the characters of a `positiveInt`, from 1 to 2147483647.
  @inlinable package static func checkPositive(_ p: UnsafePointer<UInt8>, _ count: Int) -> PrimitiveFault {
    let fault = checkUnsigned(p, count)
    if case .unsignedOutOfRange = fault { return .positiveOutOfRange }
    return fault.isNone && p[0] == UInt8(ascii: "0") ? .notPositive : fault
  }

  /// Checks digits without a sign against a limit of ten digits.
  @inlinable package static func magnitude(_ p: UnsafePointer<UInt8>, _ count: Int, limit: Int64) -> PrimitiveFault {
    guard count > 0 else { return .numberMalformed }
    var value: Int64 = 0
    var index = 0
    while index < count {
      guard ASCII.isDigit(p[index]) else { return malformed(p, count, at: index) }
      // Ten digits decide; the rest must only be digits.
      if index < 10 { value = value &* 10 &+ Int64(p[index] &- UInt8(ascii: "0")) }
      index &+= 1
    }
    guard count == 1 || p[0] != UInt8(ascii: "0") else { return .leadingZero }
    return count <= 10 && value <= limit ? .none : .integerOutOfRange
  }

  @inlinable @inline(never)
  package static func malformed(_ p: UnsafePointer<UInt8>, _ count: Int, at index: Int) -> PrimitiveFault {
    switch p[index] {
    case UInt8(ascii: "+") where index == 0: .plusSign
    case UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"): index > 0 ? .notWhole : .numberMalformed
    default: .numberMalformed
    }
  }
}

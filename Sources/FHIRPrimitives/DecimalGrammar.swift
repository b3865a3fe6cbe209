/// `decimal`: digits, with an optional minus sign and an optional fraction.
///
/// R4's pattern has an exponent; DSTU2's has none, so `1e2` is a JSON number but not a decimal there. The number of
/// digits is not limited, and none is lost: the check reads only the lexeme.
@usableFromInline
package enum DecimalGrammar {
  /// Checks the characters of a number, with or without an exponent.
  @inlinable package static func checkScientific(_ p: UnsafePointer<UInt8>, _ count: Int) -> PrimitiveFault {
    let fault = check(p, count)
    guard case .exponent = fault else { return fault }
    var index = 0
    while p[index] | 0x20 != UInt8(ascii: "e") { index &+= 1 }
    index &+= 1
    if index < count, p[index] == UInt8(ascii: "+") || p[index] == UInt8(ascii: "-") { index &+= 1 }
    let digits = ASCII.digitRun(p, count, from: index)
    return digits > 0 && index &+ digits == count ? .none : .numberMalformed
  }

  /// Checks the characters of a number without an exponent.
  @inlinable package static func check(_ p: UnsafePointer<UInt8>, _ count: Int) -> PrimitiveFault {
    guard count > 0 else { return .empty }
    if p[0] == UInt8(ascii: "+") { return .plusSign }
    var index = p[0] == UInt8(ascii: "-") ? 1 : 0
    let whole = ASCII.digitRun(p, count, from: index)
    guard whole > 0 else { return .numberMalformed }
    guard whole == 1 || p[index] != UInt8(ascii: "0") else { return .leadingZero }
    index &+= whole
    if index < count, p[index] == UInt8(ascii: ".") {
      let fraction = ASCII.digitRun(p, count, from: index &+ 1)
      guard fraction > 0 else { return .numberMalformed }
      index &+= 1 &+ fraction
    }
    guard index < count else { return .none }
    return p[index] | 0x20 == UInt8(ascii: "e") ? .exponent : .numberMalformed
  }
}

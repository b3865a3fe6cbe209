/// `oid`: `urn:oid:` and numbers joined by points.
///
/// The published pattern allows any numbers. But an OID begins in one of three registration trees, and the first two
/// have 40 branches each: `urn:oid:3.1` and `urn:oid:1.40` are not OIDs.
@usableFromInline
package enum OIDGrammar {
  @inlinable package static func check(_ p: UnsafePointer<UInt8>, _ count: Int) -> PrimitiveFault {
    guard count > 0 else { return .empty }
    guard isPrefixed(p, count) else { return .oidPrefix }
    return arcs(p + 8, count &- 8)
  }

  /// The same for an OID with at least two numbers, as R4's pattern requires.
  @inlinable package static func checkBranched(_ p: UnsafePointer<UInt8>, _ count: Int) -> PrimitiveFault {
    let fault = check(p, count)
    // A valid value with one number has exactly one digit after its prefix.
    return fault.isNone && count == 9 ? .oidRoot : fault
  }

  @inlinable package static func isPrefixed(_ p: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    count >= 8 && ByteLanes.load(p) == 0x3A64_696F_3A6E_7275
  }

  /// Checks the numbers of an OID without its prefix.
  @inlinable package static func arcs(_ p: UnsafePointer<UInt8>, _ count: Int) -> PrimitiveFault {
    var (start, index) = (0, 0)
    while index < count {
      let byte = p[index]
      if byte == UInt8(ascii: ".") {
        // An empty number, between two dots or before the first.
        guard index > start else { return .oidArc }
        start = index &+ 1
      } else {
        // A digit after a leading zero is a fault.
        guard ASCII.isDigit(byte), index == start || p[start] != UInt8(ascii: "0") else { return .oidArc }
      }
      index &+= 1
    }
    guard index > start else { return .oidArc }
    return isRooted(p, count) ? .none : .oidRoot
  }

  /// Whether the first two numbers of well-formed arcs exist in the registration tree.
  @inlinable package static func isRooted(_ p: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    guard p[0] <= UInt8(ascii: "2"), count == 1 || p[1] == UInt8(ascii: ".") else { return false }
    guard count > 1, p[0] != UInt8(ascii: "2") else { return true }
    let digits = ASCII.digitRun(p, count, from: 2)
    return digits == 1 || (digits == 2 && p[2] <= UInt8(ascii: "3"))
  }
}

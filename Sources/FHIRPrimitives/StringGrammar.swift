/// `string` and `markdown`: any text of at most one megabyte that is neither empty nor white space of XML only.
@usableFromInline
package enum StringGrammar {
  /// One megabyte, counted in UTF-8 bytes.
  @inlinable package static var limit: Int { 1_048_576 }

  /// Checks the size of a value, and whether it has a character other than white space.
  @inlinable package static func check(_ p: UnsafePointer<UInt8>, _ count: Int) -> PrimitiveFault {
    if count > 0, count <= limit, p[0] > UInt8(ascii: " ") { return .none }
    return checkFurther(p, count)
  }

  /// Checks a value that is empty or too long, or begins with white space.
  @usableFromInline
  static func checkFurther(_ p: UnsafePointer<UInt8>, _ count: Int) -> PrimitiveFault {
    if count <= 0 { return .empty }
    if count > limit { return .stringTooLong }
    return UnsafeBufferPointer(start: p, count: count).allSatisfy(ASCII.isWhiteSpace) ? .blank : .none
  }

  /// Checks the size of a value that must not contain spaces.
  @inlinable package static func checkWithoutSpaces(_ p: UnsafePointer<UInt8>, _ count: Int) -> PrimitiveFault {
    for index in 0..<min(count, limit) where p[index] == UInt8(ascii: " ") { return .idSpace }
    return check(p, count)
  }
}

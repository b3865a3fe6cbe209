public import FHIRPrimitives

/// `string` and `markdown`: any text that is not empty and has at most one megabyte.
@usableFromInline
package enum StringGrammar {
  /// One megabyte, counted in UTF-8 bytes.
  @inlinable package static var limit: Int { 1_048_576 }

  /// Checks the size of a value, but not its characters.
  @inlinable package static func check(_ p: UnsafePointer<UInt8>, _ count: Int) -> PrimitiveFault {
    if count > 0, count <= limit { return .none }
    return count > limit ? .stringTooLong : .empty
  }

  /// Checks the size of a value that must not contain spaces.
  @inlinable package static func checkWithoutSpaces(_ p: UnsafePointer<UInt8>, _ count: Int) -> PrimitiveFault {
    for index in 0..<min(count, limit) where p[index] == UInt8(ascii: " ") { return .idSpace }
    return check(p, count)
  }
}

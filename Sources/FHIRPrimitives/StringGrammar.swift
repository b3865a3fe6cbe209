/// `string` and `markdown`: any text of at most 1024 * 1024 characters that is neither empty nor white space of XML
/// only. Other types of text are checked with the same limit, in bytes.
@usableFromInline
package enum StringGrammar {
  /// The most characters. Earlier releases than R4 say one megabyte, and not of what.
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
    let text = UnsafeBufferPointer(start: p, count: count)
    // All bytes of a character but the first begin with the bits 10.
    if count > limit, text.count(where: { $0 & 0xC0 != 0x80 }) > limit { return .stringTooLong }
    return text.allSatisfy(ASCII.isWhiteSpace) ? .blank : .none
  }

  /// Checks the size of a value that must not contain spaces.
  @inlinable package static func checkWithoutSpaces(_ p: UnsafePointer<UInt8>, _ count: Int) -> PrimitiveFault {
    for index in 0..<min(count, limit) where p[index] == UInt8(ascii: " ") { return .idSpace }
    return check(p, count)
  }
}

/// The form of a language tag of BCP 47, such as `en`, `zh-Hant-TW` or `de-CH-x-phonebk`; whether its parts are
/// registered is not checked.
///
/// ```text
/// tag       = language ["-" script] ["-" region] *("-" variant) *("-" extension) ["-" private] | private | old
/// language  = 2*3 letters ["-" 3 letters, up to three times] | 4*8 letters
/// script    = 4 letters              region  = 2 letters | 3 digits
/// variant   = 5*8 | a digit and 3    extension = one but x, 1*("-" 2*8)    private = "x" 1*("-" 1*8)
/// ```
package enum LanguageTagGrammar {
  package static func accepts(_ tag: UnsafeBufferPointer<UInt8>) -> Bool {
    var parts = Parts(tag)
    if parts.isPrivate { return parts.takePrivate() && parts.isAtEnd }
    return isWellFormed(&parts) || old.contains { ASCII.isSame(tag, $0) }
  }

  private static func isWellFormed(_ parts: inout Parts) -> Bool {
    if parts.take(2...3, ASCII.isLetter) {
      for _ in 0..<3 { parts.take(3...3, ASCII.isLetter) }
    } else if !parts.take(4...8, ASCII.isLetter) {
      return false
    }
    parts.take(4...4, ASCII.isLetter)
    if !parts.take(2...2, ASCII.isLetter) { parts.take(3...3, ASCII.isDigit) }
    while parts.take(5...8) || parts.beginsWithDigit && parts.take(4...4) {}
    while !parts.isPrivate, parts.take(1...1) {
      guard parts.take(2...8) else { return false }
      while parts.take(2...8) {}
    }
    if parts.isPrivate, !parts.takePrivate() { return false }
    return parts.isAtEnd
  }

  /// Tags that were registered before the grammar was defined, and do not conform to it.
  private static let old: [String] = [
    "en-gb-oed", "i-ami", "i-bnn", "i-default", "i-enochian", "i-hak", "i-klingon", "i-lux", "i-mingo", "i-navajo",
    "i-pwn", "i-tao", "i-tay", "i-tsu", "sgn-be-fr", "sgn-be-nl", "sgn-ch-de",
  ]

  /// The parts between hyphens that are left of a tag.
  private struct Parts {
    private var rest: ArraySlice<Slice<UnsafeBufferPointer<UInt8>>>

    init(_ tag: UnsafeBufferPointer<UInt8>) {
      rest = tag.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)[...]
    }

    var isAtEnd: Bool { rest.isEmpty }
    var isPrivate: Bool { rest.first.map { ASCII.isSame($0, "x") } ?? false }
    var beginsWithDigit: Bool { rest.first?.first.map(ASCII.isDigit) ?? false }

    /// Takes the next part if it has one of these lengths and only bytes of a class, by default letters and digits.
    @discardableResult
    mutating func take(
      _ lengths: ClosedRange<Int>, _ isOfClass: (UInt8) -> Bool = { ASCII.isLetter($0) || ASCII.isDigit($0) }
    ) -> Bool {
      guard let part = rest.first, lengths.contains(part.count), part.allSatisfy(isOfClass) else { return false }
      rest.removeFirst()
      return true
    }

    mutating func takePrivate() -> Bool {
      guard take(1...1), take(1...8) else { return false }
      while take(1...8) {}
      return true
    }
  }
}

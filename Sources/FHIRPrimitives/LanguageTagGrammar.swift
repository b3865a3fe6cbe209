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
    guard parts.isLetters, (2...8).contains(parts.count) else { return false }
    let isShort = parts.count <= 3
    parts.next()
    if isShort {
      for _ in 0..<3 where parts.isLetters && parts.count == 3 { parts.next() }
    }
    if parts.isLetters, parts.count == 4 { parts.next() }
    if parts.isLetters && parts.count == 2 || parts.isDigits && parts.count == 3 { parts.next() }
    while parts.isVariant { parts.next() }
    while parts.count == 1, !parts.isPrivate, parts.isLettersOrDigits {
      parts.next()
      guard parts.isLettersOrDigits, (2...8).contains(parts.count) else { return false }
      while parts.isLettersOrDigits, (2...8).contains(parts.count) { parts.next() }
    }
    if parts.isPrivate, !parts.takePrivate() { return false }
    return parts.isAtEnd
  }

  /// Tags that were registered before the grammar was defined, and do not conform to it.
  private static let old: [String] = [
    "en-gb-oed", "i-ami", "i-bnn", "i-default", "i-enochian", "i-hak", "i-klingon", "i-lux", "i-mingo", "i-navajo",
    "i-pwn", "i-tao", "i-tay", "i-tsu", "sgn-be-fr", "sgn-be-nl", "sgn-ch-de",
  ]

  private struct Parts {
    private let tag: UnsafeBufferPointer<UInt8>
    private var range: Range<Int>

    init(_ tag: UnsafeBufferPointer<UInt8>) {
      self.tag = tag
      range = 0..<0
      range = part(from: 0)
    }

    /// Whether no part is left, and the tag does not end with a hyphen.
    var isAtEnd: Bool { range.lowerBound > tag.count }
    var count: Int { isAtEnd ? 0 : range.count }
    private var bytes: Slice<UnsafeBufferPointer<UInt8>> { tag[isAtEnd ? tag.count..<tag.count : range] }
    var isLetters: Bool { count > 0 && bytes.allSatisfy(ASCII.isLetter) }
    var isDigits: Bool { count > 0 && bytes.allSatisfy(ASCII.isDigit) }
    var isLettersOrDigits: Bool { count > 0 && bytes.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) } }
    var isPrivate: Bool { count == 1 && ASCII.lowercase(bytes[range.lowerBound]) == UInt8(ascii: "x") }
    var isVariant: Bool {
      isLettersOrDigits && ((5...8).contains(count) || count == 4 && ASCII.isDigit(bytes[range.lowerBound]))
    }

    private func part(from start: Int) -> Range<Int> {
      start > tag.count ? start..<start : start..<(tag[start...].firstIndex(of: UInt8(ascii: "-")) ?? tag.count)
    }

    mutating func next() { if !isAtEnd { range = part(from: range.upperBound + 1) } }

    mutating func takePrivate() -> Bool {
      next()
      guard isLettersOrDigits, count <= 8 else { return false }
      while isLettersOrDigits, count <= 8 { next() }
      return true
    }
  }
}

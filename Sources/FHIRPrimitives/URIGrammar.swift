/// `uri`: a URI or a relative reference by RFC 3986, and also letters beyond ASCII and, after a `?`, the `|` that
/// FHIR's searches put between system and code: the specification's own examples do not encode it.
///
/// An absolute URI may have a version after a `|`, a number or a URI: STU3 and DSTU2 state so for what R4 calls
/// `canonical`, the parameters of an expansion name their systems so, and HL7 has systems such as
/// `http://terminology.hl7.org/CodeSystem/v2-0360|2.7`.
///
/// A value that begins with `urn:oid:` or `urn:uuid:` must be a valid one of its kind. Beyond ASCII, white space and
/// control characters are refused and all other characters accepted, as in `xs:anyURI`. The positions of brackets, the
/// authority and the port are not checked.
@usableFromInline
package enum URIGrammar {
  @inlinable package static func check(_ p: UnsafePointer<UInt8>, _ count: Int) -> PrimitiveFault {
    guard count > 0 else { return .empty }
    if count >= 8 {
      let start = ByteLanes.load(p)
      // `http://` and `https://` are valid schemes and need no further check.
      if start & 0x00FF_FFFF_FFFF_FFFF == 0x002F_2F3A_7074_7468 || start == 0x2F2F_3A73_7074_7468 {
        return characters(p, count)
      }
      if start & 0xFFFF_FFFF == 0x3A6E_7275 { return checkURN(p, count) }
    }
    let fault = characters(p, count)
    return fault.isNone && !hasGoodScheme(p, count) ? .uriScheme : fault
  }

  /// Checks only the characters.
  @inlinable package static func characters(_ p: UnsafePointer<UInt8>, _ count: Int) -> PrimitiveFault {
    ByteLanes.allPass(p, count, filler: UInt8(ascii: "a"), plain) ? .none : diagnose(p, count)
  }

  /// The lanes that are characters that need no further check, for an ASCII word: letters, `-`, `.`, `/`, digits and
  /// `:`.
  ///
  /// Less common valid characters, such as `#`, `_` and `~`, need the full check, like invalid ones.
  @inlinable @inline(__always) package static func plain(_ word: UInt64) -> UInt64 {
    ByteLanes.between(0x2D, 0x3A, word) ^ ByteLanes.between(0x61, 0x7A, word | ByteLanes.all(0x20))
  }

  @inlinable package static func checkURN(_ p: UnsafePointer<UInt8>, _ count: Int) -> PrimitiveFault {
    let isOID = OIDGrammar.isPrefixed(p, count)
    guard isOID || UUIDGrammar.isPrefixed(p, count) else { return characters(p, count) }
    let whole = isOID ? OIDGrammar.check(p, count) : UUIDGrammar.check(p, count)
    guard !whole.isNone else { return .none }
    // A URN may have a query or a fragment after its name, but few have.
    var end = 0
    while end < count, p[end] != UInt8(ascii: "#"), p[end] != UInt8(ascii: "?") { end &+= 1 }
    guard end < count else { return whole }
    let name = isOID ? OIDGrammar.check(p, end) : UUIDGrammar.check(p, end)
    guard name.isNone else { return name }
    return characters(p, count)
  }

  /// Whether a colon in the first segment, if there is one, follows a scheme.
  @inlinable package static func hasGoodScheme(_ p: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    var isScheme = ASCII.isLetter(p[0])
    var index = 0
    while index < count {
      switch p[index] {
      case UInt8(ascii: ":"): return isScheme
      case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"): return true
      case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."): break
      case let byte: isScheme = isScheme && (ASCII.isLetter(byte) || ASCII.isDigit(byte))
      }
      index &+= 1
    }
    return true
  }

  /// Reads the value byte by byte after its plain start, and returns its first fault.
  @inlinable @inline(never) package static func diagnose(_ p: UnsafePointer<UInt8>, _ count: Int) -> PrimitiveFault {
    var index = 0
    while index &+ 8 <= count, case let word = ByteLanes.load(p + index), ByteLanes.allSet(plain(word), ascii: word) {
      index &+= 8
    }
    var (hasFragment, hasQuery) = (false, false)
    while index < count {
      let byte = p[index]
      if ASCII.isLetter(byte) || ASCII.isDigit(byte) {
        index &+= 1
        continue
      }
      switch byte {
      case 0x09, 0x0A, 0x0D, 0x20: return .uriWhiteSpace
      case 0x00..<0x20, 0x7F: return .controlCharacter
      case UInt8(ascii: "\""), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\\"), UInt8(ascii: "^"),
        UInt8(ascii: "`"), UInt8(ascii: "{"), UInt8(ascii: "}"):
        return .uriCharacter
      case UInt8(ascii: "?"): hasQuery = true
      case UInt8(ascii: "|"):
        guard hasQuery || isBeforeVersion(p, count, at: index) else { return .uriCharacter }
      case UInt8(ascii: "%"):
        guard index &+ 2 < count, ASCII.isHexDigit(p[index &+ 1]), ASCII.isHexDigit(p[index &+ 2]) else {
          return .uriPercentEscape
        }
      case UInt8(ascii: "#"):
        guard !hasFragment else { return .uriFragment }
        hasFragment = true
      case 0x80...:
        let fault = beyondASCII(p, count, at: index)
        guard fault.isNone else { return fault }
      default: break
      }
      index &+= 1
    }
    return .none
  }

  /// Whether an absolute URI ends at the `|` at `bar`, and a version follows: the only `|`, and then a digit or `http`.
  @inlinable package static func isBeforeVersion(_ p: UnsafePointer<UInt8>, _ count: Int, at bar: Int) -> Bool {
    let version = UnsafeBufferPointer(start: p + bar + 1, count: count &- bar &- 1)
    guard let first = version.first, !version.contains(UInt8(ascii: "|")) else { return false }
    guard ASCII.isDigit(first) || version.starts(with: "http".utf8) else { return false }
    return UnsafeBufferPointer(start: p, count: bar).contains(UInt8(ascii: ":"))
  }

  /// Refuses Unicode's white space, invisible separators and second set of control characters.
  @inlinable package static func beyondASCII(_ p: UnsafePointer<UInt8>, _ count: Int, at index: Int) -> PrimitiveFault {
    guard index &+ 1 < count else { return .none }
    let second = p[index &+ 1]
    if p[index] == 0xC2 {
      if second == 0x85 || second == 0xA0 { return .uriWhiteSpace }
      return second < 0xA0 ? .controlCharacter : .none
    }
    guard index &+ 2 < count else { return .none }
    switch (p[index], second, p[index &+ 2]) {
    // U+1680, U+2000 to U+200B, U+2028, U+2029, U+202F, U+205F, U+3000, U+FEFF.
    case (0xE1, 0x9A, 0x80), (0xE2, 0x80, 0x80...0x8B), (0xE2, 0x80, 0xA8), (0xE2, 0x80, 0xA9), (0xE2, 0x80, 0xAF),
      (0xE2, 0x81, 0x9F), (0xE3, 0x80, 0x80), (0xEF, 0xBB, 0xBF):
      return .uriWhiteSpace
    default: return .none
    }
  }
}

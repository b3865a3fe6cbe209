/// Names the fault, off the hot path: the loop only detects that a byte does not fit.
extension TapeBuilder {
  @inline(never) package static func unexpected(
    _ p: UnsafePointer<UInt8>, _ bytes: UnsafePointer<UInt8>, _ limit: UnsafePointer<UInt8>,
    _ expected: SyntaxError.Expectation
  ) -> SyntaxError {
    let offset = p - bytes
    if p >= limit { return SyntaxError(.unexpectedEnd, start: limit - bytes, end: limit - bytes, expected: expected) }
    if p.pointee == UInt8(ascii: "/"), p[1] == UInt8(ascii: "/") || p[1] == UInt8(ascii: "*") {
      return SyntaxError(.comment, start: offset, end: offset + 2, expected: expected)
    }
    if p.pointee == UInt8(ascii: "#") {
      return SyntaxError(.comment, start: offset, end: offset + 1, expected: expected)
    }
    if p.pointee >= 0x80, UTF8Sequence.length(p) == 0, !UTF8Sequence.isCut(p, limit: limit) {
      return SyntaxError(.invalidUTF8, start: offset, end: offset + 1, expected: expected)
    }
    let length = p.pointee >= 0x80 ? max(UTF8Sequence.length(p), 1) : 1
    return SyntaxError(.unexpectedCharacter, start: offset, end: offset + length, expected: expected)
  }

  /// Reports a byte other than `"` in the place of a key: after `{` or after a comma.
  @inline(never) static func missingKey(
    _ p: UnsafePointer<UInt8>, _ bytes: UnsafePointer<UInt8>, _ limit: UnsafePointer<UInt8>,
    _ object: UnsafeMutablePointer<UInt64>
  ) -> SyntaxError {
    if p < limit, p.pointee == Bytes.closeBrace, let comma = commaBefore(p, bytes) {
      return SyntaxError(.trailingComma, start: comma, end: comma + 1, expected: .key)
    }
    return unexpected(p, bytes, limit, object.pointee & TapeLayout.lengths == 0 ? .firstKeyOrEnd : .key)
  }

  /// Reports a number or literal that breaks the grammar, or a byte that cannot begin a value in `container`.
  @inline(never) static func missingValue(
    _ p: UnsafePointer<UInt8>, _ bytes: UnsafePointer<UInt8>, _ limit: UnsafePointer<UInt8>,
    _ container: UnsafeMutablePointer<UInt64>?
  ) -> SyntaxError {
    let c = p.pointee
    if Bytes.isDigit(c) || c == UInt8(ascii: "-") { return invalidNumber(p, NumberScanner.scan(p).end, bytes, limit) }
    let array = container.flatMap { TapeLayout.isObject($0) ? nil : $0 }
    if array != nil, p < limit, c == Bytes.closeBracket, let comma = commaBefore(p, bytes) {
      return SyntaxError(.trailingComma, start: comma, end: comma + 1)
    }
    if isWord(c) {
      let literal = (["true", "false", "null"] as [StaticString]).first { $0.utf8Start.pointee == c }
      return invalidLiteral(p, bytes, limit, literal ?? "")
    }
    if c == UInt8(ascii: "+") || c == UInt8(ascii: "."), Bytes.isDigit(p[1]) || isWord(p[1]) || p[1] == 0x2E {
      return Bytes.isDigit(p[1]) || p[1] == 0x2E
        ? invalidNumber(p, p, bytes, limit) : invalidLiteral(p, bytes, limit, "")
    }
    let isFirst = array.map { $0.pointee & TapeLayout.lengths == 0 } ?? false
    return unexpected(p, bytes, limit, isFirst ? .firstValueOrEnd : .value)
  }

  /// Reports a word that is not `true`, `false` or `null`.
  @inline(never) static func invalidLiteral(
    _ p: UnsafePointer<UInt8>, _ bytes: UnsafePointer<UInt8>, _ limit: UnsafePointer<UInt8>, _ literal: StaticString
  ) -> SyntaxError {
    var q = p
    if q.pointee == UInt8(ascii: "+") { q += 1 }
    while q < limit, isWord(q.pointee) { q += 1 }
    let length = q - p
    let isPrefix = length < literal.utf8CodeUnitCount && (0..<length).allSatisfy { p[$0] == literal.utf8Start[$0] }
    if q >= limit, isPrefix { return SyntaxError(.unexpectedEnd, start: limit - bytes, end: limit - bytes) }
    return SyntaxError(.invalidLiteral, start: p - bytes, end: max(q, p + 1) - bytes)
  }

  @inline(never) static func invalidNumber(
    _ p: UnsafePointer<UInt8>, _ fault: UnsafePointer<UInt8>, _ bytes: UnsafePointer<UInt8>,
    _ limit: UnsafePointer<UInt8>
  ) -> SyntaxError {
    if fault >= limit { return SyntaxError(.unexpectedEnd, start: limit - bytes, end: limit - bytes) }
    if p.pointee == UInt8(ascii: "-"), (p[1] | 0x20) &- 0x61 < 26 {
      // -Infinity, -NaN
      var error = invalidLiteral(p + 1, bytes, limit, "")
      if error.code != .unexpectedEnd { error.start = p - bytes }
      return error
    }
    var q = p
    while q < limit, isWord(q.pointee) || q.pointee == 0x2B || q.pointee == 0x2D || q.pointee == 0x2E { q += 1 }
    return SyntaxError(.invalidNumber, start: p - bytes, end: max(q, p + 1) - bytes)
  }

  /// Reports something after the end of the only value.
  @inline(never) package static func extra(_ bytes: UnsafePointer<UInt8>, at offset: Int, to end: Int) -> SyntaxError {
    let error = unexpected(bytes + offset, bytes, bytes + end, .end)
    return error.code == .comment ? error : SyntaxError(.extraValue, start: offset, end: error.end, expected: .end)
  }

  /// Reports the first fault of a string at or after `p`.
  @inline(never) static func stringFault(
    _ p: UnsafePointer<UInt8>, _ bytes: UnsafePointer<UInt8>, _ limit: UnsafePointer<UInt8>
  ) -> SyntaxError {
    let rest = StringScanner.scanRest(p, limit: limit)
    let fault = rest.fault ?? .unexpectedEnd
    let start = rest.end - bytes
    let length = fault == .unexpectedEnd ? 0 : rest.faultLength
    return SyntaxError(fault, start: start, end: start + length, expected: .endOfString)
  }

  /// The offset of a comma before `p` with only white space between.
  private static func commaBefore(_ p: UnsafePointer<UInt8>, _ bytes: UnsafePointer<UInt8>) -> Int? {
    var q = p
    while q > bytes {
      q -= 1
      if q.pointee == Bytes.comma { return q - bytes }
      if !Bytes.isWhitespace(q.pointee) { return nil }
    }
    return nil
  }
}

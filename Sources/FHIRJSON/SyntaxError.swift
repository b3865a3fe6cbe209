/// Where and why a text stops being JSON (RFC 8259).
package struct SyntaxError: Error, Hashable, Sendable {
  /// The fault; each case is a rule `json/...` or `limit/...`.
  package enum Code: String, Sendable, CaseIterable {
    case emptyInput = "empty-input"
    case unexpectedCharacter = "unexpected-character"
    case unexpectedEnd = "unexpected-end"
    case trailingComma = "trailing-comma"
    case comment
    case invalidLiteral = "invalid-literal"
    case invalidNumber = "invalid-number"
    case controlCharacter = "control-character"
    case invalidEscape = "invalid-escape"
    case loneSurrogate = "lone-surrogate"
    case invalidUTF8 = "invalid-utf8"
    case extraValue = "extra-value"
    case tooDeep = "too-deep"
    case recordTooLarge = "record-too-large"
  }

  /// The tokens that the grammar allows in place of an unexpected character.
  package enum Expectation: String, Sendable {
    case value = "a value"
    case key = "a key in double quotes"
    case firstKeyOrEnd = "a key in double quotes or '}'"
    case firstValueOrEnd = "a value or ']'"
    case colon = "':'"
    case commaOrEndOfObject = "',' or '}'"
    case commaOrEndOfArray = "',' or ']'"
    case endOfString = "the closing '\"' of a string"
    case end = "the end of the input"
  }

  package var code: Code
  /// Byte offsets, relative to the same start as those of the tape.
  package var start: Int
  package var end: Int
  package var expectation: Expectation
  /// The first of the offending bytes, for messages; set by the caller that still has them.
  package var found: [UInt8] = []

  package init(_ code: Code, start: Int, end: Int, expected: Expectation = .value) {
    (self.code, self.start, self.end, expectation) = (code, start, end, expected)
  }

  /// Copies the start of the fault from the bytes that its offsets refer to.
  package mutating func takeFound(from bytes: UnsafePointer<UInt8>) {
    let limit = 24
    found = (start..<max(start, min(end, start + limit))).map { bytes[$0] }
  }
}

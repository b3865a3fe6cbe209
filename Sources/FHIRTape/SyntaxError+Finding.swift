public import FHIRFindings
package import FHIRJSON

extension RuleCatalog {
  /// The findings of the JSON reader: faults in the grammar, and texts beyond a limit.
  public static let syntax = RuleCatalog([.byteOrderMark] + SyntaxError.Code.allCases.map(\.rule))
}

extension SyntaxError.Code {
  package var rule: Rule {
    switch self {
    case .emptyInput: .emptyInput
    case .unexpectedCharacter: .unexpectedCharacter
    case .unexpectedEnd: .unexpectedEnd
    case .trailingComma: .trailingComma
    case .comment: .comment
    case .invalidLiteral: .invalidLiteral
    case .invalidNumber: .invalidNumber
    case .controlCharacter: .controlCharacter
    case .invalidEscape: .invalidEscape
    case .loneSurrogate: .loneSurrogate
    case .invalidUTF8: .invalidUtf8
    case .extraValue: .extraValue
    case .tooDeep: .tooDeep
    case .recordTooLarge: .recordTooLarge
    }
  }
}

extension SyntaxError {
  /// What was expected and found, in one sentence; names the limits of the reader.
  package func message(maximumDepth: Int, maximumRecordBytes: Int) -> String {
    let found = Self.quoted(self.found)
    let expected = expectation.rawValue
    return switch code {
    case .emptyInput: "expected a resource, found nothing"
    case .unexpectedCharacter: "expected \(expected), found \(found)"
    case .unexpectedEnd: "expected \(expected), found the end of the text"
    case .trailingComma: "expected another \(expectation == .key ? "key" : "value") after the comma, found none"
    case .comment: "expected \(expected), found a comment, which JSON does not allow"
    case .invalidLiteral: "expected a value, such as true, false, null or a text in quotes, found \(found)"
    case .invalidNumber: "expected a JSON number such as -0.5 or 12, found \(found)"
    case .controlCharacter: "expected control characters in a string to be escaped, found \(found)"
    case .invalidEscape:
      "expected \\\" \\\\ \\/ \\b \\f \\n \\r \\t or \\u with four hexadecimal digits, found \(found)"
    case .loneSurrogate: "expected a high surrogate followed by a low one, found \(found) alone"
    case .invalidUTF8: "expected UTF-8, found \(Self.hexadecimal(self.found))"
    case .extraValue where self.found.first == UInt8(ascii: "{") || self.found.first == UInt8(ascii: "["):
      "expected the end of the text after its only value, found another document, which begins with \(found); name "
        + "the files one by one, or put each document on a line of its own"
    case .extraValue: "expected the end of the text after its only value, found \(found)"
    case .tooDeep: "expected at most \(maximumDepth) levels of nesting, found more"
    case .recordTooLarge:
      "expected at most \(maximumRecordBytes) bytes in a record and in its index, found more; split it, "
        + "or raise the limit"
    }
  }

  /// The bytes in quotes, or as numbers if they are not printable.
  private static func quoted(_ bytes: [UInt8]) -> String {
    if bytes.isEmpty { return "nothing" }
    if bytes.contains(where: { $0 < 0x20 || $0 == 0x7F }) { return hexadecimal(bytes) }
    return "'\(String(decoding: bytes, as: UTF8.self))'"
  }

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    let digits = bytes.prefix(4).map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }
    return (digits.count == 1 ? "the byte " : "the bytes ") + digits.joined(separator: " ")
  }
}

import Diagnostics
import JSONTape

/// The rules that the reader itself enforces, by the code that it returns.
extension Rule {
  static func syntax(_ code: SyntaxError.Code) -> Rule {
    switch code {
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

extension Walker {
  /// A byte order mark before the text: tolerated, and said.
  mutating func reportByteOrderMark() {
    findings.beginRecord()
    findings.add(
      Diagnostic(
        rule: Rule.byteOrderMark.id, severity: Rule.byteOrderMark.severity, range: SourceRange(start: 0, end: 3),
        path: "", message: "expected the text to begin with its first character, found a byte order mark"))
  }

  /// A text that is not JSON, or goes beyond a limit.
  mutating func reportSyntaxError(_ error: SyntaxError, _ place: RecordPlace) {
    let rule = Rule.syntax(error.code)
    let start = place.inputOffset(error.start)
    findings.beginRecord()
    findings.countUnread()
    findings.add(
      Diagnostic(
        rule: rule.id, severity: rule.severity,
        range: SourceRange(start: start, end: start + (error.end - error.start)), path: "",
        message: Self.message(for: error) + (place.role == .line ? "" : Self.consequence)))
  }

  private static let consequence = "; what follows was not read"

  private static func message(for error: SyntaxError) -> String {
    switch error.code {
    case .emptyInput: "expected a resource, found nothing"
    case .unexpectedCharacter: "expected \(error.expectation.rawValue), found something else"
    case .unexpectedEnd: "expected \(error.expectation.rawValue), found the end of the text"
    case .trailingComma:
      "expected another \(error.expectation == .key ? "key" : "value") after the comma, found the end"
    case .comment: "expected \(error.expectation.rawValue), found a comment, which JSON does not have"
    case .invalidLiteral: "expected a value, found a word other than true, false and null"
    case .invalidNumber: "expected a number as JSON writes it, found another form"
    case .controlCharacter: "expected control characters in a string to be escaped, found one as it is"
    case .invalidEscape: "expected one of the escapes of JSON after the backslash, found another"
    case .loneSurrogate: "expected a pair of surrogates, found one alone"
    case .invalidUTF8: "expected UTF-8, found bytes that are not"
    case .extraValue: "expected the end of the text, found more"
    case .tooDeep: "expected a nesting within the limit, found a deeper one"
    case .recordTooLarge: "expected a record within the limit of size, found a larger one"
    }
  }
}

public import FHIRFindings

extension RuleCatalog {
  /// The findings of the JSON reader: faults in the grammar, and texts beyond a limit.
  public static let syntax = RuleCatalog([
    .byteOrderMark,
    .comment,
    .controlCharacter,
    .emptyInput,
    .extraValue,
    .invalidEscape,
    .invalidLiteral,
    .invalidNumber,
    .invalidUtf8,
    .loneSurrogate,
    .trailingComma,
    .unexpectedCharacter,
    .unexpectedEnd,
    .recordTooLarge,
    .tooDeep,
  ])
}

public import FHIRDiagnostics

extension RuleCatalog {
  /// What a reader of JSON finds: where a text stops being JSON, or goes beyond a limit.
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

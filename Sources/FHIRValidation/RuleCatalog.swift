import FHIRSchema

/// Every rule, in the order of groups and names.
public enum RuleCatalog {
  /// All rules.
  public static let all: [Rule] = (written + invariants).sorted { $0.id < $1.id }

  /// The invariants of the definitions, which are data.
  private static let invariants = GeneratedSchema.dstu2InvariantPages.withUTF8Buffer {
    InvariantPages(String(decoding: $0, as: UTF8.self), .dstu2).rules
  }

  /// The others, one line each.
  private static let written: [Rule] = [
    .missingCode,
    .missingSystem,
    .notInExtensibleValueSet,
    .notInValueSet,
    .missingUrl,
    .missingValue,
    .valueAndExtensions,
    .valueType,
    .caseDiffers,
    .conflictingRecord,
    .duplicateRecord,
    .missingId,
    .newerVersion,
    .byteOrderMark,
    .comment,
    .controlCharacter,
    .duplicateKey,
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
    .tooManyIssues,
    .invalidReference,
    .invalidVersion,
    .wrongTargetType,
    .ambiguousChoice,
    .choiceType,
    .emptyArray,
    .expectedArray,
    .misplacedNull,
    .misplacedSibling,
    .missingElement,
    .missingResourceType,
    .notAnObject,
    .siblingLength,
    .unexpectedArray,
    .unknownElement,
    .unknownResourceType,
    .wrongKind,
    .emptyString,
    .invalidBase64,
    .invalidCode,
    .invalidDate,
    .invalidDateTime,
    .invalidDecimal,
    .invalidId,
    .invalidInstant,
    .invalidInteger,
    .invalidOid,
    .invalidPositiveInt,
    .invalidTime,
    .invalidUnsignedInt,
    .invalidUri,
    .invalidUuid,
    .stringTooLong,
  ]
}

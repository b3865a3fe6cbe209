public import Diagnostics
import FHIRSchema
import JSONTape

extension RuleCatalog {
  /// What a ``Validator`` finds.
  public static let validation = RuleCatalog(written + invariants) + syntax

  /// The rule of a name among those of ``validation``, `nil` where there is none.
  ///
  /// ```swift
  /// print(RuleCatalog["structure/missing-element"]?.explanation.matters ?? "")
  /// ```
  public static subscript(name: String) -> Rule? { validation[RuleID(rawValue: name)] }

  /// The invariants of the definitions, which are data.
  private static let invariants = GeneratedSchema.dstu2InvariantPages.withUTF8Buffer {
    InvariantPages(String(decoding: $0, as: UTF8.self), .dstu2).rules
  }

  /// The others, one line each.
  private static let written: [Rule] = [
    .duplicateRelation,
    .etagDisagrees,
    .firstEntry,
    .fullURLDisagrees,
    .invalidEtag,
    .invalidIfNoneExist,
    .invalidRequestURL,
    .lastModifiedDisagrees,
    .misplacedCondition,
    .missingRequest,
    .missingResource,
    .missingResponse,
    .overlappingRequests,
    .relativeFullURL,
    .requestDisagrees,
    .responseStatus,
    .searchMode,
    .searchScore,
    .totalTooSmall,
    .unexpectedResource,
    .unknownRelation,
    .unresolvedReference,
    .versionedFullURL,
    .invalidCvx,
    .invalidLoinc,
    .invalidNdc,
    .invalidRxnorm,
    .invalidSnomed,
    .invalidUnit,
    .missingCode,
    .missingSystem,
    .misspeltSystem,
    .notInExtensibleValueSet,
    .notInValueSet,
    .wrongDimension,
    .missingUrl,
    .missingValue,
    .valueAndExtensions,
    .valueType,
    .duplicateKey,
    .tooManyIssues,
    .activeLink,
    .declaration,
    .disputedName,
    .duplicateNarrativeID,
    .externalStyle,
    .incompleteImage,
    .misplacedElement,
    .missingNamespace,
    .notADiv,
    .notWellFormed,
    .unknownEntity,
    .unresolvedImage,
    .unresolvedLink,
    .wrongNamespace,
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
    .otherRelease,
    .repeatedID,
    .siblingLength,
    .unexpectedArray,
    .unknownElement,
    .unknownResourceType,
    .wrongKind,
    .emptyString,
    .invalidBase64,
    .invalidCharacter,
    .invalidCode,
    .invalidDate,
    .invalidDateTime,
    .invalidDecimal,
    .invalidId,
    .invalidInstant,
    .invalidInteger,
    .invalidOid,
    .invalidPositiveInt,
    .invalidSampledData,
    .invalidTime,
    .invalidUnsignedInt,
    .invalidUri,
    .invalidUuid,
    .stringTooLong,
  ]
}

public import FHIRFindings
import FHIRProfiles
import FHIRSchema
import FHIRTape

extension RuleCatalog {
  /// The rules that a ``Validator`` can report.
  public static let validation = RuleCatalog(written + invariants) + syntax + profiles

  /// The rule with a name in ``validation``, such as `RuleCatalog["structure/missing-element"]`; `nil` if there is
  /// none.
  public static subscript(name: String) -> Rule? { validation[RuleID(rawValue: name)] }

  private static let invariants = InvariantPages.rules(of: GeneratedSchema.releases)

  private static let written: [Rule] = [
    // Bundle
    .duplicateRelation, .etagDisagrees, .firstEntry, .fullURLDisagrees, .invalidEtag, .invalidIfNoneExist,
    .invalidRequestURL, .lastModifiedDisagrees, .misplacedCondition, .missingFullURL, .missingRequest, .missingResource,
    .missingResponse, .overlappingRequests, .relativeFullURL, .requestDisagrees, .responseStatus, .searchMode,
    .searchScore, .totalTooSmall, .unexpectedResource, .unknownRelation, .unresolvedReference, .versionedFullURL,
    // Code
    .invalidCvx, .invalidLoinc, .invalidNdc, .invalidRxnorm, .invalidSnomed, .invalidUnit, .missingCode, .missingSystem,
    .misspeltSystem, .notInExtensibleValueSet, .notInValueSet, .retiredCode, .unknownCode, .wrongDimension,
    .wrongDisplay,
    // Extension
    .missingUrl, .missingValue, .relativeExtensionURL, .valueAndExtensions, .valueType,
    // JSON
    .duplicateKey,
    // Limit
    .tooManyIssues,
    // Narrative
    .activeLink, .declaration, .disputedName, .duplicateNarrativeID, .externalStyle, .incompleteImage,
    .misplacedElement, .missingNamespace, .notADiv, .notWellFormed, .unknownEntity, .unresolvedImage, .unresolvedLink,
    .wrongNamespace,
    // Questionnaire
    .answerOutsideLimits, .answerTooLong, .disabledItem, .itemsOutOfOrder, .misplacedItem, .missingAnswer, .notAnOption,
    .tooManyAnswers, .unexpectedAnswer, .unknownItem, .wrongAnswerType,
    // Reference
    .invalidReference, .invalidVersion, .unresolvedFragment, .wrongTargetType,
    // Structure
    .ambiguousChoice, .choiceType, .emptyArray, .expectedArray, .misplacedNull, .misplacedSibling, .missingElement,
    .missingResourceType, .notAnObject, .otherRelease, .repeatedID, .siblingLength, .unexpectedArray, .unknownElement,
    .unknownResourceType, .wrongKind,
    // Value
    .blankString, .emptyString, .hashDisagrees, .identifierSystem, .invalidBase64, .invalidCharacter, .invalidCode,
    .invalidDate, .invalidDateTime, .invalidDecimal, .invalidId, .invalidInstant, .invalidInteger, .invalidOid,
    .invalidPositiveInt, .invalidSampledData, .invalidTime, .invalidUnsignedInt, .invalidUri, .invalidUuid,
    .relativeURI, .sizeDisagrees, .stringTooLong,
  ]
}

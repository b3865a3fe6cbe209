import FHIRDiagnostics
import FHIRRecognition
import FHIRTape
import FHIRNarrative

/// Judges the XHTML of a narrative.
///
/// It does not know the ids of the resource: the walk passes ``NarrativeScanner/elementIDs`` and
/// ``NarrativeScanner/localLinks`` to ``IdentifierJudge``.
struct NarrativeJudge: ~Copyable {
  /// The content of the last narrative.
  private(set) var narrative: NarrativeScanner

  init(_ options: ValidationOptions) { narrative = NarrativeScanner(limit: options.maximumIssuesPerRecord) }

  /// Scans the narrative at `value`; a valid one costs only the scan.
  ///
  /// - Returns: whether the narrative has faults, ids or links to judge.
  mutating func scan(_ value: TapeIndex, _ tape: Tape) -> Bool {
    narrative.scan(tape.lexeme(value))
    return !narrative.faults.isEmpty || !narrative.localLinks.isEmpty || narrative.hasElementIDs
  }

  /// Reports the faults of the last narrative.
  func reportFaults(in place: NarrativePlace, _ cursor: inout RecordCursor) {
    for fault in narrative.faults { report(fault, in: place, &cursor) }
  }

  private func report(_ fault: NarrativeFault, in place: NarrativePlace, _ cursor: inout RecordCursor) {
    switch fault.kind {
    case .tagWithoutName, .unclosedTag, .unclosedElement, .mismatchedEndTag, .strayEndTag, .malformedTag,
      .missingSpace, .unquotedAttribute, .lessThanInAttribute, .duplicateAttribute, .bareAmpersand, .illegalCharacter,
      .sectionEnd, .malformedComment, .unclosedSection:
      cursor.reportNotWellFormed(fault, in: place)
    case .notADiv: cursor.reportNotADiv(fault, in: place)
    case .declaration: cursor.reportDeclaration(fault, in: place)
    case .missingNamespace: cursor.reportMissingNamespace(fault, in: place)
    case .wrongNamespace: cursor.reportWrongNamespace(fault, in: place)
    case .empty: cursor.reportEmptyNarrative(fault, in: place)
    case .forbiddenElement: cursor.reportForbiddenElement(fault, in: place)
    case .forbiddenAttribute: cursor.reportForbiddenAttribute(fault, in: place)
    case .disputedElement, .disputedAttribute: cursor.reportDisputedName(fault, in: place)
    case .misplacedElement, .misplacedText: cursor.reportMisplacedElement(fault, in: place)
    case .incompleteImage: cursor.reportIncompleteImage(fault, in: place)
    case .duplicateID: cursor.reportDuplicateNarrativeID(fault, in: place)
    case .unknownEntity, .illegalCharacterReference: cursor.reportUnknownEntity(fault, in: place)
    case .activeLink: cursor.reportActiveLink(fault, in: place)
    case .externalStyle, .relativeStyle: cursor.reportExternalStyle(fault, in: place)
    }
  }
}

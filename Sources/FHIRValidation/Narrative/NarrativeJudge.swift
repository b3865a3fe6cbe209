import FHIRDiagnostics
import FHIRView
import FHIRTape
import FHIRNarrative

/// Judges the XHTML of a narrative.
///
/// Which ids the resource has is not for it to know: the walk asks ``IdentifierJudge`` about ``NarrativeScanner/elementIDs``
/// and ``NarrativeScanner/localLinks``.
struct NarrativeJudge: ~Copyable {
  /// What the last narrative has.
  private(set) var narrative: NarrativeScanner

  init(_ options: ValidationOptions) { narrative = NarrativeScanner(limit: options.maximumIssuesPerRecord) }

  /// Reads the narrative at `value`; all that a sound one costs is the scan.
  ///
  /// - Returns: whether there is anything to say of it, or to ask.
  mutating func scan(_ value: Int, _ tape: Tape) -> Bool {
    narrative.scan(tape.lexeme(value))
    return !narrative.faults.isEmpty || !narrative.localLinks.isEmpty || narrative.hasElementIDs
  }

  /// Reports the faults of the narrative that was read.
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
    case .externalStyle: cursor.reportExternalStyle(fault, in: place)
    }
  }
}

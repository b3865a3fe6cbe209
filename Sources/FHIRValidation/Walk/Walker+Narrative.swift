import FHIRDiagnostics
import FHIRView
import FHIRTape
import FHIRNarrative

extension Walker {
  /// Judges the XHTML of a narrative; all that a sound one costs is the scan.
  @inline(never)
  mutating func checkNarrative(_ value: Int, _ member: Int) {
    narrative.scan(tape.lexeme(value))
    if narrative.faults.isEmpty, narrative.localLinks.isEmpty, !narrative.hasElementIDs { return }
    reportNarrative(value, member)
  }

  @inline(never)
  private mutating func reportNarrative(_ value: Int, _ member: Int) {
    let place = NarrativePlace(tape: tape, value: value, path: .member(member))
    for fault in narrative.faults { report(fault, in: place) }
    if narrative.hasElementIDs { checkNarrativeIDs(in: place) }
    for link in narrative.localLinks where !elementIDs.contains(link.id, in: container, of: tape) {
      if link.isImage { reportUnresolvedImage(link, in: place) } else { reportUnresolvedLink(link, in: place) }
    }
  }

  private mutating func report(_ fault: NarrativeFault, in place: NarrativePlace) {
    switch fault.kind {
    case .tagWithoutName, .unclosedTag, .unclosedElement, .mismatchedEndTag, .strayEndTag, .malformedTag,
      .missingSpace, .unquotedAttribute, .lessThanInAttribute, .duplicateAttribute, .bareAmpersand, .illegalCharacter,
      .sectionEnd, .malformedComment, .unclosedSection:
      reportNotWellFormed(fault, in: place)
    case .notADiv: reportNotADiv(fault, in: place)
    case .declaration: reportDeclaration(fault, in: place)
    case .missingNamespace: reportMissingNamespace(fault, in: place)
    case .wrongNamespace: reportWrongNamespace(fault, in: place)
    case .empty: reportEmptyNarrative(fault, in: place)
    case .forbiddenElement: reportForbiddenElement(fault, in: place)
    case .forbiddenAttribute: reportForbiddenAttribute(fault, in: place)
    case .disputedElement, .disputedAttribute: reportDisputedName(fault, in: place)
    case .misplacedElement, .misplacedText: reportMisplacedElement(fault, in: place)
    case .incompleteImage: reportIncompleteImage(fault, in: place)
    case .duplicateID: reportDuplicateNarrativeID(fault, in: place)
    case .unknownEntity, .illegalCharacterReference: reportUnknownEntity(fault, in: place)
    case .activeLink: reportActiveLink(fault, in: place)
    case .externalStyle: reportExternalStyle(fault, in: place)
    }
  }

  /// Adds a finding inside of a narrative.
  mutating func report(_ rule: Rule, _ fault: NarrativeFault, in place: NarrativePlace, _ message: Wording) {
    report(rule, at: place.range(fault.range), path: place.path, message)
  }
}

/// The current narrative: turns what the scanner found into ranges of the record and words.
struct NarrativePlace {
  let tape: Tape
  let value: Int
  let path: FindingPath

  /// The bytes of the record that a part of the narrative is; of an empty part the byte behind it.
  func range(_ part: Range<Int>) -> Range<Int> {
    let start = tape.offset(value)
    return start + part.lowerBound..<start + max(part.upperBound, part.lowerBound + 1)
  }

  /// A part of the narrative as it is written, escapes of JSON resolved, cut to a sane length.
  func text(_ part: Range<Int>) -> String {
    var bytes: [UInt8] = []
    let whole = part.count <= 240
    var end = part.lowerBound + min(part.count, 240)
    // Not inside of a character or an escape.
    while !whole, end > part.lowerBound, tape.lexeme(value)[end] & 0xC0 == 0x80 { end -= 1 }
    JSONString.unescape(
      UnsafeBufferPointer(start: tape.lexeme(value) + part.lowerBound, count: end - part.lowerBound), into: &bytes)
    return String(decoding: bytes, as: UTF8.self).clipped
  }

  /// The name that begins at an offset.
  func name(at offset: Int) -> String {
    let rest = text(offset..<min(offset + 80, tape.length(value)))
    let name = rest.unicodeScalars.prefix { !$0.properties.isWhitespace && !"<>/=".unicodeScalars.contains($0) }
    return String(String.UnicodeScalarView(name))
  }
}

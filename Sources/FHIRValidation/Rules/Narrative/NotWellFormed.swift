package import FHIRFindings
import FHIRPath
import FHIRTape

extension Rule {
  package static let notWellFormed = Rule(
    "narrative/not-well-formed", .error, .structure, summary: "a narrative is not well-formed XML",
    checks: """
      The text in `div` is XML: every element that begins also ends, in the right order, attributes have a value in \
      quotes and occur only once, `&` and `<` are written as `&amp;` and `&lt;`, comments and sections end. The text \
      after the first such fault is not read.
      """,
    matters: """
      A receiver that shows the narrative needs an XML reader, and that reader refuses all of it. The person sees \
      nothing, or markup.
      """,
    form: .narrative, example: #"<div xmlns=\"http://www.w3.org/1999/xhtml\"><p>Blood pressure: 120/80~</div>"#,
    bad: "</b>", good: "</p>",
    specification: "https://hl7.org/fhir/DSTU2/narrative.html")
}

extension RecordCursor {
  @inline(never)
  mutating func reportNotWellFormed(_ fault: NarrativeFault, in place: NarrativePlace) {
    let found = place.text(fault.range)
    let message =
      switch fault.kind {
      case .tagWithoutName: "expected a name after '<', or '&lt;' for the character, found none"
      case .unclosedTag: "expected '>' at the end of the tag '\(found)', found the end of the narrative"
      case .unclosedElement: "expected '</\(found)>' for the element that begins here, found the end of the narrative"
      case .mismatchedEndTag: "expected '</\(place.name(at: fault.related))>', found '\(found)>'"
      case .strayEndTag: "expected no end tag where no element is open, found '\(found)'"
      case .malformedTag: "expected an attribute or '>' in the tag, found '\(found)'"
      case .missingSpace: "expected a space before the attribute, found '\(found)'"
      case .unquotedAttribute: "expected a value in quotes for the attribute '\(found)', found none"
      case .lessThanInAttribute: "expected '&lt;' in the value of an attribute, found '<'"
      case .duplicateAttribute: "expected the attribute '\(found)' once, found it twice in one tag"
      case .bareAmpersand: "expected '&amp;' or a reference that ends in a semicolon, found '&'"
      case .sectionEnd: "expected ']]&gt;' in text, found ']]>'"
      case .malformedComment: "expected '-->' as the end of the comment and no '--' before it, found '\(found)'"
      case .unclosedSection: "expected ']]>' as the end of the CDATA section, found the end of the narrative"
      default: "expected a character that XML has, found \(place.codes(fault.range))"
      }
    report(.notWellFormed, fault, in: place, "\(message); what follows was not read")
  }
}

extension NarrativePlace {
  /// The escape as written, or the bytes as numbers.
  fileprivate func codes(_ part: Range<Int>) -> String {
    let bytes = part.map { tape.lexeme(value)[$0] }
    if bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) { return String(decoding: bytes, as: UTF8.self) }
    return "the bytes " + bytes.map { String($0, radix: 16, uppercase: true) }.joined(separator: " ")
  }
}

package import FHIRFindings
import FHIRPath

extension Rule {
  package static let misplacedElement = Rule(
    "narrative/misplaced-element", .warning, .structure, summary: "an element or text is where XHTML does not allow it",
    checks: """
      Elements are nested as the published schema of FHIR's XHTML allows: rows in a table, cells in a row, items in a \
      list, no paragraph in a paragraph or in an inline element, no link directly in a link, nothing in a `br`, and \
      text only where text is allowed. Order and number are not checked, nor is a narrative that is not well-formed.
      """,
    matters: """
      A browser guesses where misplaced elements belong: cells lose their rows, and content moves under another \
      heading. Software that applies the schema rejects the record.
      """,
    form: .narrative, example: #"<div xmlns=\"http://www.w3.org/1999/xhtml\"><table>~</table></div>"#,
    bad: "<td>Blood pressure: 120/80</td>", good: "<tr><td>Blood pressure: 120/80</td></tr>",
    specification: "https://hl7.org/fhir/DSTU2/narrative.html")
}

extension RecordCursor {
  @inline(never)
  mutating func reportMisplacedElement(_ fault: NarrativeFault, in place: NarrativePlace) {
    let outer = place.name(at: fault.related)
    let message: Wording =
      fault.kind == .misplacedText
      ? "expected no text directly in '\(outer)', found '\(place.text(fault.range))'"
      : "expected an element that '\(outer)' may hold, found '\(place.text(fault.range))'"
    report(.misplacedElement, fault, in: place, message)
  }
}

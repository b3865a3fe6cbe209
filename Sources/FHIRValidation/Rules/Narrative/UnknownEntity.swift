package import FHIRFindings
import FHIRPath

extension Rule {
  package static let unknownEntity = Rule(
    "narrative/unknown-entity", .error, .value,
    summary: "a narrative has a character reference that XML does not define",
    checks: """
      Named references are those of XML: `&amp;`, `&lt;`, `&gt;`, `&quot;` and `&apos;`; the names of HTML, such as \
      `&nbsp;`, are not defined there. A number is the code of a character that XML allows.
      """,
    matters: """
      An XML reader stops at an unknown name. Write the character itself, or its number: `&#160;` for `&nbsp;`.
      """,
    form: .narrative, example: #"<div xmlns=\"http://www.w3.org/1999/xhtml\">~</div>"#, bad: "120&nbsp;mmHg",
    good: "120&#160;mmHg",
    specification: "https://hl7.org/fhir/DSTU2/narrative.html")
}

extension RecordCursor {
  @inline(never)
  mutating func reportUnknownEntity(_ fault: NarrativeFault, in place: NarrativePlace) {
    let found = place.text(fault.range)
    let expected =
      fault.kind == .unknownEntity
      ? "the character itself, its number, or one of the five names of XML" : "the number of a character that XML has"
    report(.unknownEntity, fault, in: place, "expected \(expected), found '\(found)'")
  }
}

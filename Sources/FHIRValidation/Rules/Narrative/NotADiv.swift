package import FHIRFindings
import FHIRPath

extension Rule {
  package static let notADiv = Rule(
    "narrative/not-a-div", .error, .structure, summary: "a narrative is not one `div`",
    checks: """
      The text is a single `div`, in lower case and without a prefix. Only white space comes before or after it.
      """,
    matters: """
      Readers put the text between the first `>` and the last `<` into their own page. With another root, or two \
      roots, that is not what the author wrote.
      """,
    form: .narrative, bad: #"<p xmlns=\"http://www.w3.org/1999/xhtml\">Blood pressure: 120/80</p>"#,
    good: #"<div xmlns=\"http://www.w3.org/1999/xhtml\"><p>Blood pressure: 120/80</p></div>"#,
    specification: "https://hl7.org/fhir/DSTU2/narrative.html")
}

extension RecordCursor {
  @inline(never)
  mutating func reportNotADiv(_ fault: NarrativeFault, in place: NarrativePlace) {
    let name = place.text(fault.range)
    let found = name.isEmpty ? "nothing" : name == "div" ? "a second one" : "'\(name)'"
    report(.notADiv, fault, in: place, "expected one 'div' around the whole narrative, found \(found)")
  }
}

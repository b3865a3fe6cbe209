import Diagnostics
import Narrative

extension Rule {
  /// Reports an element that a narrative may not have.
  package static let forbiddenElement = Rule(
    "narrative/forbidden-element", .error, .structure,
    summary: "a narrative has an element that is not allowed",
    explanation: Explanation(
      checks: """
        Elements are those of basic formatting, links and images: invariant txt-1. There are no scripts, style sheets, \
        forms, frames, objects, no `head` and `body`, and no deprecated elements such as `font` and `center`. Names \
        are in lower case.
        """,
      matters: """
        A narrative is shown inside of other people's software. What runs, loads or sends something there is a way \
        into that software; what is unknown is dropped, with its text.
        """,
      bad: #"""
        {
          "resourceType": "Patient",
          "text": {
            "status": "generated",
            "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\"><font>Blood pressure: 120/80</font></div>"
          }
        }
        """#,
      good: #"""
        {
          "resourceType": "Patient",
          "text": {
            "status": "generated",
            "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\"><b>Blood pressure: 120/80</b></div>"
          }
        }
        """#,
      specification: "https://hl7.org/fhir/DSTU2/narrative.html"))
}

extension Walker {
  @inline(never)
  mutating func reportForbiddenElement(_ fault: NarrativeFault, in place: NarrativePlace) {
    let name = place.text(fault.range)
    let hint = name.lowercased() == name ? "" : "; names are in lower case"
    report(
      .forbiddenElement, fault, in: place,
      "expected an element of basic formatting, a link or an image, found '\(name)'\(hint)")
  }
}

import Diagnostics
import Narrative

extension Rule {
  /// Reports a narrative without content.
  package static let emptyNarrative = Rule(
    "narrative/empty", .error, .required,
    summary: "a narrative shows nothing",
    explanation: Explanation(
      checks: """
        There is text that is not only white space, or an image with a source: invariant txt-2. Comments do not count.
        """,
      matters: """
        A narrative that is there but empty tells a person that there is nothing to know. Where there is no text, \
        leave `text` out.
        """,
      bad: #"""
        {
          "resourceType": "Patient",
          "text": {
            "status": "generated",
            "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\"><p> </p></div>"
          }
        }
        """#,
      good: #"""
        {
          "resourceType": "Patient",
          "text": {
            "status": "generated",
            "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\"><p>Blood pressure: 120/80</p></div>"
          }
        }
        """#,
      specification: "https://hl7.org/fhir/DSTU2/narrative.html"))
}

extension Walker {
  @inline(never)
  mutating func reportEmptyNarrative(_ fault: NarrativeFault, in place: NarrativePlace) {
    report(.emptyNarrative, fault, in: place, "expected some text or an image, found none")
  }
}

import Diagnostics
import Narrative

extension Rule {
  /// Reports an attribute that a narrative may not have.
  package static let forbiddenAttribute = Rule(
    "narrative/forbidden-attribute", .error, .structure,
    summary: "a narrative has an attribute that is not allowed",
    explanation: Explanation(
      checks: """
        Attributes are those of basic formatting, links and images: invariant txt-3. None of them names an event such \
        as `onclick`. Names are in lower case.
        """,
      matters: """
        An event handler is a program that runs as soon as somebody looks at the record. Other attributes that are not \
        on the list do nothing for most readers, so what they meant is lost.
        """,
      bad: #"""
        {
          "resourceType": "Patient",
          "text": {
            "status": "generated",
            "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\"><p onclick=\"alert(1)\">Blood pressure: 120/80</p></div>"
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
  mutating func reportForbiddenAttribute(_ fault: NarrativeFault, in place: NarrativePlace) {
    let name = place.text(fault.range)
    let isHandler = name.lowercased().hasPrefix("on")
    let expected = isHandler ? "no handlers of events" : "an attribute of basic formatting, links or images"
    report(.forbiddenAttribute, fault, in: place, "expected \(expected), found '\(name)'")
  }
}

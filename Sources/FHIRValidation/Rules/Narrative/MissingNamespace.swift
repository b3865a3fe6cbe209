import Diagnostics
import Narrative

extension Rule {
  /// Reports a narrative without a namespace.
  package static let missingNamespace = Rule(
    "narrative/missing-namespace", .warning, .structure,
    summary: "a narrative does not name the namespace of XHTML",
    explanation: Explanation(
      checks: """
        The root `div` has `xmlns="http://www.w3.org/1999/xhtml"`. Examples published with DSTU2 lack it too, so this \
        is no error.
        """,
      matters: """
        Without the namespace an XML reader takes the elements for those of nobody, and a page that is made from them \
        stays blank. Converted to XML, the narrative falls into FHIR's own namespace.
        """,
      bad: #"""
        {
          "resourceType": "Patient",
          "text": {
            "status": "generated",
            "div": "<div>Blood pressure: 120/80</div>"
          }
        }
        """#,
      good: #"""
        {
          "resourceType": "Patient",
          "text": {
            "status": "generated",
            "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\">Blood pressure: 120/80</div>"
          }
        }
        """#,
      specification: "https://hl7.org/fhir/DSTU2/narrative.html"))
}

extension Walker {
  @inline(never)
  mutating func reportMissingNamespace(_ fault: NarrativeFault, in place: NarrativePlace) {
    if drops(.missingNamespace) { return }
    report(
      .missingNamespace, fault, in: place,
      "expected 'xmlns=\"http://www.w3.org/1999/xhtml\"' on the root, found no namespace")
  }
}

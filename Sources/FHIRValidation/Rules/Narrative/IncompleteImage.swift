import Diagnostics
import Narrative

extension Rule {
  /// Reports an image without source or words.
  package static let incompleteImage = Rule(
    "narrative/incomplete-image", .warning, .required,
    summary: "an image lacks its source or its words",
    explanation: Explanation(
      checks: """
        An `img` has the attributes `src` and `alt`, as XHTML demands. `alt` may be empty where the image adds \
        nothing.
        """,
      matters: """
        Without `src` there is nothing to show; without `alt`, who cannot see the image, or has none of it \
        transmitted, does not learn what it said.
        """,
      bad: #"""
        {
          "resourceType": "Patient",
          "text": {
            "status": "generated",
            "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\">Scan: <img src=\"http://example.org/scan.png\"/></div>"
          }
        }
        """#,
      good: #"""
        {
          "resourceType": "Patient",
          "text": {
            "status": "generated",
            "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\">Scan: <img src=\"http://example.org/scan.png\" alt=\"A clear scan\"/></div>"
          }
        }
        """#,
      specification: "https://hl7.org/fhir/DSTU2/narrative.html"))
}

extension Walker {
  @inline(never)
  mutating func reportIncompleteImage(_ fault: NarrativeFault, in place: NarrativePlace) {
    report(.incompleteImage, fault, in: place, "expected 'src' and 'alt' on the image, found not both")
  }
}

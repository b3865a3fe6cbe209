package import FHIRFindings
import FHIRPath

extension Rule {
  package static let unresolvedImage = Rule(
    "narrative/unresolved-image", .warning, .notFound, summary: "an image in a narrative is not in the resource",
    checks: """
      The source `#id` of an image is the id of a contained resource, such as a Binary, or of an attachment in the \
      resource. Upper and lower case differ.
      """,
    matters: "Readers show an empty frame, and there is no URL from which to load the image.",
    form: .resource("Patient"),
    bad: #"""
      "text": {
        "status": "generated",
        "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\"><img src=\"#scan\" alt=\"Scan\"/></div>"
      }
      """#,
    good: #"""
      "text": {
        "status": "generated",
        "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\"><img src=\"#scan\" alt=\"Scan\"/></div>"
      },
      "contained": [{ "resourceType": "Binary", "id": "scan", "contentType": "image/png", "content": "iVBORw0KGgo=" }]
      """#,
    specification: "https://hl7.org/fhir/DSTU2/narrative.html#id")
}

extension RecordCursor {
  @inline(never)
  mutating func reportUnresolvedImage(_ link: NarrativeLink, in place: NarrativePlace) {
    if drops(.unresolvedImage) { return }
    report(
      .unresolvedImage, at: place.range(link.range), path: place.path,
      "expected an element or contained resource with the id of the image, found none for '\(place.text(link.range))'")
  }
}

package import FHIRFindings
import FHIRPath

extension Rule {
  package static let unresolvedLink = Rule(
    "narrative/unresolved-link", .warning, .notFound, summary: "a link in a narrative has no target in the resource",
    checks: """
      A link `#id` leads to an `id` or an `a name` of the narrative, to an `id` of another narrative of the resource, \
      or to an element or a contained resource with that id. Upper and lower case differ.
      """,
    matters: "The link does nothing: its target was lost, probably when only part of the record was copied.",
    form: .narrative,
    example: ##"<div xmlns=\"http://www.w3.org/1999/xhtml\"><a href=\"#details\">Details</a>~</div>"##, bad: "",
    good: #"<p id=\"details\">120/80</p>"#,
    specification: "https://hl7.org/fhir/DSTU2/narrative.html#id")
}

extension RecordCursor {
  @inline(never)
  mutating func reportUnresolvedLink(_ link: NarrativeLink, in place: NarrativePlace) {
    if drops(.unresolvedLink) { return }
    report(
      .unresolvedLink, at: place.range(link.range), path: place.path,
      "expected a place in the resource with the id of the link, found none for '\(place.text(link.range))'")
  }
}

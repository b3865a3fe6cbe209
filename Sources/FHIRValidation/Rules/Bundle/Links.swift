package import FHIRFindings
import FHIRTape

extension Rule {
  package static let duplicateRelation = Rule(
    "bundle/duplicate-link", .warning, .duplicate, summary: "a link relation that may occur once occurs twice",
    checks: """
      Among the links of a Bundle or an entry, `self`, `first`, `last`, `next`, and `prev` or `previous` occur at most \
      once each.
      """,
    matters: "A client follows one of the two links and never reads the other page.",
    form: .patientBundle,
    example: """
      "type": "searchset",
      "link": [
        { "relation": ~, "url": "http://example.org/fhir/Patient?page=1" },
        { "relation": "next", "url": "http://example.org/fhir/Patient?page=2" }
      ]
      """,
    bad: #""next""#, good: #""self""#, specification: "https://hl7.org/fhir/DSTU2/bundle.html")

  package static let unknownRelation = Rule(
    "bundle/unknown-link", .warning, .value, summary: "the relation of a link is not registered",
    checks: """
      `link.relation` is a name in the registry of link relations, such as `self`, `next` or `previous`, in upper or \
      lower case, or a URI for any other relation.
      """,
    matters: """
      A client that looks for the next page by its relation does not find it, and takes the first page for the whole \
      result.
      """,
    form: .patientBundle,
    example: """
      "type": "searchset",
      "link": [
        { "relation": ~, "url": "http://example.org/fhir/Patient?page=1" }
      ]
      """,
    bad: #""nxt""#, good: #""next""#, specification: "https://hl7.org/fhir/DSTU2/bundle.html")
}

extension RecordCursor {
  /// Judges the name of a link, also against earlier ones, whose bits are `seen`; the path is at the owner of the links.
  mutating func checkRelation(_ name: LinkRelation, _ value: TapeIndex, ofLink index: Int, seen: Int) {
    // Another rule reports an empty string.
    if !name.isRegistered, tape.length(value) > 0 {
      report(
        .unknownRelation, at: value, path: .below("link[\(index)].relation"),
        expected: "a registered link relation such as 'self' or 'next'")
    }
    if name.uniqueBit & seen == 0 || drops(.duplicateRelation) { return }
    report(
      .duplicateRelation, at: tape.range(value), path: .below("link[\(index)].relation"),
      "expected this relation once, found \(tape.excerpt(value)) again")
  }
}

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
    form: .resource("Bundle"),
    example: """
      "type": "searchset",
      "link": [
        { "relation": ~, "url": "http://example.org/fhir/Patient?page=1" },
        { "relation": "next", "url": "http://example.org/fhir/Patient?page=2" }
      ],
      "entry": [
        {
          "fullUrl": "http://example.org/fhir/Patient/1",
          "resource": { "resourceType": "Patient", "id": "1" }
        }
      ]
      """,
    bad: #""next""#, good: #""self""#,
    specification: "https://hl7.org/fhir/DSTU2/bundle.html")
}

extension RecordCursor {
  /// Judges a link against earlier ones, whose bits are `seen`; the path is at the owner of the links.
  mutating func checkRepeatedRelation(_ name: LinkRelation, _ value: TapeIndex, ofLink index: Int, seen: Int) {
    if name.uniqueBit & seen == 0 || drops(.duplicateRelation) { return }
    report(
      .duplicateRelation, at: tape.range(value), path: .below("link[\(index)].relation"),
      "expected this relation once, found \(tape.excerpt(value)) again")
  }
}

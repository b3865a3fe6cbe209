package import FHIRFindings
import FHIRTape
import FHIRSchema

extension Rule {
  package static let totalTooSmall = Rule(
    "bundle/total-too-small", .warning, .invariant, summary: "a total is less than the number of matches in the Bundle",
    checks: """
      `total` of a searchset counts all matches of the search, so it is not less than the entries here whose \
      `search.mode` is `match`. It may be more, as a Bundle can be one page of many.
      """,
    matters: "Clients show the total, and stop reading when they have read that many matches.",
    form: .resource("Bundle"),
    example: """
      "type": "searchset",
      "total": ~,
      "entry": [
        {
          "fullUrl": "http://example.org/fhir/Patient/1",
          "resource": { "resourceType": "Patient", "id": "1" },
          "search": { "mode": "match" }
        }
      ]
      """,
    bad: "0", good: "1",
    specification: "https://hl7.org/fhir/DSTU2/bundle.html")
}

extension RecordCursor {
  /// Compares the total of a Bundle with the number of matches, after all entries; the path is at the Bundle.
  mutating func checkTotal(of index: TapeIndex, type: BundleType, matches: Int) {
    guard type.traits.contains(.counted), let total = tape.member("total", of: index), tape.tag(total) == .integer,
      let count = Int(tape.string(total)), count >= 0, count < matches, !drops(.totalTooSmall)
    else { return }
    report(
      .totalTooSmall, at: tape.range(total), path: .child("total"),
      "expected at least \(matches), the matches in this Bundle, found \(tape.excerpt(total))")
  }
}

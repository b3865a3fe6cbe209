package import FHIRDiagnostics
import FHIRSchema
import FHIRView
import FHIRTape

extension Rule {
  /// Reports a score out of range.
  package static let searchScore = Rule(
    "bundle/search-score", .warning, .value,
    summary: "a search score is not between 0 and 1",
    explanation: Explanation(
      checks: """
        `search.score` lies between 0, for the least relevant, and 1, for the most relevant.
        """,
      matters: """
        Clients that sort the results of several servers, or display the score, rely on the range.
        """,
      bad: #"""
        {
          "resourceType": "Bundle",
          "type": "searchset",
          "entry": [
            {
              "fullUrl": "http://example.org/fhir/Patient/1",
              "resource": { "resourceType": "Patient", "id": "1" },
              "search": { "mode": "match", "score": 87 }
            }
          ]
        }
        """#,
      good: #"""
        {
          "resourceType": "Bundle",
          "type": "searchset",
          "entry": [
            {
              "fullUrl": "http://example.org/fhir/Patient/1",
              "resource": { "resourceType": "Patient", "id": "1" },
              "search": { "mode": "match", "score": 0.87 }
            }
          ]
        }
        """#,
      specification: "https://hl7.org/fhir/DSTU2/bundle.html"))
}

extension RecordCursor {
  /// The path stands at the entry.
  @inline(never)
  mutating func reportSearchScore(_ value: Int) {
    if drops(.searchScore) { return }
    report(
      .searchScore, at: tape.range(value), path: .child("search.score"),
      "expected a number from 0 to 1, found \(tape.excerpt(value))")
  }
}

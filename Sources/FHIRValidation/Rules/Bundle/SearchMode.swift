package import FHIRFindings
import FHIRSchema
import FHIRTape

extension Rule {
  package static let searchMode = Rule(
    "bundle/search-mode", .warning, .invariant, summary: "the mode of a search result does not fit its resource",
    checks: """
      An entry whose `search.mode` is `outcome` holds an OperationOutcome, and an OperationOutcome among the results \
      has that mode.
      """,
    matters: """
      Clients count and show the matches. They would show an OperationOutcome as a record of the patient, and skip a \
      match with the mode `outcome`.
      """,
    form: .entry(of: "searchset"),
    example: """
      "fullUrl": "http://example.org/fhir/OperationOutcome/o",
      "resource": {
        "resourceType": "OperationOutcome",
        "id": "o",
        "issue": [{ "severity": "warning", "code": "not-found" }]
      },
      "search": { "mode": ~ }
      """,
    bad: #""match""#, good: #""outcome""#,
    specification: "https://hl7.org/fhir/DSTU2/bundle.html#searchset")
}

extension RecordCursor {
  /// Judges whether the mode of a search fits the type of the resource; the path is at the entry.
  mutating func checkMode(of search: TapeIndex, type: TypeID) {
    guard let mode = tape.member("mode", of: search), isText(mode), type.exists else { return }
    let isOutcome = tape.string(mode, equals: "outcome")
    if isOutcome == (type == roles.operationOutcome) { return }
    let expected =
      type == roles.operationOutcome
      ? "the mode 'outcome' for an \(schema.typeNames[type])"
      : "the mode 'match' or 'include' for a resource of type \(schema.typeNames[type])"
    report(
      .searchMode, at: tape.range(mode), path: .child("search.mode"),
      "expected \(expected), found \(tape.excerpt(mode))")
  }
}

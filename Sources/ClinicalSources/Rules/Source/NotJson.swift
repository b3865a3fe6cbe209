package import FHIRDiagnostics

extension Rule {
  /// Reports a file that should hold JSON and is of another kind.
  package static let notJson = Rule(
    "source/not-json", .error, .notSupported,
    summary: "a file that should hold JSON is of another kind",
    explanation: Explanation(
      checks: """
        A file whose name ends in .json, .ndjson or .jsonl, compressed or not, and whatever is named on the command line, \
        holds JSON. What a file of another kind is shows in its first bytes: FHIR XML, a tar archive, a PDF, an image. \
        Text of no kind that is known is judged as JSON, and its faults by the rules of the group json.
        """,
      matters: """
        Nothing in the file was judged, so nothing is known of its records. A record in FHIR XML may be as good as one in \
        JSON, but it is not read here: ask its source for JSON, or convert it. An archive has to be unpacked first.
        """,
      bad: "Patient-1.json  holds <Patient xmlns=\"http://hl7.org/fhir\"/>",
      good: "Patient-1.json",
      specification: "https://hl7.org/fhir/DSTU2/json.html"))
}

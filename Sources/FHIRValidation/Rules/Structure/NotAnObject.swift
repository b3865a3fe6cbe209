package import FHIRFindings
import FHIRTape

extension Rule {
  package static let notAnObject = Rule(
    "structure/not-an-object", .error, .structure, summary: "a record is not an object",
    checks: """
      A record is a JSON object: the top-level value itself, each item of a top-level array, or the value on each line \
      of NDJSON. A string, number, boolean, null or nested array in such a place is reported and not read further.
      """,
    matters: """
      Only an object can have a `resourceType`, so nothing else can be a resource. The usual cause is a record that \
      was serialised twice and arrives as one long string.
      """,
    bad: """
      [
        { "resourceType": "Patient", "id": "a" },
        "Patient/b"
      ]
      """,
    good: """
      [
        { "resourceType": "Patient", "id": "a" },
        { "resourceType": "Patient", "id": "b" }
      ]
      """,
    specification: "https://hl7.org/fhir/DSTU2/json.html")
}

extension RecordCursor {
  @inline(never)
  mutating func reportNotAnObject(_ value: TapeIndex) {
    if drops(.notAnObject) { return }
    report(
      .notAnObject, at: headRange(value), path: .element,
      "expected a resource, an object with a 'resourceType', found \(tape.description(of: value))")
  }
}

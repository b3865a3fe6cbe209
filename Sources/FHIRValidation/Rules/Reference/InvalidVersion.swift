package import FHIRFindings
import FHIRSchema
import FHIRTape

extension Rule {
  package static let invalidVersion = Rule(
    "reference/invalid-version", .error, .value, summary: "a reference names no valid version",
    checks: """
      After `Type/id`, the part `/_history/` is followed by a version that is a well-formed id, and by nothing else. A \
      reference that means the current version leaves the whole part out.
      """,
    matters: """
      A reference to a version records the state at that time. With an invalid version it resolves neither to that \
      version nor to the current one.
      """,
    form: .resource("Observation"),
    example: """
      "status": "final",
      "code": { "text": "Body weight" },
      "subject": { "reference": ~ }
      """,
    bad: #""Patient/12/_history/""#, good: #""Patient/12/_history/3""#,
    specification: "https://hl7.org/fhir/DSTU2/references.html")
}

extension RecordCursor {
  @inline(never)
  mutating func reportInvalidVersion(_ value: TapeIndex, _ member: MemberID) {
    if drops(.invalidVersion) { return }
    report(
      .invalidVersion, at: tape.range(value), path: .member(member),
      """
      expected a version id of 1 to 64 letters, digits, '-' and '.' after '/_history/', found \
      \(tape.uriExcerpt(value))
      """)
  }
}

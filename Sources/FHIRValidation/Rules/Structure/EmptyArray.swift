package import FHIRFindings
import FHIRSchema
import FHIRTape

extension Rule {
  package static let emptyArray = Rule(
    "structure/empty-array", .error, .structure, summary: "an array is empty",
    checks: "An array has at least one item. An element that does not occur is left out, together with its array.",
    matters: """
      Readers differ on whether an empty list means "none" or "not stated", which for allergies is a clinical \
      difference. FHIR gives it no meaning and forbids it.
      """,
    bad: """
      {
        "resourceType": "Patient",
        "name": []
      }
      """,
    good: #"{ "resourceType": "Patient" }"#,
    specification: "https://hl7.org/fhir/DSTU2/json.html")
}

extension RecordCursor {
  @inline(never)
  mutating func reportEmptyArray(_ value: TapeIndex, _ member: MemberID, isSibling: Bool = false) {
    if drops(.emptyArray) { return }
    report(
      .emptyArray, at: tape.range(value), path: .member(member, isSibling: isSibling),
      "expected at least one item in '\(schema.nameBytes(of: member))', found []")
  }
}

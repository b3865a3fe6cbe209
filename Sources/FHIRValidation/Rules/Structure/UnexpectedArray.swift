package import FHIRFindings
import FHIRSchema
import FHIRTape

extension Rule {
  package static let unexpectedArray = Rule(
    "structure/unexpected-array", .error, .structure, summary: "an element that does not repeat is an array",
    checks: "An element whose maximum is one is a single value, never an array, not even one with a single item.",
    matters: """
      This is the most common sign of R4 content labelled as DSTU2: `Observation.category` and `Condition.category` \
      are single objects in DSTU2 and arrays in R4. In R4, `HumanName.family` is one string. A typed decoder refuses \
      the whole record.
      """,
    form: .resource("Observation"),
    example: """
      "status": "final",
      "category": ~,
      "code": { "text": "Glucose" }
      """,
    bad: #"[{ "text": "Laboratory" }]"#, good: #"{ "text": "Laboratory" }"#,
    specification: "https://hl7.org/fhir/DSTU2/json.html")
}

extension RecordCursor {
  @inline(never)
  mutating func reportUnexpectedArray(_ value: TapeIndex, _ member: MemberID, isSibling: Bool = false) {
    if drops(.unexpectedArray) { return }
    report(
      .unexpectedArray, at: headRange(value), path: .member(member, isSibling: isSibling),
      "expected one value, since '\(schema.nameBytes(of: member))' does not repeat, found an array")
  }
}

package import FHIRFindings
import FHIRSchema
import FHIRTape

extension Rule {
  package static let expectedArray = Rule(
    "structure/expected-array", .error, .structure, summary: "an element that may repeat is not an array",
    checks: """
      An element that may occur more than once is an array, even when it occurs only once. The same goes for the `_` \
      sibling of a repeating primitive.
      """,
    matters: """
      Converters from XML, which has no arrays, produce this fault. `HumanName.family` is a common case: it repeats in \
      DSTU2, and is a single string in R4.
      """,
    form: .resource("Patient"), bad: #""name": [{ "family": "Chalmers" }]"#,
    good: #""name": [{ "family": ["Chalmers"] }]"#,
    specification: "https://hl7.org/fhir/DSTU2/json.html")
}

extension RecordCursor {
  @inline(never)
  mutating func reportExpectedArray(_ value: TapeIndex, _ member: MemberID, isSibling: Bool = false) {
    if drops(.expectedArray) { return }
    report(
      .expectedArray, at: headRange(value), path: .member(member, isSibling: isSibling),
      "expected an array, since '\(schema.nameBytes(of: member))' may repeat, found \(tape.description(of: value))")
  }
}

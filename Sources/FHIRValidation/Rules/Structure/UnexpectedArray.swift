package import FHIRDiagnostics
import FHIRSchema
import FHIRView
import FHIRTape

extension Rule {
  /// Reports an array where an element occurs once.
  package static let unexpectedArray = Rule(
    "structure/unexpected-array", .error, .structure,
    summary: "an element that occurs once is given as an array",
    explanation: Explanation(
      checks: """
        An element whose maximum is one is given as a single value. It is never wrapped in an array, not even in one \
        with a single item.
        """,
      matters: """
        This is the commonest sign of R4 content under a DSTU2 label: `Observation.category` and \
        `Condition.category` are single objects in DSTU2 and arrays in R4. In R4, `HumanName.family` is one string. \
        A typed decoder refuses the whole record over it.
        """,
      bad: """
        {
          "resourceType": "Observation",
          "status": "final",
          "category": [{ "text": "Laboratory" }],
          "code": { "text": "Glucose" }
        }
        """,
      good: """
        {
          "resourceType": "Observation",
          "status": "final",
          "category": { "text": "Laboratory" },
          "code": { "text": "Glucose" }
        }
        """,
      specification: "https://hl7.org/fhir/DSTU2/json.html"))
}

extension Walker {
  @inline(never)
  mutating func reportUnexpectedArray(_ value: Int, _ member: Int) {
    if drops(.unexpectedArray) { return }
    report(
      .unexpectedArray, at: headRange(value), path: .member(member),
      "expected one value, since '\(schema.nameBytes(of: member))' does not repeat, found an array")
  }
}

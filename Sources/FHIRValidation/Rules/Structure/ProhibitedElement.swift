import Diagnostics
import FHIRSchema
import FHIRView
import JSONTape

extension Rule {
  /// Reports an element that may not be used in this place.
  package static let prohibitedElement = Rule(
    "structure/prohibited-element", .error, .structure,
    summary: "this element may not be used here",
    explanation: Explanation(
      checks: """
        An element with a maximum of zero is absent. In DSTU2 this concerns Quantity: where it is used as a \
        SimpleQuantity, for instance in a Range or a reference range, it has no `comparator`.
        """,
      matters: """
        A limit of a range that itself says "less than" has no clear meaning, and readers leave the comparator out. \
        The range they then show is not the one that was meant.
        """,
      bad: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Glucose" },
          "referenceRange": [{ "high": { "comparator": "<", "value": 6.2 } }]
        }
        """,
      good: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Glucose" },
          "referenceRange": [{ "high": { "value": 6.2 } }]
        }
        """,
      specification: "https://hl7.org/fhir/DSTU2/datatypes.html#quantity"))
}

extension Walker {
  @inline(never)
  mutating func reportProhibited(_ key: Int, _ member: Int) {
    report(
      .prohibitedElement, at: tape.range(key), path: path.text(schema, member: member, index: -1),
      "expected no '\(schema.nameBytes(of: member))', which this use of the type rules out, found it")
  }
}

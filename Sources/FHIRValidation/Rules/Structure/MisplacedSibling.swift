import Diagnostics
import FHIRSchema
import FHIRView
import JSONTape

extension Rule {
  /// Reports an underscore key that belongs to no primitive.
  package static let misplacedSibling = Rule(
    "structure/misplaced-sibling", .error, .structure,
    summary: "an underscore key belongs to no primitive element",
    explanation: Explanation(
      checks: """
        A key that begins with `_` carries the id and the extensions of the primitive element whose name follows. It \
        is reported when that element is complex, which has its own place for them.
        """,
      matters: """
        What stands under such a key is attached to nothing, so readers drop it. For a complex element write `id` and \
        `extension` in the element itself.
        """,
      bad: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Glucose" },
          "category": { "text": "Laboratory" },
          "_category": { "id": "c1" }
        }
        """,
      good: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Glucose" },
          "category": { "id": "c1", "text": "Laboratory" }
        }
        """,
      specification: "https://hl7.org/fhir/DSTU2/json.html"))
}

extension Walker {
  @inline(never)
  mutating func reportMisplacedSibling(_ key: Int, _ member: Int) {
    if drops(.misplacedSibling) { return }
    let name = schema.name(of: member)
    report(
      .misplacedSibling, at: tape.range(key), path: .below(tape.string(key).clipped),
      """
      expected '_\(name)' only beside a primitive value, found it on '\(name)', which holds its id and extensions itself
      """)
  }
}

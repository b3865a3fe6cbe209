package import FHIRDiagnostics
import FHIRSchema
import FHIRView
import FHIRTape

extension Rule {
  /// Reports a null that holds no place.
  package static let misplacedNull = Rule(
    "structure/misplaced-null", .error, .structure,
    summary: "null stands where it may not",
    explanation: Explanation(
      checks: """
        A null has one use in FHIR: in the array of a repeating primitive, or in its `_` sibling, it keeps the two \
        arrays in step where one of them has nothing. Everywhere else an element without a value is left out.
        """,
      matters: """
        Writers that print every field of a class leave nulls behind. A reader cannot tell whether the value is \
        unknown, withheld or not recorded, for which FHIR has extensions and reasons.
        """,
      bad: """
        {
          "resourceType": "Patient",
          "birthDate": null
        }
        """,
      good: #"{ "resourceType": "Patient" }"#,
      specification: "https://hl7.org/fhir/DSTU2/json.html"))
}

extension Walker {
  @inline(never)
  mutating func reportNull(_ value: Int, _ member: Int, index: Int, isSibling: Bool = false) {
    if drops(.misplacedNull) { return }
    let name = schema.name(of: member)
    let expected =
      if index < 0 {
        "a value or no '\(name)' at all"
      } else if !members[member].kind.isPrimitive {
        "an object in '\(name)'"
      } else {
        "a value, or something beside it in '\(isSibling ? "" : "_")\(name)'"
      }
    report(
      .misplacedNull, at: tape.range(value), path: .member(member, index: index),
      "expected \(expected), found null")
  }
}

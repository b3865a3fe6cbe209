package import FHIRFindings
import FHIRSchema
import FHIRTape

extension Rule {
  package static let misplacedNull = Rule(
    "structure/misplaced-null", .error, .structure, summary: "null is where it is not allowed",
    checks: """
      A null has one use in FHIR: in the array of a repeating primitive, or in its `_` sibling, it keeps the two \
      arrays aligned where one of them has no item. Everywhere else an element without a value is left out.
      """,
    matters: """
      Programs that write every field of a class produce nulls. A reader cannot tell whether the value is unknown, \
      withheld or not recorded; FHIR has extensions and reasons for these.
      """,
    bad: """
      {
        "resourceType": "Patient",
        "birthDate": null
      }
      """,
    good: #"{ "resourceType": "Patient" }"#,
    specification: "https://hl7.org/fhir/DSTU2/json.html")
}

extension RecordCursor {
  @inline(never)
  mutating func reportNull(_ value: TapeIndex, _ member: MemberID, index: Int, isSibling: Bool = false) {
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
      .misplacedNull, at: tape.range(value), path: .member(member, index: index, isSibling: isSibling),
      "expected \(expected), found null")
  }
}

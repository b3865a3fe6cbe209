package import FHIRFindings
import FHIRSchema
import FHIRTape

extension Rule {
  package static let siblingLength = Rule(
    "structure/sibling-length", .error, .structure, summary: "an array and its underscore sibling differ in length",
    checks: """
      The array of a repeating primitive and the array under the same name with `_` in front have the same number of \
      items, as items belong together by position. A null fills the place where one of them has no item.
      """,
    matters: """
      With unequal lengths it is unknown to which value an extension belongs. A qualifier such as "maiden name" may be \
      applied to the wrong part of a name.
      """,
    form: .resource("Patient"),
    example: """
      "name": [
        {
          "given": ["Peter", "James"],
          "_given": [{ "id": "g1" }~]
        }
      ]
      """,
    bad: "", good: ", null",
    specification: "https://hl7.org/fhir/DSTU2/json.html")
}

extension RecordCursor {
  @inline(never)
  mutating func reportSiblingLength(_ key: TapeIndex, _ member: MemberID, values: Int, siblings: Int) {
    if drops(.siblingLength) { return }
    let name = schema.name(of: member)
    report(
      .siblingLength, at: headRange(key.value), path: .member(member, isSibling: true),
      "expected as many items in '_\(name)' as in '\(name)', \(values), found \(siblings)")
  }
}

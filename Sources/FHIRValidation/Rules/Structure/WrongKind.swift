package import FHIRFindings
import FHIRSchema
import FHIRTape

extension Rule {
  package static let wrongKind = Rule(
    "structure/wrong-kind", .error, .structure, summary: "a value has the wrong JSON type",
    checks: """
      Each element has the JSON type that its FHIR type requires: an object for complex types and references, true or \
      false for boolean, a number for decimal and the integer types, a string for every other primitive. The content \
      is checked only when the JSON type is right.
      """,
    matters: """
      Typed decoders refuse a number or the word "true" in quotes, and lenient ones sort it wrongly. The record seems \
      to have a result, but programs find none.
      """,
    form: .resource("Patient"), bad: #""active": "true""#, good: #""active": true"#,
    specification: "https://hl7.org/fhir/DSTU2/json.html")
}

extension RecordCursor {
  @inline(never)
  mutating func reportWrongKind(_ value: TapeIndex, _ member: MemberID, index: Int) {
    if drops(.wrongKind) { return }
    let type = schema.typeNames[Int(members[member].type)]
    let expected =
      switch members[member].kind {
      case .complex: "an object of type \(type.contains(".") ? "BackboneElement" : type)"
      case .resource: "a resource, an object with a 'resourceType'"
      case .comments: "a string"
      case .boolean: "true or false"
      case .integer, .unsignedInt, .positiveInt, .decimal, .scientificDecimal: "a number of type \(type)"
      default: type == "string" ? "a string" : "a string of type \(type)"
      }
    reportKind(value, expected, path: .member(member, index: index))
  }

  @inline(never)
  mutating func reportSiblingKind(_ value: TapeIndex, _ member: MemberID, index: Int) {
    reportKind(
      value, "an object with the id or extensions of '\(schema.name(of: member))'",
      path: .member(member, index: index, isSibling: true))
  }

  @inline(never)
  mutating func reportResourceTypeKind(_ value: TapeIndex) {
    reportKind(value, "a string that names a resource type", path: .child("resourceType"))
  }

  private mutating func reportKind(_ value: TapeIndex, _ expected: String, path: FindingPath) {
    if drops(.wrongKind) { return }
    let kind = tape.description(of: value)
    let found = tape.isContainer(value) || kind == "null" ? kind : "the \(kind.dropFirst(2)) \(tape.excerpt(value))"
    report(.wrongKind, at: headRange(value), path: path, "expected \(expected), found \(found)")
  }
}

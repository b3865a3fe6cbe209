package import FHIRFindings
import FHIRSchema
import FHIRTape

extension Rule {
  package static let misplacedSibling = Rule(
    "structure/misplaced-sibling", .error, .structure, summary: "an underscore key belongs to no primitive element",
    checks: """
      A key that begins with `_` carries the id and the extensions of the primitive element whose name follows. It is \
      reported when that element is complex, and so has them itself, and when it can have neither: the `id` of an \
      element and the `url` of an extension are attributes in XML, and the `div` of a narrative is XHTML. In DSTU2 the \
      `id` of a resource is a normal element; in R4 it is a plain string of FHIRPath, which cannot be extended.
      """,
    matters: """
      The content of such a key belongs to no element, so readers drop it. For a complex element write `id` and \
      `extension` in the element itself.
      """,
    form: .resource("Observation"),
    bad: """
      "status": "final",
      "code": { "text": "Glucose" },
      "category": { "text": "Laboratory" },
      "_category": { "id": "c1" }
      """,
    good: """
      "status": "final",
      "code": { "text": "Glucose" },
      "category": { "id": "c1", "text": "Laboratory" }
      """,
    specification: "https://hl7.org/fhir/DSTU2/json.html")
}

extension RecordCursor {
  @inline(never)
  mutating func reportMisplacedSibling(_ key: TapeIndex, _ member: MemberID) {
    if drops(.misplacedSibling) { return }
    let name = schema.nameBytes(of: member)
    let reason: StaticString =
      switch members[member].kind {
      case .resourceType, .comments: "no element"
      case .xhtml: "XHTML and has no extensions"
      case let kind where kind.isPrimitive: "a plain value with neither id nor extensions"
      default: "complex and holds its id and extensions itself"
      }
    report(
      .misplacedSibling, at: tape.range(key), path: .key(tape.string(key)),
      "expected '_\(name)' only beside a primitive element, found it beside '\(name)', which is \(reason)")
  }
}

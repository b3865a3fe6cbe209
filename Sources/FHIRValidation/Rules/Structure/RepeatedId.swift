package import FHIRFindings
import FHIRSchema
import FHIRTape
import FHIRPath

extension Rule {
  package static let repeatedID = Rule(
    "structure/repeated-id", .error, .duplicate, summary: "two elements of a resource have the same id",
    checks: """
      No two elements of a resource have the same `id`, including those in narratives, contained resources themselves \
      and the elements in them. The id of the resource itself is separate, and may equal one of them. In all releases \
      but DSTU2 the definitions of elements are separate, too: those of the snapshot and of the differential have the \
      same ids.
      """,
    matters: """
      A reference to `#a` means the element or contained resource with this id. With a duplicate, readers cannot tell \
      which organization or practitioner is meant.
      """,
    form: .resource("Patient"),
    bad: """
      "contained": [
        { "resourceType": "Organization", "id": "a", "name": "City Clinic" },
        { "resourceType": "Organization", "id": "a", "name": "Lake Clinic" }
      ],
      "managingOrganization": { "reference": "#a" }
      """,
    good: """
      "contained": [
        { "resourceType": "Organization", "id": "a", "name": "City Clinic" },
        { "resourceType": "Organization", "id": "b", "name": "Lake Clinic" }
      ],
      "careProvider": [{ "reference": "#b" }],
      "managingOrganization": { "reference": "#a" }
      """,
    specification: "https://hl7.org/fhir/DSTU2/narrative.html#id")
}

extension IdentifierJudge {
  /// Records an id, except that of the resource itself, and reports it if repeated; returns whether it was recorded.
  @inline(__always)
  mutating func noteElementID(_ value: TapeIndex, _ member: MemberID, _ cursor: inout RecordCursor) -> Bool {
    // Other elements have the type `id`, too; most of them have a longer name.
    cursor.path.depth != resourceDepth && cursor.members[member].nameLength == 2
      && checkElementID(value, member, &cursor)
  }

  /// The same for ids of their own kind. Definitions of elements have the same ids in the snapshot and the differential.
  @inline(never)
  mutating func noteElementName(_ value: TapeIndex, _ member: MemberID, _ cursor: inout RecordCursor) -> Bool {
    if cursor.path.depth > 0, let definition = cursor.roles.elementDefinition,
      cursor.members[cursor.path.last].typeID == definition
    {
      return false
    }
    return checkElementID(value, member, &cursor)
  }

  @inline(never)
  private mutating func checkElementID(_ value: TapeIndex, _ member: MemberID, _ cursor: inout RecordCursor) -> Bool {
    guard cursor.schema.nameBytes(of: member).elementsEqual("id".utf8) else { return false }
    if !seen.insert(NarrativeScanner.hash(cursor.tape.lexeme(value), cursor.tape.length(value))).inserted {
      cursor.report(
        .repeatedID, at: cursor.tape.range(value), path: .member(member),
        "expected an id that no other element of the resource has, found \(cursor.tape.excerpt(value)) again")
    }
    return true
  }
}

package import FHIRFindings
import FHIRTape

extension Rule {
  package static let missingResourceType = Rule(
    "structure/missing-resource-type", .error, .required, summary: "a resource has no resourceType",
    checks: """
      Every resource names its type in the member `resourceType`: a record, a resource in `contained`, and the \
      `resource` of a Bundle entry or a Parameters parameter. The member may be anywhere in its object, also last.
      """,
    matters: """
      Without its type no element of the resource can be checked, and readers cannot tell a Condition from a \
      Procedure. The type of a record also decides which kind of clinical record it becomes.
      """,
    bad: #"{ "id": "a", "gender": "female" }"#,
    good: #"{ "resourceType": "Patient", "id": "a", "gender": "female" }"#,
    specification: "https://hl7.org/fhir/DSTU2/json.html")
}

extension RecordCursor {
  @inline(never)
  mutating func reportMissingResourceType(_ object: TapeIndex) {
    if drops(.missingResourceType) { return }
    report(
      .missingResourceType, at: headRange(object), path: .element,
      "expected a 'resourceType' in the resource, found none; its content was not judged")
  }
}

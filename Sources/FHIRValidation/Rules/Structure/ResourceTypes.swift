package import FHIRFindings
import FHIRSchema
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
    bad: #"{ "id": "a", "gender": "female" }"#, good: #"{ "resourceType": "Patient", "id": "a", "gender": "female" }"#,
    specification: "https://hl7.org/fhir/DSTU2/json.html")

  package static let unknownResourceType = Rule(
    "structure/unknown-resource-type", .error, .notSupported, summary: "the resource type is not one of this release",
    checks: """
      The value of `resourceType` is the name of a resource that the record's release defines and that can be \
      instantiated, in exactly its upper and lower case. `Resource` and `DomainResource` are abstract. The rest of the \
      object is not checked, since its elements are unknown.
      """,
    matters: """
      The name often shows that the record is of another release: MedicationPrescription is from DSTU1, \
      MedicationRequest from STU3 on; in DSTU2 it is MedicationOrder. A reader for one release drops resource types \
      that it does not know.
      """,
    bad: #"{ "resourceType": "MedicationRequest", "id": "a" }"#,
    good: """
      {
        "resourceType": "MedicationOrder",
        "id": "a",
        "medicationCodeableConcept": { "text": "Aspirin 81 mg" }
      }
      """,
    specification: "https://hl7.org/fhir/DSTU2/resourcelist.html")
}

extension RecordCursor {
  @inline(never) mutating func reportMissingResourceType(_ object: TapeIndex) {
    report(.missingResourceType, at: headRange(object), path: .element) { _ in
      "expected a 'resourceType' in the resource, found none; its content was not judged"
    }
  }

  @inline(never) mutating func reportUnknownResourceType(_ value: TapeIndex) {
    if drops(.unknownResourceType) { return }
    let name = tape.string(value)
    var message = "expected a resource type of \(schema.release.rawValue), found '\(name.clipped)'"
    if let type = schema.type(named: name), schema.types[type].category == .abstractResource {
      message += ", which is abstract"
    } else if let type = schema.type(named: name), !schema.typeNames[type].contains(".") {
      message += ", which is a data type"
    } else if let hint = NameHint.resource(name, in: schema) {
      message += "; \(hint)"
    }
    report(
      .unknownResourceType, at: tape.range(value), path: path.root.isNameless ? .text(name.clipped) : .element,
      "\(message); its content was not judged")
  }
}

package import FHIRFindings
import FHIRTape
import FHIRSchema

extension Rule {
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
  @inline(never)
  mutating func reportUnknownResourceType(_ value: TapeIndex) {
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

import FHIRR4

// begin
/// A laboratory result.
func hemoglobin(of patientID: String, _ value: FHIRDecimal, on day: FHIRDate) -> Observation {
  Observation(
    status: .final,
    code: CodeableConcept(
      coding: [Coding(system: "http://loinc.org", code: "718-7", display: "Hemoglobin [Mass/volume] in Blood")]),
    subject: Reference(reference: Primitive("Patient/\(patientID)")),
    effective: .dateTime(Primitive(FHIRDateTime(day))),
    value: .quantity(
      Quantity(value: Primitive(value), unit: "g/dL", system: "http://unitsofmeasure.org", code: "g/dL")),
    referenceRange: [.init(low: Quantity(value: 12.0, unit: "g/dL"), high: Quantity(value: 15.5, unit: "g/dL"))])
}
// end

// begin
/// A patient whose date of birth is not known, with the reason.
func patientWithoutBirthDate() -> Patient {
  let reason = "http://hl7.org/fhir/StructureDefinition/data-absent-reason"
  var patient = Patient(name: [HumanName(text: "Unknown")])
  patient.birthDate = Primitive(extension: [Extension(url: Primitive(reason), value: .code("asked-unknown"))])
  return patient
}
// end

// begin
/// A collection of a patient and a result, which refer to each other.
func collection(_ patient: Patient, _ observation: Observation) -> Bundle {
  var observation = observation
  observation.subject = Reference(reference: "urn:uuid:0b1e7a52-6c1d-4f7b-8a55-6f1f5b0a7c22")
  return Bundle(
    type: .collection,
    entry: [
      .init(fullUrl: "urn:uuid:0b1e7a52-6c1d-4f7b-8a55-6f1f5b0a7c22", resource: .patient(patient)),
      .init(resource: .observation(observation)),
    ])
}
// end

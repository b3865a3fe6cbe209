// begin
import FHIRDSTU2

/// The family names of the patients in a Bundle, and what is wrong in it.
func familyNames(in bundleJSON: [UInt8]) -> (names: [String], faults: [FHIRFault]) {
  let result = FHIRDecoder().decodeLeniently(Bundle.self, from: bundleJSON)
  let patients = result.value?.resources(Patient.self) ?? []
  return (patients.flatMap(\.name).flatMap(\.family).compactMap(\.value), result.faults)
}
// end

// begin
import FHIRDSTU2

/// The record, with a name more.
func adding(family: String, to patientJSON: [UInt8]) throws -> [UInt8] {
  var patient = try FHIRDecoder().decode(Patient.self, from: patientJSON)
  patient.name.append(HumanName(family: [Primitive(family)]))
  return FHIREncoder().encode(patient)
}
// end

// begin
import FHIRDSTU2

/// The hospital's number of the patient whom an entry is about, and the LOINC code of the entry's observation.
func numberAndCode(in bundle: Bundle, _ entry: Bundle.Entry) -> [String?] {
  let observation = entry.resource?.as(Observation.self)
  let patient = bundle.resolve(observation?.subject, as: Patient.self, from: entry)
  return [
    patient?.identifier.first(system: "urn:oid:1.2.36.146.595.217.0.1")?.value?.value,
    observation?.code?.coding.first(system: "http://loinc.org")?.code?.value,
  ]
}
// end

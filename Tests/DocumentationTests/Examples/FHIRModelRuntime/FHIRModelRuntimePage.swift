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
  patient.name.append(HumanName { $0.family = [Primitive(family)] })
  return FHIREncoder().encode(patient)
}
// end

// begin
import FHIRDSTU2

/// What was measured, such as `7.50 mmol/l`; `nil` when the value is no quantity.
func measuredValue(in observationJSON: [UInt8]) throws -> String? {
  let observation = try FHIRDecoder().decode(Observation.self, from: observationJSON)
  guard case .quantity(let quantity)? = observation.value, let value = quantity.value?.value else { return nil }
  return "\(value.text) \(quantity.unit?.value ?? "")"
}
// end

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

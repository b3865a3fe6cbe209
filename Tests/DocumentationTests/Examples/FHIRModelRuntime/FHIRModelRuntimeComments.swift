import FHIRDSTU2

func decodeBoth(_ bytes: [UInt8], _ bundleBytes: [UInt8]) throws {
  // begin
  let patient = try FHIRDecoder().decode(Patient.self, from: bytes)
  let result = FHIRDecoder().decodeLeniently(Bundle.self, from: bundleBytes)
  print(patient.gender?.value ?? .unknown, result.value?.entry.count ?? 0)
  print(result.faults.first?.path ?? "")  // Bundle.entry[3].resource.status
  // end
}

func change(_ patient: inout Patient, _ coding: inout Coding) -> FHIRDate? {
  // begin
  let birthDate = patient.birthDate?.value  // 1974-12-25, or nil where only an extension says why it is missing
  patient.gender = Primitive(.female)
  coding.system = "http://loinc.org"
  // end
  return birthDate
}

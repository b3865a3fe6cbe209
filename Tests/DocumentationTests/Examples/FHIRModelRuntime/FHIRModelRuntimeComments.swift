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

func list(_ bundle: Bundle) {
  // begin
  for resource in bundle.entry.compactMap(\.resource) {
    print(resource.resourceTypeName ?? "", resource.id?.value ?? "")
    if let patient = resource.as(Patient.self) { print(patient.birthDate?.value?.description ?? "") }
  }
  // end
}

func lay(_ patient: Patient) -> [UInt8] {
  // begin
  let compact = FHIREncoder().encode(patient)
  let pretty = FHIREncoder([.pretty, .sorted]).encode(patient)
  print(String(decoding: pretty, as: UTF8.self))
  // end
  return compact
}

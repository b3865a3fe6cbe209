import FHIRToolkit

// begin
/// A line for each lab result in an Apple Health export, such as `Hemoglobin: 13.20 g/dL`.
func labResults(ofExport folder: URL) throws -> [String] {
  let records = try RecordFiles(FolderTree(folder)).records()
  return records.records(ofType: .labResultRecord).map { record in
    let quantity = record.facts?.measurement?.quantity
    return "\(record.displayName): \(quantity?.number?.text ?? "-") \(quantity?.unit ?? "")"
  }
}
// end

// begin
/// The family names of a patient, whatever the release of the record.
func familyNames(of record: ClinicalRecord) throws -> [String] {
  switch try record.model(assuming: .r4) {
  case .dstu2(.patient(let patient)): patient.name.flatMap(\.family).compactMap(\.value)
  case .r4(.patient(let patient)): patient.name.compactMap { $0.family?.value }
  default: []
  }
}

/// A patient of R4.
func patient(named family: String) -> R4.Patient {
  R4.Patient { $0.name = [R4.HumanName { $0.family = R4.Primitive(family) }] }
}
// end

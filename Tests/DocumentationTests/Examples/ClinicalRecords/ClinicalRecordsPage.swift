import ClinicalRecords
import Foundation

// begin
func labResults(in folder: URL) throws -> [ClinicalRecord] {
  let reader = ClinicalRecordReader()
  var results: [ClinicalRecord] = []
  let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
  for file in files.sorted(by: { $0.path < $1.path }) where file.pathExtension == "json" {
    let bytes = Array(try Data(contentsOf: file))
    let reading = reader.read(bytes, origin: RecordOrigin(source: "City Clinic"))
    results += reading.records(ofType: .labResultRecord)
    for problem in reading.problems {
      print("\(file.lastPathComponent): no record at byte \(problem.byteOffset)")
    }
  }
  return results
}
// end

// begin
func explain(_ record: ClinicalRecord) -> String {
  let classification = record.classification
  if let reason = classification.reason { return "\(record.displayName): no clinical type, \(reason.rawValue)" }
  let type = classification.clinicalType?.displayName ?? ""
  return "\(record.displayName): \(type)\(classification.isInferred ? ", inferred from its LOINC code" : "")"
}
// end

// begin
func table(of records: [ClinicalRecord]) -> [String] {
  records.records(ofType: .labResultRecord).compactMap(\.facts).map { facts in
    let quantity = facts.measurement?.quantity
    let columns = [facts.start, facts.code?.name, quantity?.number?.text, quantity?.unit]
    return columns.map { $0 ?? "" }.joined(separator: "\t")
  }
}
// end

// begin
func orders(among records: [ClinicalRecord]) -> [String] {
  let medications = records.compactMap(MedicationRecord.init)
  return medications.records(withFHIRResourceType: .medicationOrder).map { order in
    "\(order.name ?? "unnamed"): \(order.dosageTexts.joined(separator: "; "))"
  }
}
// end

import ClinicalRecords
import FHIRSchema

struct VersionExample {
  // begin
  let release = FHIRVersion("1.0.2")?.release  // FHIRRelease.dstu2
  let isPrimary = FHIRVersion("4.0.1") == .primaryR4  // true
  let noVersion = FHIRVersion("R4")  // nil
  // end
}

func classify(_ bytes: [UInt8]) {
  // begin
  let classification = Classifier().classify(bytes)
  print(classification.clinicalType?.displayName ?? "no clinical type", classification.basis)
  // end
}

func list(_ bytes: [UInt8]) {
  // begin
  let reading = ClinicalRecordReader().read(bytes, origin: RecordOrigin(source: "City Clinic"))
  for record in reading.records { print(record.clinicalType?.displayName ?? "", record.displayName) }
  for problem in reading.problems { print(problem.byteOffset, problem.kind) }
  // end
}

func listOrders(_ reading: ClinicalRecordReader.Reading) {
  // begin
  let medications = reading.records.compactMap(MedicationRecord.init)
  for order in medications.records(withFHIRResourceType: .medicationOrder) {
    print(order.name ?? "unnamed", order.status ?? "")
  }
  // end
}

func findDuplicates(_ record: [UInt8], _ release: FHIRRelease) throws {
  // begin
  let index = RecordIndex()
  index.insert(record, of: release, at: RecordLocation(file: 0, offset: 0), source: "St. Anna")
  try index.findings { print($0.problem, $0.record) }
  // end
}

func printResults(_ reading: ClinicalRecordReader.Reading) {
  // begin
  for record in reading.records(ofType: .labResultRecord) {
    guard let facts = record.facts, let quantity = facts.measurement?.quantity else { continue }
    print(facts.code?.name ?? "", quantity.number?.text ?? "", quantity.unit ?? "", facts.start ?? "")
  }
  // end
}

// begin
import FHIRDSTU2
import FHIRToolkit

/// A line for each lab result in the JSON files of a folder, such as `Hemoglobin: 13.2 g/dL`.
func labValues(in folder: URL) throws -> [String] {
  let reader = ClinicalRecordReader()
  var lines: [String] = []
  let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
  for file in files.sorted(by: { $0.path < $1.path }) where file.pathExtension == "json" {
    let reading = reader.read(Array(try Data(contentsOf: file)))
    for record in reading.records(ofType: .labResultRecord) {
      let observation = record.lenientModel(Observation.self).value
      guard case .quantity(let quantity)? = observation?.value, let value = quantity.value?.value else { continue }
      lines.append("\(record.displayName): \(value.text) \(quantity.unit?.value ?? "")")
    }
  }
  return lines
}
// end

func strictly(_ record: ClinicalRecord) throws -> [FHIRFault] {
  // begin
  let condition = try record.model(Condition.self)  // or the first fault is thrown
  let result = record.lenientModel(AnyResource.self)  // any resource, and all faults
  // end
  print(condition)
  return result.faults
}

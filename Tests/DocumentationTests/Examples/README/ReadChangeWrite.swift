// begin
import FHIRToolkit

/// Amends a laboratory value, and gives it back with every digit, extension and unknown member as it was.
func amended(_ json: Data) throws -> Data {
  var observation = try FHIRDecoder().decode(R4.Observation.self, from: json)
  let quantity = observation.value?.quantity
  print(quantity?.value?.value ?? "no value", quantity?.unit?.value ?? "", observation.effective?.date ?? .distantPast)
  observation.status = .amended
  return FHIREncoder().encode(observation)
}

/// The lab results in a folder of records or an Apple Health export, of all releases.
func labRecords(below folder: URL) throws -> [ClinicalRecord] {
  try RecordFiles(FolderTree(folder)).records().records(ofType: .labResultRecord)
}
// end

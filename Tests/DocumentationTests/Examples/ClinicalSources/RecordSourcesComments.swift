import ClinicalRecords
import FHIRFindings
import FHIRValidation
import HealthRecordStore
import FHIRTape
import ClinicalSources

func readExports() throws {
  // begin
  let tree = try FolderTree(path: "apple_health_export")
  for export in try AppleHealthExport.all(in: tree) {
    for file in 0..<tree.count { print(tree.path(of: file), export.stub(of: file)?.sourceName ?? "-") }
  }
  // end
}

func readRecords() throws {
  // begin
  let files = try RecordFiles(FolderTree(path: "apple_health_export"))
  try files.forEachRecord { item in
    print(item.path, item.record.source ?? "-", item.record.receivedDate?.text ?? "-", item.record.displayName)
  }
  // end
}

func fill(_ store: HealthStore, from files: RecordFiles<FolderTree>) async throws {
  // begin
  for file in try files.numbers() {
    try await store.load(files.tree.open(file), origin: files.origin(of: file))
  }
  // end
}

func readGzip(_ findings: inout [Finding]) throws -> ValidationTally {
  // begin
  let source = GzipSource(ByteRange(try FileBytes(path: "patients.ndjson.gz")))
  let tally = try Validator().validate(from: source) { findings += $0 }
  // end
  return tally
}

func readZip(_ findings: inout [Finding]) throws -> Int {
  var records = 0
  // begin
  let archive = try ZipArchive(FileBytes(path: "export.zip"))
  for file in 0..<archive.count {
    print(archive.path(of: file))
    let tally = try Validator().validate(from: archive.open(file)) { findings += $0 }
    records += tally.records
  }
  archive.findings { print($0.rule, $0.message) }
  // end
  return records
}

// begin
import ClinicalRecords
import ClinicalSources

/// The records of an Apple Health export, a line each with the institution that they come from.
func printRecords(ofExportIn folder: String) throws {
  let files = try RecordFiles(FolderTree(path: folder))
  try files.forEachRecord { item in
    print(item.record.source ?? "unknown source", item.record.displayName, "\(item.path):\(item.line)")
  }
}
// end

import ClinicalRecords
import ClinicalSources

func printRecords(of files: RecordFiles<FolderTree>) throws {
  // begin
  let cursor = try files.cursor()
  while let item = try cursor.next() { print(item.path, item.line, item.record.displayName) }
  // end
}

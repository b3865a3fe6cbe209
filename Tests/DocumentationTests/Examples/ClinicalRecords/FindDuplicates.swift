import ClinicalRecords
import ClinicalSources

// begin
/// What two exports have in common, a line for each record that is in them more than once.
func overlap(_ march: String, _ april: String) throws -> [String] {
  let exports = try [march, april].map { try RecordFiles(FolderTree(path: $0)) }
  let found = try exports.flatMap { try $0.records() }.duplicates()
  return found.groups.map { "\($0.relation): \($0.records.count) of \($0.records[0].displayName)" }
}
// end

// begin
/// The files of an archive in which something contradicts a record before it.
func contradictions(inArchive path: String) throws -> [String] {
  let files = try RecordFiles(ZipArchive(FileBytes(path: path)))
  return try files.duplicates(budget: 64 << 20).conflicts.flatMap(\.records).map(\.path)
}
// end

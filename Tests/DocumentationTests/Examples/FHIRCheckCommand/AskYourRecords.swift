// begin
import ClinicalRecords
import ClinicalSources

/// The last haemoglobin of each source.
func lastHaemoglobin(in folder: String) throws -> [String: RecordFacts] {
  var last: [String: RecordFacts] = [:]
  try RecordFiles(FolderTree(path: folder)).forEachRecord { item in
    guard let facts = item.record.facts, facts.measurement?.quantity != nil,
      facts.code?.codings.contains(where: { $0.system == "http://loinc.org" && $0.code == "718-7" }) == true
    else { return }
    let source = item.record.source ?? ""
    if last[source].map({ ($0.start ?? "") < (facts.start ?? "") }) ?? true { last[source] = facts }
  }
  return last
}
// end

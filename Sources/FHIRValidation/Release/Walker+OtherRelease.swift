import FHIRSchema
import FHIRView
import JSONTape
import Texts

/// Records of another release: counted, shown to whoever compares them, and not judged.
extension Walker {
  /// Whether somebody has said that all records are of another release.
  var isOfOtherRelease: Bool { given.map { $0 != release } ?? false }

  /// Counts the records of a value of which somebody has said so.
  mutating func leaveValueUnjudged() {
    switch place.role {
    case .document, .element, .line: leaveUnjudged(0, entry: -1)
    case .entry: leaveEntryUnjudged(0)
    // Its entries have come before, and it is no record without them.
    case .envelope: break
    }
  }

  private mutating func leaveEntryUnjudged(_ entry: Int) {
    guard tape.tag(entry) == .object else {
      findings.countNotJudged(.notAnObject)
      return reportNotAnObject(entry)
    }
    // An entry may hold a request or a response only.
    if let resource = tape.member("resource", of: entry) { leaveUnjudged(resource, entry: entry) }
  }

  private mutating func leaveUnjudged(_ index: Int, entry: Int) {
    guard tape.tag(index) == .object else {
      findings.countNotJudged(.notAnObject)
      return reportNotAnObject(index)
    }
    record = index
    guard let type = ResourceView(tape, index).typeIndex, tape.tag(type) == .string || tape.tag(type) == .escapedString
    else {
      findings.countNotJudged(.missingResourceType)
      return reportMissingResourceType(index)
    }
    let name = tape.string(type)
    path.root = .foreign(name.clipped)
    if name.byBytes == "Bundle", let entries = tape.member("entry", of: index), tape.tag(entries) == .array {
      var item = entries + 2
      while item < tape.next(entries) {
        leaveEntryUnjudged(item)
        item = tape.next(item)
      }
    } else {
      leaveUnjudged(index, type: type, entry: entry, ReleaseEvidence(given: given ?? .unknown))
    }
  }

  /// Counts the resource as one of another release, and says so; its members are not judged.
  mutating func leaveUnjudged(_ index: Int, type: Int, entry: Int, _ evidence: ReleaseEvidence) {
    findings.countRecord(ofOtherRelease: evidence.release, type: tape.string(type).clipped)
    if listsRecords { records.append(WalkedRecord(index: index, entry: entry, release: evidence.release)) }
    reportOtherRelease(type, evidence)
  }
}

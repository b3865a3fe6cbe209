import FHIRSchema
import FHIRView
import FHIRTape
import FHIRText

/// Records of a release that there are no definitions of: counted, shown to whoever compares them, and not judged.
extension Walker {
  /// Counts the resource at `index`, or the records that it holds where it is a Bundle, and says so of each; their
  /// members are not judged.
  ///
  /// - Parameters:
  ///   - entry: the tape index of the entry that holds it, -1 where none does.
  ///   - target: where it stands, from the current element.
  mutating func leaveUnjudged(_ index: Int, entry: Int, _ found: RecognisedRelease, at target: FindingPath) {
    guard let type = ResourceView(tape, index).typeIndex else { return }
    let name = tape.string(type).clipped
    if path.root.isNameless { path.root = .foreign(name) }
    record = index
    if name == "Bundle", let entries = tape.member("entry", of: index), tape.tag(entries) == .array {
      var around = path.text(findings.tables)
      if case .child(let member) = target { around += ".\(member)" }
      var (item, number) = (entries + 2, 0)
      while item < tape.next(entries) {
        leaveEntryUnjudged(item, "\(around).entry[\(number)]", found)
        item = tape.next(item)
        number += 1
      }
      return
    }
    let release = releases.release(found.number)
    findings.countRecord(ofOtherRelease: release, type: name, found)
    if listsRecords { records.append(WalkedRecord(index: index, typeIndex: type, entry: entry, release: found.number)) }
    reportOtherRelease(type, found, at: target)
  }

  /// Looks at an entry of a Bundle that is not judged: its record may be of a release of its own.
  ///
  /// - Parameter around: where the entry stands, as text: there are no rows for it.
  mutating func leaveEntryUnjudged(_ entry: Int, _ around: String, _ found: RecognisedRelease) {
    let (root, steps) = (path.root, Array(path.steps))
    let (outer, outerRelease) = ((context.bundle, bundle, record), release)
    // Nothing refers to anything in a Bundle that is not judged.
    bundle = BundleState(outer.1.limits)
    if found.reason != .assumed { context.bundle = found.number }
    path.restore(.foreign(around), [])
    if tape.tag(entry) == .object {
      // An entry may hold a request or a response only.
      if let resource = tape.member("resource", of: entry) {
        path.root = .foreign(around + ".resource")
        if tape.tag(resource) == .object {
          walkResource(resource, entry: entry)
        } else {
          findings.countNotJudged(.notAnObject)
          reportNotAnObject(resource)
        }
      }
    } else {
      findings.countNotJudged(.notAnObject)
      reportNotAnObject(entry)
    }
    path.restore(root, steps)
    if !steps.isEmpty { use(outerRelease) }
    (context.bundle, bundle, record) = outer
  }
}

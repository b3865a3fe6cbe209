import FHIRSchema
import FHIRTape

/// Records of a release without definitions: counted, and passed on to compare them, but not judged.
extension Walker {
  /// Counts the resource at `index`, or the records in a Bundle, and reports each as not judged.
  mutating func leaveUnjudged(_ index: TapeIndex, entry: TapeIndex, _ found: RecognisedRelease, at target: FindingPath)
  {
    guard let type = cursor.tape.resourceTypeIndex(of: index) else { return }
    if let firstPlace { use(firstPlace) }
    // It is of a release that is not judged.
    cursor.known = RecordCursor.ResourceType()
    let name = cursor.tape.string(type).clipped
    if cursor.path.root.isNameless { cursor.path.root = .foreign(name) }
    cursor.record = index
    if releases.bundles.contains(type, of: cursor.tape), let entries = cursor.tape.member("entry", of: index),
      cursor.tape.tag(entries) == .array
    {
      var around = cursor.path.text(cursor.findings.tables)
      if case .child(let member) = target { around += ".\(member)" }
      let outer = recognition.context.bundle
      recognition.context.enter(found, judged: releases.recogniser.judged)
      for (number, item) in cursor.tape.items(of: entries).enumerated() {
        leaveEntryUnjudged(item, "\(around).entry[\(number)]")
      }
      recognition.context.bundle = outer
      return
    }
    let release = releases.release(found.number)
    cursor.counts.countRecord(ofOtherRelease: release, type: name, found)
    keepRecord(index, type: type, entry: entry, found)
    reportOtherRelease(type, found, at: target)
  }

  /// Handles an entry of a Bundle that is not judged: its record may be of another release. Its path is a text.
  mutating func leaveEntryUnjudged(_ entry: TapeIndex, _ around: String) {
    let (root, steps) = (cursor.path.root, Array(cursor.path.steps))
    let (outer, outerRelease) = ((references.bundle, cursor.record), cursor.release.number)
    // References in a Bundle that is not judged are not resolved.
    references.bundle = BundleState(outer.0.addresses.limits)
    cursor.path.restore(.foreign(around), [])
    let isObject = cursor.tape.tag(entry) == .object
    if isObject { cursor.path.root = .foreign(around + ".resource") }
    // An entry may hold only a request or a response.
    if let value = isObject ? cursor.tape.member("resource", of: entry) : entry {
      if cursor.tape.tag(value) == .object {
        walkResource(value, entry: entry)
      } else {
        cursor.counts.countNotJudged(.notAnObject)
        cursor.reportNotAnObject(value)
      }
    }
    cursor.path.restore(root, steps)
    if !steps.isEmpty { use(outerRelease) }
    (references.bundle, cursor.record) = outer
  }
}

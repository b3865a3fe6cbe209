import FHIRSchema
import FHIRTape

/// Switches between the releases that the walk judges by; a switch is possible between records.
extension Walker {
  /// Switches to a release, by its place among the definitions.
  mutating func use(_ place: Int) {
    firstPlace = nil
    if place != cursor.release.number { change(to: place) }
  }

  @inline(never) private mutating func change(to place: Int) {
    let count = loaded.all.count
    let release = loaded.release(place)
    if loaded.all.count > count { cursor.findings.tables.add(release.definitions.schema, as: place) }
    cursor.use(ReleaseInUse(release.definitions, number: place, options.rules))
    structure.use(release.memory)
    terminology.use(release.memory)
    repeated.use(release.memory)
  }

  /// The release of the resource at `index`, decided once, with its members in the same pass unless they are known.
  mutating func recognise(_ index: TapeIndex, _ members: inout ResourceMembers) -> RecognisedRelease {
    if recognition.last.resource == index { return recognition.last.found }
    let found: RecognisedRelease
    if case .envelope = cursor.place.role, index == .root,
      references.bundle.entries > 0 || recognition.context.bundle != nil
    {
      found = releaseAround
    } else if let given = recognition.given {
      found = given
    } else {
      found = releases.recogniser.recognise(cursor.tape, index, &members, in: &recognition.context)
    }
    recognition.last = (index, found)
    return found
  }

  var releaseAround: RecognisedRelease { recognition.given ?? recognition.context.nearest ?? releases.assumed }

  /// The release of a resource in an entry, if that release has no definitions; `nil` if the resource is judged, or
  /// names no type. Its members are found here unless they are known.
  mutating func unjudgedRelease(of resource: TapeIndex, _ members: inout ResourceMembers) -> RecognisedRelease? {
    if !members.type.exists { members = ResourceMembers(cursor.tape, resource, findsShape: true) }
    guard recognition.given == nil, members.type.exists, cursor.isText(members.type) else { return nil }
    let found = recognise(resource, &members)
    return releases.place(of: found.number) == nil ? found : nil
  }

  // MARK: - Records of a release without definitions

  /// Counts the resource at `index`, or the records in a Bundle, and reports each as not judged.
  mutating func leaveUnjudged(_ index: TapeIndex, entry: TapeIndex, _ found: RecognisedRelease, at target: FindingPath)
  {
    guard let type = cursor.tape.resourceTypeIndex(of: index) else { return }
    if let firstPlace { use(firstPlace) }
    // It is of a release that is not judged, whatever is around it.
    cursor.known = RecordCursor.ResourceType()
    let isOuterJudged = cursor.isJudged
    cursor.isJudged = false
    defer { cursor.isJudged = isOuterJudged }
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

/// The evidence that exists before a record is examined, and the last decision.
struct ReleaseRecognition {
  let given: RecognisedRelease?
  /// The releases that the surroundings of the current record show.
  var context: ReleaseContext
  /// The release of a whole document that nobody gave.
  var ofDocument: RecognisedRelease?
  /// The resource whose release was decided last, `.none` if there is none.
  var last: (resource: TapeIndex, found: RecognisedRelease)
}

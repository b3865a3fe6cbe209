import FHIRTape

/// Switches between the releases that the walk judges by; a switch is possible between records.
extension Walker {
  /// Switches to a release, by its place among the definitions.
  mutating func use(_ place: Int) {
    firstPlace = nil
    if place != cursor.release.number { change(to: place) }
  }

  @inline(never)
  private mutating func change(to place: Int) {
    let count = loaded.all.count
    let release = loaded.release(place)
    if loaded.all.count > count { cursor.findings.add(release.definitions.schema, as: place) }
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

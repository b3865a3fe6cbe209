import FHIRRecognition
import FHIRSchema
import FHIRView
import FHIRTape

/// Switches between the releases that the walk judges by; a switch is possible between records.
extension Walker {
  /// Switches to a release.
  ///
  /// - Parameter place: its place among the definitions.
  mutating func use(_ place: Int) {
    if place != cursor.release.number { change(to: place) }
  }

  @inline(never)
  private mutating func change(to place: Int) {
    let isNew = !loaded.has(place)
    let release = loaded.release(place)
    if isNew { cursor.findings.add(release.definitions.schema, as: place) }
    cursor.use(ReleaseInUse(release.definitions, number: place, options.rules))
    terminology.use(release.memory)
    repeated.use(release.memory)
  }

  // MARK: - Recognising

  /// The release of the resource at `index`, decided once.
  ///
  /// - Parameter typeIndex: the tape index of its type.
  mutating func recognise(_ index: TapeIndex, typeIndex: TapeIndex) -> RecognisedRelease {
    if recognition.last.resource == index { return recognition.last.found }
    let found: RecognisedRelease
    if case .envelope = cursor.place.role, index == .root,
      references.bundle.entries > 0 || recognition.context.bundle != nil
    {
      found = releaseAround
    } else if let given = recognition.given {
      found = given
    } else if let recogniser = releases.recogniser {
      if case .document = cursor.place.role, index == .root {
        recognition.context.isAlone = true
      } else {
        recognition.context.isAlone = false
      }
      found =
        recogniser.isBundle(typeIndex, cursor.tape)
        ? recogniser.bundle(cursor.tape, index, typeIndex: typeIndex, in: recognition.context)
        : recogniser.recognise(cursor.tape, index, typeIndex: typeIndex, in: recognition.context)
    } else {
      found = releases.assumed
    }
    recognition.last = (index, found)
    return found
  }

  /// The release of a record that shows none.
  var releaseAround: RecognisedRelease { recognition.given ?? recognition.context.nearest ?? releases.assumed }

  /// The release of a resource in an entry, if that release has no definitions; `nil` if the resource is judged, or
  /// names no type.
  ///
  /// - Parameter members: the resource's members for its type and identity, found in the same pass unless they are
  ///   known.
  mutating func unjudgedRelease(of resource: TapeIndex, _ members: inout ResourceMembers) -> RecognisedRelease? {
    if recognition.last.resource == resource, members.type.exists {
      return releases.place(of: recognition.last.found.number) == nil ? recognition.last.found : nil
    }
    // The caller has given one release for everything, or the release is decided already.
    guard recognition.given == nil, let recogniser = releases.recogniser, recognition.last.resource != resource else {
      members = ResourceMembers(cursor.tape, resource)
      guard recognition.given == nil, members.type.exists, cursor.isText(members.type) else { return nil }
      let found = recognise(resource, typeIndex: members.type)
      return releases.place(of: found.number) == nil ? found : nil
    }
    let found = recogniser.recognise(cursor.tape, resource, &members, in: &recognition.context)
    guard members.type.exists, cursor.isText(members.type) else { return nil }
    recognition.last = (resource, found)
    return releases.place(of: found.number) == nil ? found : nil
  }
}

/// The evidence that exists before a record is examined, and the last decision.
struct ReleaseRecognition {
  /// The release of all records, if the caller has given it.
  let given: RecognisedRelease?
  /// The releases that the surroundings of the current record show.
  var context: ReleaseContext
  /// The resource whose release was decided last, `.none` if there is none.
  var last: (resource: TapeIndex, found: RecognisedRelease)
}

import FHIRSchema
import FHIRView
import FHIRTape

/// The releases that the walk judges by: one at a time, which changes between records.
extension Walker {
  /// The definitions of a release, and the memory of what was found good by them.
  struct LoadedRelease {
    let definitions: Definitions
    let memory: WalkerMemory
  }

  /// Judges by a release from here on.
  ///
  /// - Parameter place: its place among the definitions.
  mutating func use(_ place: Int) {
    if place != release { change(to: place) }
  }

  @inline(never)
  private mutating func change(to place: Int) {
    let new = loaded[place] ?? load(place)
    release = place
    take(new.definitions)
    take(new.memory)
    path.base = ReleaseRow.base(of: place)
    // What is kept for the next record under numbers of rows.
    known.resource = -1
    missingSentences = MissingSentences()
    misspeltSystem = (0, "")
  }

  private mutating func load(_ place: Int) -> LoadedRelease {
    let new = LoadedRelease(definitions: releases.definitions[place], memory: memories[place].take())
    loaded[place] = new
    findings.add(new.definitions.schema, as: place)
    return new
  }

  /// Judges by other definitions.
  private mutating func take(_ definitions: Definitions) {
    schema = definitions.schema
    rows = schema.rows
    roles = definitions.roles
    invariants = definitions.invariants
    gates = invariants.gates
    forms = invariants.forms
  }

  /// Recognises what was found good by other definitions; the keys and choices are nobody's between two values.
  private mutating func take(_ memory: WalkerMemory) {
    goodSystems = memory.goodSystems
    goodUnits = memory.goodUnits
    goodCodes = memory.goodCodes
    goodValues = memory.goodValues
    goodReferences = memory.goodReferences
  }

  // MARK: - Recognising

  /// The release of the resource at `index`, decided once.
  ///
  /// - Parameter typeIndex: the tape index of what it says of its type.
  mutating func recognise(_ index: Int, typeIndex: Int) -> RecognisedRelease {
    if recognised.resource == index { return recognised.found }
    let found: RecognisedRelease
    if case .envelope = place.role, index == 0, bundle.entries > 0 || context.bundle != nil {
      found = releaseAround
    } else if let given {
      found = given
    } else if let recogniser = releases.recogniser {
      found =
        ReleaseRecogniser.isBundle(typeIndex, tape)
        ? recogniser.bundle(tape, index, typeIndex: typeIndex, in: context)
        : recogniser.recognise(tape, index, typeIndex: typeIndex, in: context)
    } else {
      found = releases.assumed
    }
    recognised = (index, found)
    return found
  }

  /// The release of a record that shows none.
  var releaseAround: RecognisedRelease { given ?? context.nearest ?? releases.assumed }

  /// The release of a resource in an entry, where there are no definitions of it; `nil` where it is judged, or names no
  /// type.
  ///
  /// - Parameter members: what the resource says of itself, which is found on the way.
  mutating func unjudgedRelease(of resource: Int, _ members: inout ResourceMembers) -> RecognisedRelease? {
    // Everything is judged by what somebody has said, or nothing.
    guard given == nil, let recogniser = releases.recogniser, recognised.resource != resource else {
      members = ResourceMembers(tape, resource)
      guard given == nil, members.type >= 0, isText(members.type) else { return nil }
      let found = recognise(resource, typeIndex: members.type)
      return releases.place(of: found.number) == nil ? found : nil
    }
    let found = recogniser.recognise(tape, resource, &members, in: &context)
    guard members.type >= 0, isText(members.type) else { return nil }
    recognised = (resource, found)
    return releases.place(of: found.number) == nil ? found : nil
  }
}

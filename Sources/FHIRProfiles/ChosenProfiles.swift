import FHIRSchema
import FHIRTape

/// The profiles that apply to records of a type, whatever the records claim: those that the caller has named, and those
/// that a guide has for the type.
struct ChosenProfiles {
  /// A profile, and the records of its type that it applies to.
  struct Choice {
    let profile: Profile
    let map: GuideMap?
  }

  private var named: [Int: [Choice]] = [:]
  /// The choices for types that have occurred.
  private var known: [Int: [Choice]] = [:]
  private let profiles: ReleaseProfiles

  init(_ profiles: ReleaseProfiles) {
    self.profiles = profiles
    for profile in profiles.chosen.compactMap(profiles.profile) {
      named[profile.type, default: []].append(Choice(profile: profile, map: nil))
    }
  }

  /// The profiles for records of a type; a guide's profiles are compiled with the first record of the type.
  mutating func choices(forType type: Int) -> [Choice] {
    if let choices = known[type] { return choices }
    let name = profiles.schema.typeNames[type]
    let mapped = profiles.maps.filter { $0.type == name }.compactMap { map in
      profiles.profile(map.profile).map { Choice(profile: $0, map: map) }
    }
    let choices = named[type, default: []] + mapped
    known[type] = choices
    return choices
  }
}

extension GuideMap {
  /// Whether the profile applies to a record.
  func includes(_ resource: Int, _ tape: Tape) -> Bool {
    guard let element else { return true }
    guard let value = tape.value(element, of: resource) else { return false }
    var concepts = ArrayCursor(tape, value)
    while concepts.item >= 0 {
      if hasCode(in: concepts.item, tape) { return true }
      concepts.advance(tape)
    }
    return false
  }

  private func hasCode(in concept: Int, _ tape: Tape) -> Bool {
    guard tape.tag(concept) == .object, let list = tape.member("coding", of: concept) else { return false }
    var codings = ArrayCursor(tape, list)
    while codings.item >= 0 {
      defer { codings.advance(tape) }
      guard tape.tag(codings.item) == .object, let system = tape.member("system", of: codings.item),
        let code = tape.member("code", of: codings.item)
      else { continue }
      let isOne = codes.contains { tape.string(code, isText: $0.code) && tape.string(system, isText: $0.system) }
      if isOne { return true }
    }
    return false
  }
}

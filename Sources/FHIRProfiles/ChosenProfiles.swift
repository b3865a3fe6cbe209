import FHIRSchema
import FHIRTape

/// The profiles that apply to records of a type, whatever the records claim: those that the caller chose, and those
/// that a guide has for the type.
struct ChosenProfiles {
  /// A profile, and the records of its type to which it applies.
  final class Choice {
    let profile: Profile
    let map: GuideMap?

    init(_ profile: Profile, _ map: GuideMap?) { (self.profile, self.map) = (profile, map) }
  }

  /// What is chosen for the records of a type.
  struct Choices {
    var profiles: [Choice] = []
    /// What was also chosen for them but is not judged, by the names for reports.
    var missing: [String] = []
  }

  private var named: [Int: Choices] = [:]
  /// What is chosen for each type; `nil` for a type that did not occur yet.
  private var known: [Choices?]
  private let profiles: ReleaseProfiles

  init(_ profiles: ReleaseProfiles) {
    self.profiles = profiles
    known = Array(repeating: nil, count: profiles.bases.count)
    for url in profiles.chosen {
      if let profile = profiles.profile(url) {
        named[profile.type, default: Choices()].profiles.append(Choice(profile, nil))
      } else if profiles.coreType(url) == nil {
        let missing = profiles.missing(url)
        if let type = missing.type { named[type, default: Choices()].missing.append(missing.name) }
      }
    }
  }

  /// The profiles for records of a type; a guide's profiles are compiled with the first record of the type.
  mutating func choices(forType type: Int) -> Choices {
    if let choices = known[type] { return choices }
    let name = profiles.schema.typeNames[type]
    var choices = Choices()
    for map in profiles.maps where map.type == name {
      if let profile = profiles.profile(map.profile) {
        choices.profiles.append(Choice(profile, map))
      } else {
        choices.missing.append("profile \(map.profile)")
      }
    }
    for guide in profiles.otherGuides where guide.maps.contains(where: { $0.type == name }) {
      choices.missing.append("guide \(guide.name) of another release")
    }
    var row = type
    // A profile of all resources applies to each type.
    while row >= 0 {
      let own = named[row, default: Choices()]
      choices = Choices(profiles: own.profiles + choices.profiles, missing: own.missing + choices.missing)
      row = profiles.bases[row]
    }
    known[type] = choices
    return choices
  }
}

extension ReleaseProfiles {
  /// A chosen profile that cannot be judged: the name under which reports show it, and the type of the records that it
  /// is for, which is every resource if it is unknown; `nil` if the release does not have the type.
  fileprivate func missing(_ url: String) -> (name: String, type: Int?) {
    guard let facts = library.structures(url).first else { return ("profile \(url)", roles.resource) }
    let isOther = fault(url) == nil
    return ("profile \(url)" + (isOther ? " of another release" : ""), schema.type(named: facts.type))
  }
}

extension ProfileJudge {
  /// Whether a choice applies to a record.
  mutating func isChosen(_ choice: ChosenProfiles.Choice, _ resource: Int) -> Bool {
    guard let map = choice.map, let element = map.element else { return true }
    guard let value = tape.value(element, of: resource) else { return false }
    return remembered(value, ObjectIdentifier(map)) { judge in map.includes(value, judge.tape) ? 1 : 0 } == 1
  }

  /// The answer to a question about a value; looks up repeated questions in a memo.
  mutating func remembered(
    _ value: Int, _ asker: ObjectIdentifier, _ answer: (inout ProfileJudge) -> UInt64
  ) -> UInt64 {
    let range = tape.range(value)
    guard let key = AnswerMemo.Key(UInt(bitPattern: asker), tape.bytes + range.lowerBound, range.count) else {
      return answer(&self)
    }
    if let known = answers.answer(key) { return known }
    let new = answer(&self)
    if !work.isExhausted { answers.keep(new, for: key) }
    return new
  }
}

extension GuideMap {
  /// Whether a concept, or one of several, has one of the codes.
  func includes(_ value: Int, _ tape: Tape) -> Bool {
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

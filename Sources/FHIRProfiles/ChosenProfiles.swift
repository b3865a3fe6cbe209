import FHIRSchema
import FHIRTape

/// The profiles that apply to records of a type, whatever the records claim: those that the caller chose, and those
/// that a guide has for the type. Profiles are named by their numbers in a ``ProfileTally``.
struct ChosenProfiles {
  /// Those that a version of a guide has for the type, or that were chosen by their urls.
  ///
  /// Only one judge uses it, so exclusive access need not be checked for each record.
  final class OfGuide {
    /// The number of the guide's package, -1 for none.
    let package: Int
    /// Those for all records.
    @exclusivity(unchecked) fileprivate(set) var always: [Int] = []
    /// More of these, which are compiled with the first record that is judged by this version of the guide.
    @exclusivity(unchecked) fileprivate var later: [CodedChoice.Choice] = []
    @exclusivity(unchecked) var byCode: [CodedChoice] = []
    /// What was also chosen for them but is not judged.
    @exclusivity(unchecked) var missing: [Gap] = []

    init(package: Int) { self.package = package }

    fileprivate var isEmpty: Bool { always.isEmpty && later.isEmpty && byCode.isEmpty && missing.isEmpty }
  }

  private var named: [TypeID: [Profile]] = [:]
  /// The names for reports of what was also chosen for a type but is not judged.
  private var missing: [TypeID: [String]] = [:]
  /// Those of each type, `nil` for one that was not met yet.
  private var known: [[OfGuide]?]
  private let profiles: ReleaseProfiles
  /// Whether all profiles of guides are built in. These are complete, so that one is compiled with the first record that
  /// it is for, and not with the first one of the type.
  private let areBuiltIn: Bool

  init(_ profiles: ReleaseProfiles) {
    self.profiles = profiles
    areBuiltIn = profiles.library.ownStructures.isEmpty
    known = Array(repeating: nil, count: profiles.bases.count)
    for url in profiles.chosen {
      if let profile = profiles.profile(url) {
        named[profile.type, default: []].append(profile)
      } else if profiles.coreType(Canonical(url)) == nil {
        let other = profiles.missing(url)
        if let type = other.type { missing[type, default: []].append(other.name) }
      }
    }
  }

  /// The profiles for records of a type: first those that the caller chose by their urls, last those of the release
  /// itself; a fault that several of them find is that of the first.
  mutating func ofType(_ type: TypeID, _ tally: inout ProfileTally, _ names: GapNames) -> [OfGuide] {
    if let known = known[type] { return known }
    var found = [OfGuide(package: -1)]
    var row = type
    // A profile of all resources applies to each type.
    while row.exists {
      found[0].always = named[row, default: []].map { tally.number(of: $0) } + found[0].always
      found[0].missing += missing[row, default: []].map { names.gap(named: $0, .definition) }
      row = profiles.bases[row]
    }
    let name = profiles.schema.typeNames[type]
    for guide in profiles.guides where guide.maps.contains(where: { $0.type == name }) {
      let package = profiles.packages.lastIndex { $0.facts.isSame(guide.package) } ?? -1
      let own = OfGuide(package: package)
      for map in guide.maps where map.type == name {
        // The profiles of a package that was given are those of another version, as far as it has them.
        if !guide.isBuiltIn, profiles.profile(Canonical(map.profile, in: package))?.package != package { continue }
        add(map, to: own, &tally, names)
      }
      found.append(own)
    }
    let others = profiles.otherGuides.filter { $0.maps.contains { $0.type == name } }.map(\.name)
    for guide in Set(others).sorted() {
      // Which is no fault if there is one of the record's: several may be given for records of several releases.
      let kind: GapKind = profiles.guides.isEmpty ? .definition : .value
      found[0].missing.append(names.gap(named: "guide \(guide) of another release", kind))
    }
    let ofRelease = OfGuide(package: -1)
    for map in profiles.maps where map.type == name { add(map, to: ofRelease, &tally, names) }
    found.append(ofRelease)
    found.removeAll(where: \.isEmpty)
    known[type] = found
    return found
  }

  private func add(_ map: GuideMap, to guide: OfGuide, _ tally: inout ProfileTally, _ names: GapNames) {
    let choice = CodedChoice.Choice(map, package: guide.package)
    if !areBuiltIn, choice.number(profiles, &tally) == nil { return guide.missing.append(choice.gap(names)) }
    guide.add(choice)
  }
}

/// The profiles that a guide has for the codes of one element.
final class CodedChoice {
  let element: KeptText
  @exclusivity(unchecked) fileprivate(set) var choices: [Choice] = []
  /// A bit for each of them is an answer.
  static let most = 64

  init(_ element: KeptText) { self.element = element }

  /// A bit for each profile that is for records with this value.
  fileprivate func answer(_ value: TapeIndex, _ tape: Tape) -> UInt64 {
    var answer: UInt64 = 0
    for (place, choice) in choices.enumerated() where choice.map.includes(value, tape) { answer |= 1 << UInt64(place) }
    return answer
  }

  /// A profile, which is compiled when its number is asked for.
  final class Choice {
    let map: GuideMap
    private let package: Int
    @exclusivity(unchecked) private var number: Int?

    init(_ map: GuideMap, package: Int) { (self.map, self.package) = (map, package) }

    func number(_ profiles: ReleaseProfiles, _ tally: inout ProfileTally) -> Int? {
      if let number { return number }
      number = profiles.profile(Canonical(map.profile, in: package)).map { tally.number(of: $0) }
      return number
    }

    func gap(_ names: GapNames) -> Gap { names.gap(named: "profile \(map.profile)", .definition) }
  }
}

extension ChosenProfiles.OfGuide {
  fileprivate func compile(_ profiles: ReleaseProfiles, _ tally: inout ProfileTally) {
    always += later.compactMap { $0.number(profiles, &tally) }
    later = []
  }

  fileprivate func add(_ choice: CodedChoice.Choice) {
    guard let element = choice.map.element else { return later.append(choice) }
    let place = byCode.firstIndex { $0.element.string == element.string && $0.choices.count < CodedChoice.most }
    if place == nil { byCode.append(CodedChoice(element)) }
    byCode[place ?? byCode.count - 1].choices.append(choice)
  }
}

extension ReleaseProfiles {
  /// A chosen profile that cannot be judged: the name under which reports show it, and the type of the records that it
  /// is for, which is every resource if it is unknown; `nil` if the release does not have the type.
  fileprivate func missing(_ url: String) -> (name: String, type: TypeID?) {
    guard let facts = library.structures(url).first else { return ("profile \(url)", roles.resource) }
    let isOther = fault(url) == nil
    return ("profile \(url)" + (isOther ? " of another release" : ""), schema.type(named: facts.type))
  }
}

extension ProfileJudge {
  /// Passes the number of each profile that is chosen for a record to `body`, with the package of its guide, and counts
  /// what is chosen but not judged.
  mutating func forEachChoice(
    of resource: TapeIndex, type: TypeID, _ body: (inout ProfileJudge, _ number: Int, _ package: Int) -> Void
  ) {
    for guide in chosen.ofType(type, &counts, notChecked.names) where applies(guide) {
      for gap in guide.missing { notChecked.count(gap) }
      forEachNumber(in: guide, of: resource) { judge, number in body(&judge, number, guide.package) }
    }
  }

  /// Passes the number of each profile that is for a record to `body`.
  mutating func forEachNumber(
    in chosen: ChosenProfiles.OfGuide, of resource: TapeIndex, _ body: (inout ProfileJudge, _ number: Int) -> Void
  ) {
    if !chosen.later.isEmpty { chosen.compile(profiles, &counts) }
    // Most have one kind only, and an iterator costs for each record.
    if !chosen.always.isEmpty { for number in chosen.always { body(&self, number) } }
    if chosen.byCode.isEmpty { return }
    for choice in chosen.byCode {
      guard let value = tape.value(choice.element, of: resource) else { continue }
      var bits = remembered(tape.range(value), ObjectIdentifier(choice)) { judge in choice.answer(value, judge.tape) }
      while bits != 0 {
        let one = choice.choices[bits.trailingZeroBitCount]
        bits &= bits &- 1
        guard let number = one.number(profiles, &counts) else {
          notChecked.count(one.gap(notChecked.names))
          continue
        }
        body(&self, number)
      }
    }
  }

  /// The answer to a question about a value or its part; looks up repeated questions in a memo.
  mutating func remembered(
    _ range: Range<Int>, _ asker: ObjectIdentifier, _ answer: (inout ProfileJudge) -> UInt64
  ) -> UInt64 {
    guard let key = AnswerMemo.Key(UInt(bitPattern: asker), tape.bytes + range.lowerBound, range.count) else {
      return answer(&self)
    }
    if let known = answers.answer(key, &work.left) { return known }
    let left = work.left
    let new = answer(&self)
    if !work.isExhausted { answers.keep(new, spent: left - work.left, for: key) }
    return new
  }
}

extension GuideMap {
  /// Whether a concept, or one of several, has one of the codes.
  func includes(_ value: TapeIndex, _ tape: Tape) -> Bool {
    tape.items(of: value).contains { hasCode(in: $0, tape) }
  }

  private func hasCode(in concept: TapeIndex, _ tape: Tape) -> Bool {
    guard tape.tag(concept) == .object, let list = tape.member("coding", of: concept) else { return false }
    return tape.items(of: list).contains { coding in
      guard let system = tape.member("system", of: coding), let code = tape.member("code", of: coding) else {
        return false
      }
      return codes.contains { tape.string(code, isText: $0.code) && tape.string(system, isText: $0.system) }
    }
  }
}

import FHIRSchema
import FHIRTape

/// The profiles, by their numbers in a ``ProfileTally``, that the caller chose or a guide has for records of a type.
struct ChosenProfiles: ~Copyable {
  /// Those that a version of a guide has for the type, or that were chosen by their urls.
  struct OfGuide {
    /// The number of the guide's package, -1 for none.
    let package: Int
    /// Those for all records.
    fileprivate var always: [Int] = []
    /// More of these, which are compiled with the first record that is judged by this version of the guide.
    fileprivate var later: [CodedChoice.Choice] = []
    fileprivate var byCode: [CodedChoice] = []
    fileprivate(set) var missing: [Gap] = []
  }

  private var named: [TypeID: [Profile]] = [:]
  /// The names for reports of what was also chosen for a type but is not judged.
  private var missing: [TypeID: [String]] = [:]
  /// Those of each type, `nil` for one that was not met yet. Reading them counts no references: each record does.
  private var known: [UnsafeMutableBufferPointer<OfGuide>?]
  private let profiles: ReleaseProfiles
  /// Whether all profiles of guides are built in: these are complete, so that each is compiled when a record needs it.
  private let areBuiltIn: Bool

  init(_ profiles: ReleaseProfiles) {
    self.profiles = profiles
    areBuiltIn = profiles.library.ownStructures.isEmpty
    known = Array(repeating: nil, count: profiles.bases.count)
    for url in profiles.chosen {
      if let profile = profiles.profile(url) {
        named[profile.type, default: []].append(profile)
      } else if profiles.coreType(Canonical(url)) == nil {
        // What is unknown is for every resource.
        let facts = profiles.library.structures(url).first
        let type = facts.map { profiles.schema.type(named: $0.type) } ?? profiles.roles.resource
        let isOther = facts != nil && profiles.fault(url) == nil
        if let type { missing[type, default: []].append("profile \(url)" + (isOther ? " of another release" : "")) }
      }
    }
  }

  deinit { for guides in known { guides?.deinitialize().deallocate() } }

  /// The profiles for records of a type, in the order in which faults count: chosen ones, of guides, of the release.
  mutating func ofType(
    _ type: TypeID, _ tally: inout ProfileTally, _ names: GapNames
  ) -> UnsafeMutableBufferPointer<OfGuide> {
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
      var own = OfGuide(package: package)
      for map in guide.maps where map.type == name {
        // The profiles of a package that was given are those of another version, as far as it has them.
        if !guide.isBuiltIn, profiles.profile(Canonical(map.profile, in: package))?.package != package { continue }
        add(map, of: type, to: &own, &tally, names)
      }
      found.append(own)
    }
    let others = profiles.otherGuides.filter { $0.maps.contains { $0.type == name } }.map(\.name)
    for guide in Set(others).sorted() {
      // Which is no fault if there is one of the record's: several may be given for records of several releases.
      let kind: GapKind = profiles.guides.isEmpty ? .definition : .value
      found[0].missing.append(names.gap(named: "guide \(guide) of another release", kind))
    }
    var ofRelease = OfGuide(package: -1)
    for map in profiles.maps where map.type == name { add(map, of: type, to: &ofRelease, &tally, names) }
    found.append(ofRelease)
    found.removeAll { $0.always.isEmpty && $0.later.isEmpty && $0.byCode.isEmpty && $0.missing.isEmpty }
    let kept = UnsafeMutableBufferPointer<OfGuide>.allocate(capacity: found.count)
    _ = kept.initialize(from: found)
    known[type] = kept
    return kept
  }

  private func add(
    _ map: GuideMap, of type: TypeID, to guide: inout OfGuide, _ tally: inout ProfileTally, _ names: GapNames
  ) {
    var choice = CodedChoice.Choice(map: map, package: guide.package)
    if !areBuiltIn, choice.find(profiles, &tally) == nil { return guide.missing.append(choice.gap(names)) }
    guard let element = map.element else { return guide.later.append(choice) }
    guard let slot = profiles.schema.slot(of: type, named: element) else { return }
    let place = guide.byCode.firstIndex { $0.slot == slot && $0.choices.count < CodedChoice.most }
    if place == nil { guide.byCode.append(CodedChoice(slot: slot)) }
    guide.byCode[place ?? guide.byCode.count - 1].choices.append(choice)
  }
}

/// The profiles that a guide has for the codes of one element.
private struct CodedChoice {
  let slot: Int
  var choices: [Choice] = []
  /// What tells the question for a value of the element from all others.
  let question = Question()
  /// A bit for each of them is an answer.
  static let most = 64

  /// A bit for each profile that is for records with this value.
  func answer(_ value: TapeIndex, _ tape: Tape) -> UInt64 {
    choices.enumerated().reduce(0) { $1.element.map.includes(value, tape) ? $0 | 1 << UInt64($1.offset) : $0 }
  }

  /// A profile, which is compiled when it is looked for.
  struct Choice {
    let map: GuideMap
    let package: Int
    var number: Int?

    mutating func find(_ profiles: ReleaseProfiles, _ tally: inout ProfileTally) -> Int? {
      number = number ?? profiles.profile(Canonical(map.profile, in: package)).map { tally.number(of: $0) }
      return number
    }

    func gap(_ names: GapNames) -> Gap { names.gap(named: "profile \(map.profile)", .definition) }
  }
}

extension ProfileJudge {
  /// Passes the number of each profile that is for the current record to `body`.
  mutating func forEachNumber(
    in chosen: UnsafeMutablePointer<ChosenProfiles.OfGuide>, _ body: (inout ProfileJudge, _ number: Int) -> Void
  ) {
    for place in chosen.pointee.later.indices {
      if let number = chosen.pointee.later[place].find(profiles, &counts) { chosen.pointee.always.append(number) }
    }
    if !chosen.pointee.later.isEmpty { chosen.pointee.later = [] }
    for place in chosen.pointee.always.indices { body(&self, chosen.pointee.always[place]) }
    for place in chosen.pointee.byCode.indices {
      let members = members(of: around.resource.value, type: around.resource.type)
      let key = work.keys(1 &<< UInt64(chosen.pointee.byCode[place].slot), in: members).value
      if !key.exists { continue }
      let question = ObjectIdentifier(chosen.pointee.byCode[place].question)
      var bits = remembered(tape.range(key.value), question) { judge in
        chosen.pointee.byCode[place].answer(key.value, judge.tape)
      }
      while bits != 0 {
        let choice = bits.trailingZeroBitCount
        bits &= bits &- 1
        if let number = chosen.pointee.byCode[place].choices[choice].find(profiles, &counts) {
          body(&self, number)
        } else {
          notChecked.count(chosen.pointee.byCode[place].choices[choice].gap(notChecked.names))
        }
      }
    }
  }

  /// The answer to a question about a value or its part; looks up repeated questions in a memo.
  mutating func remembered(
    _ range: Range<Int>, _ asker: ObjectIdentifier, _ answer: (inout ProfileJudge) -> UInt64
  ) -> UInt64 {
    guard let key = answers.key(UInt(bitPattern: asker), tape.bytes + range.lowerBound, range.count) else {
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
    tape.items(of: value).contains { concept in
      guard tape.tag(concept) == .object, let list = tape.member("coding", of: concept) else { return false }
      return tape.items(of: list).contains { coding in
        guard let system = tape.member("system", of: coding), let code = tape.member("code", of: coding) else {
          return false
        }
        return codes.contains { tape.string(code, isText: $0.code) && tape.string(system, isText: $0.system) }
      }
    }
  }
}

import FHIRPath
package import FHIRSchema
package import FHIRTape

/// Judges resources by profiles: walks the overlay of a profile together with the record, and skips elements without
/// assertions. A judge reuses its memory for the next record, so make one for each thread. A method that changes
/// nothing copies the fields first that it reads several times: the compiler takes long to check each use of a field of
/// a large type that cannot be copied.
package struct ProfileJudge: ~Copyable {
  let profiles: ReleaseProfiles
  let rows: SchemaRows
  var tape = Tape.empty
  var around = JudgedResource()
  var profile: Profile
  var slice: String?
  var evaluator = FHIRPathEvaluator(limits: FHIRPathLimits(maximumSteps: 2_000_000))
  let definitions: ExpressionDefinitions
  package internal(set) var findings: ProfileFindings
  var work = JudgeWork()
  var answers: AnswerMemo
  var silence = Silence()
  package internal(set) var notChecked: ProfileGaps
  package internal(set) var counts = ProfileTally()
  var chosen: ChosenProfiles
  /// The versions of guides by which the current resource was judged.
  var guides = RecordGuides()
  /// The tape indices of codes that value sets decide by a version of their system, and of displays that they have.
  package internal(set) var settledCodes: [TapeIndex] = []
  private var imposed: [ObjectIdentifier: [(url: String, profile: Profile?)]] = [:]

  /// - Parameter remembersValues: whether a value that was found good is recognised by its bytes and not judged again.
  package init(_ profiles: ReleaseProfiles, limit: Int, remembersValues: Bool = true) {
    self.init(
      profiles, limit: limit, remembersValues: remembersValues, ExpressionDefinitions(profiles, GapNames(), Verdicts()))
  }

  /// - Parameter definitions: those for its expressions, which know how deep it is nested in other judges.
  init(_ profiles: ReleaseProfiles, limit: Int, remembersValues: Bool, _ definitions: ExpressionDefinitions) {
    self.profiles = profiles
    findings = ProfileFindings(limit: limit)
    // The elements in a recognised value would not be counted.
    answers = AnswerMemo(keepsGoodValues: remembersValues && !profiles.countsMustSupport)
    rows = profiles.schema.rows
    profile = profiles.nothing
    chosen = ChosenProfiles(profiles)
    notChecked = ProfileGaps(definitions.names)
    self.definitions = definitions
    evaluator.definitions = definitions
  }

  /// The verdict of a profile on a resource; ``findings`` has the reasons.
  mutating func judge(_ profile: Profile, _ resource: JudgedItem) -> Answer {
    let (found, gaps) = (work.found, notChecked.total)
    enter(profile, resource)
    if work.found > found { return .no }
    return work.isExhausted || notChecked.reason(since: gaps) != nil ? .open(.other) : .yes
  }

  mutating func enter(_ profile: Profile, _ item: JudgedItem) {
    enterAlone(profile, item)
    if profile.imposed.isEmpty { return }
    let others = imposed(by: profile)
    for place in others.indices where work.spend(1) {
      if let other = others[place].profile {
        enterAlone(other, item)
      } else {
        notChecked.count(notChecked.gap(others[place].url))
      }
    }
  }

  /// The profiles that a profile imposes, and those that these impose.
  private mutating func imposed(by profile: Profile) -> [(url: String, profile: Profile?)] {
    if let known = imposed[ObjectIdentifier(profile)] { return known }
    // Profiles may impose one another in circles, so each counts once.
    var (all, next, found) = ([profile], 0, [] as [(url: String, profile: Profile?)])
    while next < all.count {
      for url in all[next].imposed {
        let other = profiles.profile(url)
        if let other, all.contains(where: { $0 === other }) { continue }
        if let other { all.append(other) }
        found.append((url.url, other))
      }
      next += 1
    }
    imposed[ObjectIdentifier(profile)] = found
    return found
  }

  /// Judges an element by a profile's root, unless it is the resource and good: an imposed one may be chosen, too.
  private mutating func enterAlone(_ profile: Profile, _ item: JudgedItem) {
    if item.value.exists, item.value == work.whole.object, work.good.contains(ObjectIdentifier(profile)) { return }
    let gaps = notChecked.total
    if !profile.gaps.isEmpty { notChecked.count(named: profile.gapName) }
    // Moves and no copies: a record enters several profiles.
    var (outer, outerSlice) = (profile, slice.take())
    swap(&outer, &self.profile)
    if item.type.exists, !profiles.isKind(item.type, of: profile.type) {
      report(
        .profileWrongType, at: item.range(tape),
        "expected \(profiles.article(profile.type)), which the profile is about, found \(profiles.article(item.type))")
    } else {
      judge(profile.root, item)
    }
    self.profile = outer
    slice = outerSlice
    if item.value.exists, item.value == work.whole.object, findings.isEmpty, notChecked.total == gaps, !silence.isOn,
      !work.isExhausted, answers.keepsGoodValues
    {
      work.good.append(ObjectIdentifier(profile))
    }
  }

  mutating func begin() {
    if !findings.isEmpty { findings.removeAll() }
    work.begin()
    guides.begin()
    if !settledCodes.isEmpty { settledCodes.removeAll() }
  }

  // MARK: - Elements

  mutating func judge(_ node: ProfileNode, _ item: JudgedItem) {
    guard work.spend(1), !silence.isDecided else { return }
    let isOutside = slice == nil && node.form != nil
    if isOutside { slice = node.form }
    defer { if isOutside { slice = nil } }
    guard isResource(item), item.value != around.resource.value else { return judgeInside(node, item) }
    let outside = around
    around.enter(item, tape)
    judgeInside(node, item, constraints: node === profile.root ? nil : outside)
    around = outside
  }

  /// Whether an item is a separate resource, and not a part of another one's data.
  func isResource(_ item: JudgedItem) -> Bool {
    item.value.exists && (!item.owner.exists || item.member >= 0 && rows.members[item.member].kind == .resource)
  }

  /// - Parameter outside: what the constraints of the node take for `%resource`: of those that a profile has about the
  ///   resource in an entry or in `contained`, it is the one that contains the resource; `nil` for the current resource.
  private mutating func judgeInside(_ node: ProfileNode, _ item: JudgedItem, constraints outside: JudgedResource? = nil)
  {
    if let types = node.types, !check(types, item) { return }
    if let value = node.value { check(value, of: node.path, item) }
    for binding in node.bindings { check(binding, of: node.path, item) }
    let object = item.object(tape)
    let type = object.exists && object == item.value ? item.type : profiles.roles.element
    let isKnown = !node.edges.isEmpty && type.exists && profiles.isKind(type, of: node.type)
    var members = JudgedMembers()
    if isKnown, object.exists {
      members = self.members(of: object, type: type)
      _ = work.spend(tape.length(object))
    }
    if !node.constraints.isEmpty { check(node.constraints, item, members.isPlain ? members.filled : nil, outside) }
    guard isKnown else { return }
    // The members of a primitive are those of its `_` sibling.
    let isPrimitive = item.value.exists && tape.tag(item.value) != .object
    if isPrimitive, let last = work.steps.indices.last { work.steps[last] = profiles.step(item, isSibling: true) }
    judge(members, of: object, node, item)
    if members.object.exists { work.popKeys(of: members) }
    if isPrimitive, let last = work.steps.indices.last { work.steps[last] = profiles.step(item) }
  }

  /// Judges the constraints of a node on an object with some members, one bit for each slot; `nil` if they are not known.
  private mutating func check(
    _ constraints: [ProfileConstraint], _ item: JudgedItem, _ filled: UInt64?, _ outside: JudgedResource?
  ) {
    let inside = around
    if let outside { around = outside }
    for constraint in constraints {
      if let filled, !constraint.gates.contains(where: { $0.isOpen(filled) }) { continue }
      if around.extent == .envelope, lacksEntries(item), constraint.expression.mayRead(profiles.entryName) {
        notChecked.count(.entries)
      } else {
        check(constraint, item)
      }
    }
    around = inside
  }

  /// Judges the members of an object; `.none` stands for a missing object.
  private mutating func judge(_ members: JudgedMembers, of object: TapeIndex, _ node: ProfileNode, _ item: JudgedItem) {
    let lacksEntries = around.extent == .envelope && lacksEntries(item)
    var left = answers.keepsGoodValues && !lacksEntries ? node.slots & members.filled | node.neededSlots : node.slots
    while left != 0 {
      let bit = left & (0 &- left)
      left &= left &- 1
      let edge = node.edges.baseAddress! + (node.slots & (bit &- 1)).nonzeroBitCount
      if lacksEntries, edge.pointee.element == profiles.roles.bundleEntry.element {
        notChecked.count(.entries)
        continue
      }
      judgeUnlessGood(edge, work.keys(bit, in: members), of: object, around: item)
    }
  }

  /// Whether an item is the Bundle whose entries were read before.
  private func lacksEntries(_ item: JudgedItem) -> Bool { item.value == around.resource.value }

  /// The members of an object, whose keys are on the stack from then on.
  mutating func members(of object: TapeIndex, type: TypeID) -> JudgedMembers {
    if object == work.whole.object { return work.whole }
    var found = JudgedMembers(object: object, base: work.pushKeys(), isPlain: true)
    let (tape, rows, row) = (tape, rows, rows.types + type.row)
    work.keys.withUnsafeMutableBufferPointer { keys in
      for key in tape.keys(of: object) {
        var (member, isSibling) = (-1, false)
        if tape.tag(key) == .key {
          member = rows.memberInFirstPlace(named: tape.lexeme(key), length: tape.length(key), of: row).row
        }
        if member < 0 { (member, isSibling) = rows.member(key, of: type, tape) }
        if member < 0 { continue }
        let slot = Int(rows.members[member].slot)
        let bit = 1 &<< UInt64(truncatingIfNeeded: slot)
        if found.filled & bit == 0 { keys[found.base &+ slot] = MemberKeys() }
        found.filled |= bit
        if isSibling || !tape.isPlain(key.value) { found.isPlain = false }
        keys[found.base &+ slot].note(key, member, isSibling: isSibling)
      }
    }
    if found.base == 0, object == around.resource.value { work.whole = found }
    return found
  }

  // MARK: - Resources

  /// Judges a resource by all profiles that apply to it: those that it claims, and those that the caller or a guide has
  /// chosen for its type. The results are in ``findings``.
  ///
  /// - Parameters:
  ///   - container: the tape index of the resource that contains it, or its own.
  ///   - scope: the tape index of the Bundle whose entries references may mean.
  ///   - isContained: whether it is contained; profiles chosen for a type apply only to records.
  ///   - extent: how much of its Bundle is in memory. What needs more is counted as not judged.
  package mutating func judge(
    _ tape: Tape, _ resource: TapeIndex, type: TypeID, container: TapeIndex, scope: TapeIndex, isContained: Bool,
    extent: JudgedExtent, hasExtensions: Bool = true
  ) {
    begin()
    self.tape = tape
    around.resource = JudgedItem(value: resource, type: type)
    around.container =
      container == resource
      ? around.resource : JudgedItem(value: container, type: rows.resourceType(of: container, tape))
    (around.scope, around.extent) = (scope, extent)
    around.isAlone =
      extent == .whole && (scope == resource && type != profiles.roles.bundle || !work.targets.hasEntries(scope, tape))
    // What is contained is of the versions of its container.
    if isContained { forEachClaim(of: container) { _, _ in } }
    forEachClaim(of: resource) { judge, number in
      if !judge.work.judged.contains(where: { $0.number == number }) { judge.counts.records[number].claimed += 1 }
      judge.judgeOnce(number, for: judge.counts[number].package, isClaim: true)
    }
    if !isContained, type.exists {
      let guides = chosen.ofType(type, &counts, notChecked.names)
      for place in guides.indices where applies(guides[place].package) {
        for gap in guides[place].missing { notChecked.count(gap) }
        let package = guides[place].package
        forEachNumber(in: guides.baseAddress! + place) { judge, number in judge.judgeOnce(number, for: package) }
      }
    }
    if hasExtensions { judgeExtensions() }
    if profiles.comparesVersions, !isContained { compareVersions(of: resource, type: type) }
    notChecked.settle(isExhausted: work.isExhausted)
  }

  /// Clears the state of the previous value: indices of its tape are not valid for the next.
  package mutating func leaveRecord() {
    work.targets = ReferenceIndex()
    if !silence.known.isEmpty { silence.known.removeAll() }
    definitions.leaveRecord()
  }

  /// - Parameter package: that of the guide for which a record is judged, -1 for none.
  private mutating func judgeOnce(_ number: Int, for package: Int, isClaim: Bool = false) {
    let answer: Answer
    if let place = work.judged.firstIndex(where: { $0.number == number }) {
      answer = work.judged[place].answer
    } else {
      enterPackage(of: number)
      answer = judge(counts[number], around.resource)
      counts.records[number].add(answer)
      work.judged.append((number, answer))
    }
    if package >= 0 { guides.add(answer, of: profiles.packages[package].version, isClaim: isClaim) }
  }

  /// Passes the number of each known profile that a resource claims to `body`: first those with a version.
  private mutating func forEachClaim(of resource: TapeIndex, _ body: (inout ProfileJudge, _ number: Int) -> Void) {
    guard let meta = tape.member("meta", of: resource), let list = tape.member("profile", of: meta) else { return }
    var (package, versions) = (-1, 0)
    for pass in 0..<2 {
      let wantsVersion = pass == 0
      for claim in tape.items(of: list) where tape.isString(claim) {
        if wantsVersion || versions > 0 {
          let isVersion = Bytes.last(UInt8(ascii: "|"), of: tape.lexeme(claim), before: tape.length(claim)) >= 0
          if wantsVersion, isVersion { versions += 1 }
          if isVersion != wantsVersion { continue }
        }
        guard work.spend(1 + work.judged.count / 8) else { return }
        let number = number(ofProfileAt: claim, in: wantsVersion ? -1 : package)
        noteClaim(claim, of: number, hasVersion: wantsVersion)
        guard let number else { continue }
        if wantsVersion, package < 0 { package = counts[number].package }
        enterPackage(of: number)
        body(&self, number)
      }
    }
  }

  /// Looks for the definitions of extensions in the package of a profile, unless a release defines it.
  private mutating func enterPackage(of number: Int) {
    let package = counts[number].package
    if work.package < 0, !KeptDefinitions.numbersOfReleases.contains(package) { work.package = package }
  }

  /// The number of the profile with a url; `nil` where a package lacks it, or, unless that is the only one, all do.
  mutating func number(ofProfileAt url: TapeIndex, in package: Int = -1, isOnly: Bool = false) -> Int? {
    guard tape.isString(url) else { return nil }
    let answer = remembered(tape.range(url), profiles.question(package)) { judge in
      let text = judge.tape.string(url)
      guard let profile = judge.profiles.profile(Canonical(text, in: package)) else { return 0 }
      return UInt64(judge.counts.number(of: profile) + 1)
    }
    if answer == 0, package >= 0, !isOnly { return number(ofProfileAt: url) }
    return answer == 0 ? nil : Int(answer) - 1
  }

  package mutating func knows(_ tape: Tape, profileAt url: TapeIndex) -> Bool {
    self.tape = tape
    return number(ofProfileAt: url) != nil
  }

  /// The definition of the extension with a url in the version of the resource's profiles; `nil` if it is not there.
  mutating func profile(at url: TapeIndex) -> Profile? {
    guard let number = number(ofProfileAt: url, in: work.package, isOnly: true) else { return nil }
    return isOfAbsentVersion(counts[number].package) ? nil : counts[number]
  }
}

extension Tape {
  /// Whether a value is an item of its member, or a list that begins with one.
  fileprivate func isPlain(_ value: TapeIndex) -> Bool {
    switch tag(value) {
    case .null: false
    case .array: value.content < next(value) && tag(value.content) != .null
    default: true
    }
  }
}

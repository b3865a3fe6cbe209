import FHIRFindings
import FHIRSchema
import FHIRTape

extension ProfileJudge {
  /// Assigns each value of an element to its slice, and judges the value and the slice's count. A value belongs to the
  /// slice whose tests it passes, to the narrowest of several. Where none of them is narrower, each has it for its
  /// minimum, and none for its maximum. There may be `others`, of which that cannot be told.
  mutating func judge(
    _ slicing: Slicing, _ items: Range<Int>, _ edge: UnsafePointer<ProfileEdge>, around item: JudgedItem,
    others: Int = 0
  ) {
    var found: [Int] = []
    found.reserveCapacity(items.count)
    // How many values may be in a slice, though that cannot be told.
    var possible: [Int: Int] = [:]
    for place in items {
      let value = work.items[place]
      found.append(number(of: value, in: slicing, &possible))
    }
    if work.isExhausted || silence.isDecided { return }
    // What a choice lacks or has of a wrong type is told once.
    let isTold =
      slicing.isByType
      && (hasWrongType(items, profile.nodes[edge.pointee.node]) || items.isEmpty && edge.pointee.count.minimum > 0)
    if !isTold { checkPlaces(slicing, found, items) }
    let outer = slice
    // Without a copy of a slice, which counts references.
    for number in slicing.slices.indices {
      // The form of a choice is less specific than the slice that contains it.
      slice = slicing.isByType ? outer ?? slicing.slices[number].name : slicing.slices[number].name
      let own = zip(items, found).filter { $0.1 == number }.map(\.0)
      let (count, unsure) = (slicing.slices[number].count, others + (possible[number] ?? 0))
      if !isTold, own.count + unsure < count.minimum || own.count > count.maximum {
        checkCount(slicing.slices[number], own, unsure, items, found, edge.pointee, around: item)
      }
      judge(profile.nodes[slicing.slices[number].node], own)
      guard let inner = slicing.slices[number].slicing,
        !own.isEmpty || inner.slices.contains(where: { $0.count.minimum > 0 })
      else { continue }
      let first = work.items.count
      for place in own { work.items.append(work.items[place]) }
      judge(inner, first..<work.items.count, edge, around: item, others: unsure)
      work.items.removeSubrange(first...)
    }
    slice = outer
  }

  /// Whether a value was reported because its type is not allowed.
  private func hasWrongType(_ items: Range<Int>, _ node: ProfileNode) -> Bool {
    guard let allowed = node.types?.allowed else { return false }
    let (profiles, found) = (profiles, work.items[items])
    return found.contains { !profiles.isAllowed($0.type, among: allowed) }
  }

  /// The number of the slice of a value, -1 for none. A value of which that cannot be told is counted.
  private mutating func number(of item: JudgedItem, in slicing: Slicing, _ possible: inout [Int: Int]) -> Int {
    // Components with other results have the same codes.
    if let name = slicing.member, let value = onlyValue(named: name, of: item) {
      let answer = remembered(tape.range(value), ObjectIdentifier(slicing)) { judge in
        UInt64(judge.fit(of: item, in: slicing).number - Self.untold)
      }
      if answer > 0 { return Int(answer) + Self.untold }
    }
    let (number, open, reason) = fit(of: item, in: slicing)
    if let reason { notChecked.count(reason) }
    for number in open { possible[number, default: 0] += 1 }
    return number
  }

  /// The number of the slice of a value; if that cannot be told, the slices that it may be in, and why.
  private mutating func fit(of item: JudgedItem, in slicing: Slicing) -> (number: Int, open: [Int], reason: Gap?) {
    var reason: Gap?
    var (open, fits): ([Int], [Int]) = ([], [])
    // No `for`: an iterator is a fifth of the time of a debug build here, where many slices meet many values.
    var next = 0
    while next < slicing.slices.count {
      let (number, tests, rivals) = (next, slicing.slices[next].tests, slicing.slices[next].rivals)
      next += 1
      if tests.isEmpty || !fits.allSatisfy({ slicing.slices[$0].rivals.contains(number) }) { continue }
      switch passes(tests, item) {
      case .yes where rivals.isEmpty: return (number, [], nil)
      case .yes: fits = fits.filter { !slicing.slices[$0].narrower.contains(number) } + [number]
      case .no: break
      case .open(let gap):
        reason = Gap.first(reason, gap)
        open.append(number)
      }
    }
    if fits.count == 1 {
      // A narrower one may have the value instead.
      open.removeAll { !slicing.slices[fits[0]].narrower.contains($0) }
      return open.isEmpty ? (fits[0], [], nil) : (Self.untold, fits + open, reason)
    }
    if !fits.isEmpty { return (Self.untold, fits, .slice) }
    guard let reason else { return (slicing.fallback ?? -1, [], nil) }
    return (Self.untold, open + (slicing.fallback.map { [$0] } ?? []), reason)
  }

  /// Used instead of the index of a slice if the decision depends on what is not available.
  private static let untold = -2

  private mutating func checkPlaces(_ slicing: Slicing, _ found: [Int], _ items: Range<Int>) {
    var last = -1
    let end = slicing.rules == .openAtEnd ? items.lowerBound + (found.lastIndex { $0 >= 0 } ?? 0) : items.lowerBound
    for (place, number) in zip(items, found) where number != Self.untold {
      if number < 0 {
        if slicing.rules == .closed || isUnknownPart(work.items[place]) {
          reportUnmatched(slicing, work.items[place])
        } else if place < end {
          reportOrder(slicing, "a value of none of them before the last", work.items[place])
        }
        continue
      }
      if slicing.isOrdered, number < last {
        reportOrder(slicing, "'\(slicing.slices[number].name)' later", work.items[place])
      }
      last = max(last, number)
    }
  }

  /// Whether a value is a part of an extension with a relative url, which means only what the definition gives it.
  private func isUnknownPart(_ item: JudgedItem) -> Bool {
    guard profile.type == profiles.roles.extension, item.type == profiles.roles.extension else { return false }
    return url(of: item).map { !tape.hasColon($0) } ?? false
  }

  private mutating func reportUnmatched(_ slicing: Slicing, _ item: JudgedItem) {
    let names = slicing.slices.map(\.name).alternatives
    let expected =
      slicing.slices.isEmpty
      ? "no value, since the profile \(profile.url) closes the slices and has none"
      : slicing.rules == .closed
        ? "a value of the slices \(names), which are all that the profile \(profile.url) allows"
        : "one of the parts \(names), which are all with a relative url that the extension \(profile.url) has"
    report(.profileNotInASlice, below: item, "expected \(expected), found one \(saw(slicing, item))")
  }

  private mutating func reportOrder(_ slicing: Slicing, _ found: String, _ item: JudgedItem) {
    let order = slicing.isOrdered ? "in this order" : "before all other values"
    let names = slicing.slices.map(\.name).alternatives
    report(
      .profileSliceOrder, below: item,
      "expected the slices \(names) \(order), by the profile \(profile.url), found \(found)")
  }

  private mutating func checkCount(
    _ slice: ProfileSlice, _ own: [Int], _ possible: Int, _ items: Range<Int>, _ found: [Int], _ edge: ProfileEdge,
    around item: JudgedItem
  ) {
    let minimum = slice.count.minimum - own.count - possible
    if minimum > 0, minimum > found.count(where: slice.narrower.contains) {
      let nearest = nearest(slice, zip(items, found).filter { $0.1 < 0 }.map(\.0))
      report(
        .profileMissingSlice, at: (nearest.fault ?? item).range(tape), missing: edge.element,
        missing(slice, own.count, nearest.place, edge))
    }
    if own.count > slice.count.maximum {
      let first = work.items[own[slice.count.maximum]]
      let name = "\(profiles.schema.elements[edge.element].baseName):\(slice.name)"
      report(.profileTooManyValues, below: first, tooMany(name, slice.count.maximum, own.count))
    }
  }

  /// Whether a value passes one test: some value at the end of the path meets the condition.
  mutating func passes(_ test: SliceTest, _ item: JudgedItem) -> Answer {
    if case .exists(false) = test.check { return reaches(test.steps[...], item) { _, _ in .yes }.negated }
    return reaches(test.steps[...], item) { judge, found in judge.holds(test.check, found) }
  }

  mutating func passes(_ tests: [SliceTest], _ item: JudgedItem) -> Answer {
    var failed = Answer.no
    for test in tests {
      failed = failed.or(passes(test, item).negated)
      if failed == .yes { break }
    }
    return failed.negated
  }

  /// Follows the path of a test, and passes the values at its end to `body` until it returns true.
  mutating func reaches(
    _ steps: ArraySlice<SliceStep>, _ item: JudgedItem, _ body: (inout ProfileJudge, JudgedItem) -> Answer
  ) -> Answer {
    guard work.spend(1) else { return .open(.work) }
    guard let step = steps.first else { return body(&self, item) }
    let rest = steps.dropFirst()
    switch step {
    case .member(let name): return any(named: name, of: item) { judge, found in judge.reaches(rest, found, body) }
    case .extensions(let url):
      return any(named: profiles.extensionMember, of: item) { judge, found in
        judge.isExtension(found, of: url) ? judge.reaches(rest, found, body) : .no
      }
    case .resolve:
      guard item.value.exists else { return .no }
      let address = address(of: item)
      if let address, let target = resolve(at: address) { return reaches(rest, target, body) }
      // For a resource that is not available, only the type is known, if the reference shows it.
      guard rest.isEmpty else { return .open(.target) }
      let type = address.flatMap { rows.type(inAddressAt: $0, tape) } ?? statedType(of: item)
      return body(&self, JudgedItem(value: .none, type: type ?? TypeID.none))
    case .ofType(let row):
      return item.type.exists && profiles.isKind(item.type, of: row) ? reaches(rest, item, body) : .no
    }
  }

  /// Whether `body` holds for some value of a member, or of any form of a choice with this name.
  private mutating func any(
    named name: KeptText, of item: JudgedItem, _ body: (inout ProfileJudge, JudgedItem) -> Answer
  ) -> Answer {
    var answer = Answer.no
    _ = anyValue(named: name, of: item) { judge, found in
      answer = answer.or(body(&judge, found))
      return answer == .yes
    }
    return work.isExhausted ? answer.or(.open(.work)) : answer
  }

  func isExtension(_ item: JudgedItem, of url: KeptText) -> Bool {
    let tape = tape
    guard item.value.exists, let value = tape.value(profiles.urlName, of: item.value) else { return false }
    return tape.string(value, isText: url)
  }

  private mutating func holds(_ check: SliceCheck, _ item: JudgedItem) -> Answer {
    guard work.spend(1) else { return .open(.work) }
    if item.isElsewhere { return holdsElsewhere(check, item.type) }
    switch check {
    case .fixed(let value): return Answer(fits(item, value, isExact: true))
    case .pattern(let value): return Answer(fits(item, value, isExact: false))
    case .text(let text): return Answer(item.value.exists && tape.string(item.value, isText: text))
    case .binding(let binding):
      switch standing(of: item, in: binding) {
      case .member: return .yes
      case .unknown, .unchecked: return .open(gap(ofValueSet: binding.valueSet))
      case .noCode, .elsewhere, .stranger: return .no
      }
    case .exists(let exists): return Answer(exists)
    case .types(let rows, _): return Answer(profiles.isAllowed(item.type, among: rows))
    case .profiles(let urls): return conforms(item, toOneOf: urls)
    case .all(let tests): return passes(tests, item)
    }
  }

  /// Whether a condition holds for the target of a reference that is not available, but whose type may be known.
  private func holdsElsewhere(_ check: SliceCheck, _ type: TypeID) -> Answer {
    let profiles = profiles
    switch check {
    case .exists(let exists): return Answer(exists)
    case .types(let rows, _) where type.exists: return Answer(profiles.isAllowed(type, among: rows))
    case .profiles(let urls) where type.exists && profiles.excludes(type, urls): return .no
    default: return .open(.target)
    }
  }

  /// The values of a value's first discriminators, for messages.
  mutating func saw(_ slicing: Slicing, _ item: JudgedItem) -> String {
    guard let tests = slicing.slices.first(where: { !$0.tests.isEmpty })?.tests else {
      return "that is in none of them"
    }
    return "whose " + tests.map { "\($0.name) is \(saw($0, item))" }.joined(separator: ", and whose ")
  }

  mutating func saw(_ test: SliceTest, _ item: JudgedItem) -> String {
    var text: String?
    _ = reaches(test.steps[...], item) { judge, found in
      if case .types = test.check {
        text = found.type.exists ? judge.profiles.article(found.type) : "of an unknown type"
      } else {
        text = judge.excerpt(found)
      }
      return .yes
    }
    return text ?? "not there"
  }
}

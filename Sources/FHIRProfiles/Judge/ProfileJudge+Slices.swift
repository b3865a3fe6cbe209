import FHIRFindings
import FHIRSchema
import FHIRTape

extension ProfileJudge {
  /// Assigns each value of an element to its slice, and judges the value and the slice's count.
  ///
  /// A value belongs to the first slice whose tests it passes; so each value is tested once against each slice.
  mutating func judge(_ slicing: Slicing, _ items: Range<Int>, _ edge: ProfileEdge, around item: JudgedItem) {
    var found: [Int] = []
    found.reserveCapacity(items.count)
    // How many values may be in a slice, though that cannot be told.
    var possible: [Int: Int] = [:]
    for place in items {
      let value = work.items[place]
      found.append(number(of: value, in: slicing, &possible))
    }
    if work.isExhausted || silence.isDecided { return }
    let isTold = slicing.isByType && hasWrongType(items, profile.nodes[edge.node])
    if !isTold { checkPlaces(slicing, found, items) }
    let outer = slice
    for (number, slice) in slicing.slices.enumerated() {
      // The form of a choice is less specific than the slice that contains it.
      self.slice = slicing.isByType ? outer ?? slice.name : slice.name
      let own = zip(items, found).filter { $0.1 == number }.map(\.0)
      if !isTold { checkCount(slice, own, possible[number] ?? 0, items, found, edge, around: item) }
      judge(slice, own, edge, around: item)
    }
    slice = outer
  }

  /// Whether a value was reported because its type is not allowed.
  private func hasWrongType(_ items: Range<Int>, _ node: ProfileNode) -> Bool {
    guard let allowed = node.types?.allowed else { return false }
    let (profiles, found) = (profiles, work.items[items])
    return found.contains { !profiles.isAllowed($0.type, among: allowed) }
  }

  private mutating func judge(_ slice: ProfileSlice, _ own: [Int], _ edge: ProfileEdge, around item: JudgedItem) {
    judge(profile.nodes[slice.node], own)
    guard let slicing = slice.slicing, !own.isEmpty || slicing.slices.contains(where: { $0.count.minimum > 0 }) else {
      return
    }
    // The slices of a slice divide only its values.
    let first = work.items.count
    for place in own { work.items.append(work.items[place]) }
    judge(slicing, first..<work.items.count, edge, around: item)
    work.items.removeSubrange(first...)
  }

  /// The number of the slice of a value, -1 for none. A value of which that cannot be told is counted.
  private mutating func number(of item: JudgedItem, in slicing: Slicing, _ possible: inout [Int: Int]) -> Int {
    var reason: Gap?
    var open: [Int] = []
    // No `for`: an iterator is a fifth of the time of a debug build here, where many slices meet many values.
    var next = 0
    while next < slicing.slices.count {
      let (number, tests) = (next, slicing.slices[next].tests)
      next += 1
      if tests.isEmpty { continue }
      switch passes(tests, item) {
      case .yes: return number
      case .no: break
      case .open(let gap):
        reason = Gap.first(reason, gap)
        open.append(number)
      }
    }
    guard let reason else { return slicing.fallback ?? -1 }
    notChecked.count(reason)
    if let fallback = slicing.fallback { open.append(fallback) }
    for number in open { possible[number, default: 0] += 1 }
    return Self.untold
  }

  /// Used instead of the index of a slice if the decision depends on what is not available.
  private static let untold = -2

  // MARK: - Closed and ordered slices

  private mutating func checkPlaces(_ slicing: Slicing, _ found: [Int], _ items: Range<Int>) {
    var last = -1
    var stranger = false
    for (place, number) in zip(items, found) where number != Self.untold {
      if number < 0 {
        stranger = true
        if slicing.rules == .closed || isUnknownPart(work.items[place]) { reportUnmatched(slicing, work.items[place]) }
        continue
      }
      let isBehindStranger = slicing.rules == .openAtEnd && stranger
      if isBehindStranger || slicing.isOrdered && number < last { reportOrder(slicing, number, work.items[place]) }
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

  private mutating func reportOrder(_ slicing: Slicing, _ number: Int, _ item: JudgedItem) {
    let (names, name) = (slicing.slices.map(\.name).alternatives, slicing.slices[number].name)
    report(
      .profileSliceOrder, below: item,
      "expected the slices \(names) in this order, by the profile \(profile.url), found '\(name)' later")
  }

  // MARK: - Counts

  private mutating func checkCount(
    _ slice: ProfileSlice, _ own: [Int], _ possible: Int, _ items: Range<Int>, _ found: [Int], _ edge: ProfileEdge,
    around item: JudgedItem
  ) {
    if own.count + possible < slice.count.minimum {
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
}

/// The tests that assign values to slices.
extension ProfileJudge {
  /// Whether a value passes one test: some value at the end of the path meets the condition.
  mutating func passes(_ test: SliceTest, _ item: JudgedItem) -> Answer {
    if case .exists(false) = test.check { return reaches(test.steps[...], item) { _, _ in .yes }.negated }
    return reaches(test.steps[...], item) { judge, found in judge.holds(test.check, found) }
  }

  /// Whether a value passes all of some tests.
  mutating func passes(_ tests: [SliceTest], _ item: JudgedItem) -> Answer {
    var failed = Answer.no
    for test in tests {
      failed = failed.or(passes(test, item).negated)
      if failed == .yes { break }
    }
    return failed.negated
  }

  /// Follows the path of a test, and passes the values at its end to `body` until it returns true.
  private mutating func reaches(
    _ steps: ArraySlice<SliceStep>, _ item: JudgedItem, _ body: (inout ProfileJudge, JudgedItem) -> Answer
  ) -> Answer {
    guard work.spend(1) else { return .open(.work) }
    guard let step = steps.first else { return body(&self, item) }
    let rest = steps.dropFirst()
    switch step {
    case .member(let name):
      return any(named: name, of: item) { judge, found in judge.reaches(rest, found, body) }
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
      return body(&self, JudgedItem(resource: .none, type: type ?? TypeID.none))
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
    case .fixed(let value): return Answer(isEqual(item, value))
    case .pattern(let value): return Answer(hasPattern(item, value))
    case .text(let text): return Answer(item.value.exists && tape.string(item.value, isText: text))
    case .binding(let binding):
      let standing = standing(of: item, in: binding)
      // The system is that of the slice, whether or not it has the code.
      if standing == .unchecked { return .yes }
      return standing == .unknown ? .open(gap(ofValueSet: binding.valueSet)) : Answer(standing == .member)
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

  // MARK: - In words

  /// The values of a value's first discriminators, for messages.
  mutating func saw(_ slicing: Slicing, _ item: JudgedItem) -> String {
    guard let tests = slicing.slices.first(where: { !$0.tests.isEmpty })?.tests else {
      return "that is in none of them"
    }
    var parts: [String] = []
    for test in tests { parts.append("\(test.name) is \(saw(test, item))") }
    return "whose " + parts.joined(separator: ", and whose ")
  }

  /// The values at the end of a test's path, for messages.
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

/// Of the values in no slice, the one that a missing slice could mean.
struct NearestValue {
  /// Its place among the items of the judge, -1 for none.
  var place = -1
  /// Where it fails the tests of the slice; `nil` unless it is clear that it is meant.
  var fault: JudgedItem?
}

/// Where a value fails a test of a slice.
private struct TestFault {
  /// The value at the end of the test's path, or the object that lacks it.
  var item: JudgedItem
  var isLacking = false
  /// How much the value has in common with what the slice asks for.
  var likeness = Likeness()

  init(item: JudgedItem, isLacking: Bool = false, likeness: Likeness = Likeness()) {
    (self.item, self.isLacking, self.likeness) = (item, isLacking, likeness)
    // What lacks a part is rather meant than what has another one in its place, but less than what has a similar one.
    if isLacking { self.likeness.text = max(likeness.text, 0.5) }
  }
}

extension ProfileJudge {
  /// Finds the value that passes most tests of a slice.
  ///
  /// The fault is in it if it alone passes more tests than the others or has more in common with the slice, or if there
  /// is no other and it lacks what the tests ask for. Else the slice is missing in the object that has the values.
  mutating func nearest(_ slice: ProfileSlice, _ candidates: [Int]) -> NearestValue {
    var (best, passed) = ([] as [Int], -1)
    for place in candidates.prefix(1_000) {
      var count = 0
      for test in slice.tests where passes(test, work.items[place]) == .yes { count += 1 }
      if count > passed {
        (best, passed) = ([place], count)
      } else if count == passed {
        best.append(place)
      }
    }
    var nearest = NearestValue(place: best.first ?? -1)
    guard !silence.isOn, let (place, fault) = likest(slice, best) else { return nearest }
    if passed == 0, fault.likeness.parts == 0, candidates.count > 1 { return nearest }
    nearest.place = place
    if passed > 0 || fault.likeness.parts > 0 || slice.tests.count == 1 || fault.isLacking {
      nearest.fault = fault.item
    }
    return nearest
  }

  /// Of the values that pass as many tests, the one that is most like what the slice asks for; `nil` for several.
  private mutating func likest(_ slice: ProfileSlice, _ places: [Int]) -> (Int, TestFault)? {
    var best: (place: Int, fault: TestFault)?
    var isAlone = true
    for place in places.prefix(50) {
      guard let fault = fault(of: slice, in: work.items[place]) else { continue }
      guard let other = best?.fault.likeness else {
        best = (place, fault)
        continue
      }
      if fault.likeness == other {
        isAlone = false
      } else if other < fault.likeness {
        (best, isAlone) = ((place, fault), fault.likeness.tells(from: other))
      } else if !other.tells(from: fault.likeness) {
        isAlone = false
      }
    }
    return isAlone ? best : nil
  }

  /// Where a value fails the first test of a slice.
  private mutating func fault(of slice: ProfileSlice, in item: JudgedItem) -> TestFault? {
    for test in slice.tests where passes(test, item) != .yes { return fault(of: test, in: item) }
    return nil
  }

  private mutating func fault(of test: SliceTest, in item: JudgedItem) -> TestFault {
    var place = item
    for step in test.steps {
      var found: [JudgedItem] = []
      switch step {
      case .member(let name):
        _ = anyValue(named: name, of: place) { _, value in
          found.append(value)
          return found.count > 1
        }
      case .extensions(let url):
        _ = anyValue(named: profiles.extensionMember, of: place) { judge, value in
          if judge.isExtension(value, of: url) { found.append(value) }
          return found.count > 1
        }
      // What is at another place, or of another type, is told by what is here.
      case .resolve, .ofType: return TestFault(item: place)
      }
      guard found.count == 1 else { return TestFault(item: place, isLacking: found.isEmpty) }
      place = found[0]
    }
    switch test.check {
    case .all(let tests):
      for test in tests where passes(test, place) != .yes { return fault(of: test, in: place) }
      return TestFault(item: place)
    case .fixed(let value): return fault(in: place, value, isExact: true)
    case .pattern(let value): return fault(in: place, value, isExact: false)
    default: return TestFault(item: place)
    }
  }

  /// The part of a value that differs from that of a slice, or the object that lacks it.
  private mutating func fault(in item: JudgedItem, _ wanted: KeptValue, isExact: Bool) -> TestFault {
    guard item.value.exists else { return TestFault(item: item) }
    var finder = DifferenceFinder(JSONComparison(record: tape, definition: wanted.tape), isExact: isExact)
    let (difference, likeness) = finder.difference(item.value, .root)
    guard let difference else { return TestFault(item: item, likeness: likeness) }
    var end = item
    atEnd(of: difference.way, from: item) { _, part in end = part }
    if case .lacking = difference.kind { return TestFault(item: end, isLacking: true, likeness: likeness) }
    return TestFault(item: end, likeness: likeness)
  }

  // MARK: - In words

  mutating func missing(
    _ slice: ProfileSlice, _ count: Int, _ nearest: Int, _ edge: ProfileEdge
  ) -> String {
    let name = profiles.schema.elements[edge.element].baseName
    var text =
      "expected at least \(slice.count.minimum) '\(name)' in the slice '\(slice.name)' of the profile \(profile.url)"
    let tests = slice.tests.compactMap(\.expectation)
    if !tests.isEmpty { text += ", told by " + tests.joined(separator: " and ") }
    text += count == 0 ? ", found none" : ", found \(count)"
    return text + lacks(slice, nearest)
  }

  /// The first test of a slice that a value fails, in words.
  private mutating func lacks(_ slice: ProfileSlice, _ place: Int) -> String {
    guard place >= 0 else { return "" }
    let item = work.items[place]
    for test in slice.tests where passes(test, item) != .yes {
      let which = item.position >= 0 ? " is the one at place \(item.position)," : " is the one"
      var fault = ""
      if case .profiles(let urls) = test.check {
        _ = reaches(test.steps[...], item) { judge, found in
          if !found.isElsewhere { fault = judge.firstFault(of: found, urls) }
          return .yes
        }
      }
      return "; the nearest\(which) whose \(test.name) is \(saw(test, item))\(fault)"
    }
    return ""
  }
}

import FHIRSchema
import FHIRTape

/// Where a value fails a test of a slice.
private struct TestFault {
  /// The value at the end of the test's path, or the object that lacks it.
  let item: JudgedItem
  let isLacking: Bool
  /// How much the value has in common with what the slice asks for.
  private(set) var likeness: Likeness

  init(item: JudgedItem, isLacking: Bool = false, likeness: Likeness = Likeness()) {
    (self.item, self.isLacking, self.likeness) = (item, isLacking, likeness)
    // What lacks a part is rather meant than what has another one in its place, but less than what has a similar one.
    if isLacking { self.likeness.text = max(likeness.text, 0.5) }
  }
}

extension ProfileJudge {
  /// Finds the value that passes most tests of a slice: its place among the items, -1 for none, and where it fails them.
  ///
  /// The fault is in it if it alone passes more tests than the others or has more in common with the slice, or if there
  /// is no other and it lacks what the tests ask for. Else the slice is missing in the object that has the values.
  mutating func nearest(_ slice: ProfileSlice, _ candidates: [Int]) -> (place: Int, fault: JudgedItem?) {
    var (best, passed) = ([] as [Int], -1)
    for place in candidates.prefix(1_000) {
      let count = slice.tests.count { passes($0, work.items[place]) == .yes }
      if count > passed {
        (best, passed) = ([place], count)
      } else if count == passed {
        best.append(place)
      }
    }
    let first = best.first ?? -1
    guard !silence.isOn, let (place, fault) = likest(slice, best) else { return (first, nil) }
    if passed == 0, fault.likeness.parts == 0, candidates.count > 1 { return (first, nil) }
    let isMeant = passed > 0 || fault.likeness.parts > 0 || slice.tests.count == 1 || fault.isLacking
    return (place, isMeant ? fault.item : nil)
  }

  /// Of the values that pass as many tests, the one that is most like what the slice asks for; `nil` for several.
  private mutating func likest(_ slice: ProfileSlice, _ places: [Int]) -> (Int, TestFault)? {
    var best: (place: Int, fault: TestFault)?
    var isAlone = true
    for place in places.prefix(50) {
      guard let fault = failed(slice.tests, work.items[place]).map({ fault(of: $0, in: work.items[place]) }) else {
        continue
      }
      guard let other = best?.fault.likeness else {
        best = (place, fault)
        continue
      }
      if other < fault.likeness {
        (best, isAlone) = ((place, fault), fault.likeness.tells(from: other))
      } else if !other.tells(from: fault.likeness) {
        isAlone = false
      }
    }
    return isAlone ? best : nil
  }

  private mutating func failed(_ tests: [SliceTest], _ item: JudgedItem) -> SliceTest? {
    tests.first { passes($0, item) != .yes }
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
    case .all(let tests): return failed(tests, place).map { fault(of: $0, in: place) } ?? TestFault(item: place)
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
    let isLacking = if case .lacking = difference.kind { true } else { false }
    return TestFault(item: end, isLacking: isLacking, likeness: likeness)
  }

  mutating func missing(_ slice: ProfileSlice, _ count: Int, _ nearest: Int, _ edge: ProfileEdge) -> String {
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
    guard let test = failed(slice.tests, item) else { return "" }
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
}

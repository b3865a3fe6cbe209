import FHIRSchema
import FHIRTape

/// Of the values in no slice, the one that a missing slice could mean.
struct NearestValue {
  /// Its place among the items of the judge, -1 for none.
  var place = -1
  /// Where it fails the tests of the slice; `nil` unless it is clear that it is meant.
  var fault: JudgedItem?
}

extension ProfileJudge {
  /// Finds the value that passes most tests of a slice.
  ///
  /// The fault is in it if it alone passes more tests than the others, or if there is no other and it lacks what the
  /// tests ask for. Else the slice is missing in the object that has the values.
  mutating func nearest(_ slice: ProfileSlice, _ candidates: [Int]) -> NearestValue {
    var (best, passed, isAlone) = (-1, -1, false)
    for place in candidates.prefix(1_000) {
      var count = 0
      for test in slice.tests where passes(test, work.items[place]) { count += 1 }
      if count > passed {
        (best, passed, isAlone) = (place, count, true)
      } else if count == passed {
        isAlone = false
      }
    }
    var nearest = NearestValue(place: best)
    guard isAlone, passed > 0 || candidates.count == 1, let fault = fault(of: slice, in: work.items[best]) else {
      return nearest
    }
    if passed > 0 || slice.tests.count == 1 || fault.isLacking { nearest.fault = fault.item }
    return nearest
  }

  /// Where a value fails the first test of a slice: the value at the end of the path, or the object that lacks it.
  private mutating func fault(of slice: ProfileSlice, in item: JudgedItem) -> (item: JudgedItem, isLacking: Bool)? {
    for test in slice.tests where !passes(test, item) { return fault(of: test, in: item) }
    return nil
  }

  private mutating func fault(of test: SliceTest, in item: JudgedItem) -> (item: JudgedItem, isLacking: Bool) {
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
      case .resolve, .ofType: return (place, false)
      }
      guard found.count == 1 else { return (place, found.isEmpty) }
      place = found[0]
    }
    guard case .all(let tests) = test.check else { return (place, false) }
    for test in tests where !passes(test, place) { return fault(of: test, in: place) }
    return (place, false)
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
    for test in slice.tests where !passes(test, item) {
      let which = item.position >= 0 ? " is the one at place \(item.position)," : ""
      return "; the nearest\(which) whose \(test.name) is \(saw(test, item))"
    }
    return ""
  }
}

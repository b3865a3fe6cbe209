import FHIRDiagnostics
import FHIRTape
import FHIRSchema

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
    for place in items where !profiles.isAllowed(work.items[place].type, among: allowed) { return true }
    return false
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
    for (number, slice) in slicing.slices.enumerated() where !slice.tests.isEmpty {
      switch passes(slice.tests, item) {
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
        if slicing.rules == .closed { reportUnmatched(slicing, work.items[place]) }
        continue
      }
      let isBehindStranger = slicing.rules == .openAtEnd && stranger
      if isBehindStranger || slicing.isOrdered && number < last { reportOrder(slicing, number, work.items[place]) }
      last = max(last, number)
    }
  }

  private mutating func reportUnmatched(_ slicing: Slicing, _ item: JudgedItem) {
    work.steps.append(profiles.step(item))
    report(
      .profileNotInASlice, at: item.range(tape),
      """
      expected a value of the slices \(slicing.slices.map(\.name).alternatives), which are all that the profile \
      \(profile.url) allows, found one \(saw(slicing, item))
      """)
    work.steps.removeLast()
  }

  private mutating func reportOrder(_ slicing: Slicing, _ number: Int, _ item: JudgedItem) {
    work.steps.append(profiles.step(item))
    let name = slicing.slices[number].name
    report(
      .profileSliceOrder, at: item.range(tape),
      "expected the slices \(slicing.slices.map(\.name).alternatives) in this order, by the profile \(profile.url), found '\(name)' later"
    )
    work.steps.removeLast()
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
      work.steps.append(profiles.step(first))
      let name = "\(profiles.schema.elements[edge.element].baseName):\(slice.name)"
      report(.profileTooManyValues, at: first.range(tape), tooMany(name, slice.count.maximum, own.count))
      work.steps.removeLast()
    }
  }
}

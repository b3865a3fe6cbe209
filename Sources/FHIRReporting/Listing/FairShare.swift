import FHIRDiagnostics
import FHIRText

/// The findings of a run that are listed where not all can be: as many of each kind as of any other, the first of each.
///
/// Findings come in any order and from several threads, each with a share of its own; the shares are merged, and what is
/// left is the same whatever the order. That is so since a kind never keeps fewer than its part of the limit when all is
/// known: each new kind lowers the level, nothing raises it.
///
/// ```text
/// limit 5     kind a 9, b 2, c 1      level 2: two of each, four together; the fifth is the third of kind a
/// ```
package struct FairShare: Sendable {
  /// A place in a run.
  package struct Place: Hashable, Sendable, Comparable {
    package var file: Int
    package var offset: Int

    package init(file: Int, offset: Int) { (self.file, self.offset) = (file, offset) }

    package static func < (a: Place, b: Place) -> Bool { a.file != b.file ? a.file < b.file : a.offset < b.offset }
  }

  /// What is listed as one: a finding, or those of one kind in one file.
  package struct Unit: Sendable {
    package fileprivate(set) var place: Place
    /// The first of them; at most ``FairShare/shownOfUnit``.
    package fileprivate(set) var issues: [(place: Place, issue: LocatedDiagnostic)]
    /// How many there are.
    package fileprivate(set) var count: Int
  }

  /// The most findings of one kind in one file that are each listed.
  package static let shownOfUnit = 3
  /// The most units that can be held.
  package static let largestLimit = 20_000

  private let limit: Int
  /// Whether the findings of one kind in one file are one unit.
  private let groups: Bool
  private var kinds: [UInt64: [Unit]] = [:]
  /// The most units that a kind keeps: one more than its part, for what is left over.
  private var level: Int
  /// Kinds that begin here or later have no place any more; `nil` while all have one.
  private var bound: Beginning?

  /// Where a kind begins, and what tells it from others that begin there.
  private struct Beginning: Comparable {
    var place: Place
    var kind: UInt64

    static func < (a: Beginning, b: Beginning) -> Bool { a.place != b.place ? a.place < b.place : a.kind < b.kind }
  }

  /// - Parameters:
  ///   - limit: how many units may be listed.
  ///   - groups: whether the findings of one kind in one file are one unit.
  package init(limit: Int, groups: Bool) {
    self.limit = min(limit, FairShare.largestLimit)
    self.groups = groups
    level = self.limit + 1
  }

  /// Offers a finding; `make` is asked for it where it is kept for now.
  package mutating func offer(
    kind: UInt64, at place: Place, _ make: () throws -> LocatedDiagnostic
  ) rethrows {
    guard limit > 0 else { return }
    let unit = groups ? Place(file: place.file, offset: 0) : place
    guard let index = kinds.index(forKey: kind) else {
      if let bound, bound <= Beginning(place: unit, kind: kind) { return }
      kinds[kind] = [Unit(place: unit, issues: [(place, try make())], count: 1)]
      return trim()
    }
    let (position, isThere) = FairShare.position(of: unit, in: kinds.values[index])
    if isThere {
      kinds.values[index][position].count += 1
      guard kinds.values[index][position].takes(place) else { return }
      kinds.values[index][position].insert(place, try make())
    } else if position < level {
      kinds.values[index].insert(Unit(place: unit, issues: [(place, try make())], count: 1), at: position)
      if kinds.values[index].count > level { kinds.values[index].removeLast() }
      trim()
    }
  }

  /// Adds what another share holds.
  package mutating func merge(_ other: FairShare) {
    level = min(level, other.level)
    if let other = other.bound { bound = bound.map { min($0, other) } ?? other }
    for (kind, units) in other.kinds {
      var merged = kinds[kind] ?? []
      for unit in units {
        let (position, isThere) = FairShare.position(of: unit.place, in: merged)
        if isThere {
          merged[position].count += unit.count
          for (place, issue) in unit.issues where merged[position].takes(place) {
            merged[position].insert(place, issue)
          }
        } else {
          merged.insert(unit, at: position)
        }
      }
      kinds[kind] = merged
    }
    for kind in kinds.keys { cut(kind, to: level) }
    trim()
  }

  /// What is listed, in the order of the run: no more than the limit. Of a unit with more than ``shownOfUnit``, or with more
  /// than there is room for, the first finding stands for all, and says how many more there are.
  package var listed: [LocatedDiagnostic] {
    var chosen: [(beginning: Beginning, unit: Unit)] = []
    var extra: [(beginning: Beginning, unit: Unit)] = []
    for (kind, units) in kinds {
      let units = units.map { (beginning: Beginning(place: $0.place, kind: kind), unit: $0) }
      chosen += units.prefix(level - 1)
      extra += units.dropFirst(level - 1)
    }
    extra.sort { $0.beginning < $1.beginning }
    chosen += extra.prefix(limit - chosen.count)
    chosen.sort { $0.beginning < $1.beginning }
    var issues: [(place: Place, issue: LocatedDiagnostic)] = []
    var room = limit - chosen.count
    for (_, unit) in chosen {
      let isWhole = unit.count == unit.issues.count && unit.count - 1 <= room
      if isWhole { room -= unit.count - 1 }
      if !isWhole {
        var first = unit.issues[0]
        first.issue.repeats = unit.count - 1
        issues.append(first)
      } else {
        issues += unit.issues
      }
    }
    issues.sort { a, b in
      if a.place != b.place { return a.place < b.place }
      let (one, other) = (a.issue.diagnostic, b.issue.diagnostic)
      return one.rule != other.rule ? one.rule < other.rule : one.path.byBytes < other.path.byBytes
    }
    return issues.map(\.issue)
  }

  /// Lowers the level until the parts fit.
  private mutating func trim() {
    while level > 1, kinds.values.reduce(0, { $0 + min($1.count, level - 1) }) > limit {
      level -= 1
      for kind in kinds.keys { cut(kind, to: level) }
    }
    // More kinds than may be listed: the first ones stay.
    while kinds.count > limit, let last = kinds.map({ Beginning(place: $0.value[0].place, kind: $0.key) }).max() {
      kinds[last.kind] = nil
      bound = last
    }
  }

  private mutating func cut(_ kind: UInt64, to count: Int) {
    guard let units = kinds[kind], units.count > count else { return }
    kinds[kind] = Array(units.prefix(count))
  }

  /// Where a place is among units, or would be.
  private static func position(of place: Place, in units: [Unit]) -> (Int, isThere: Bool) {
    // Findings mostly come in order.
    if let last = units.last, last.place < place { return (units.count, false) }
    var (low, high) = (0, units.count)
    while low < high {
      let middle = (low + high) / 2
      if units[middle].place < place { low = middle + 1 } else { high = middle }
    }
    return (low, low < units.count && units[low].place == place)
  }
}

extension FairShare.Unit {
  /// Whether a finding is among the first ones.
  fileprivate func takes(_ place: FairShare.Place) -> Bool {
    issues.count < FairShare.shownOfUnit || issues.last.map { place < $0.place } == true
  }

  fileprivate mutating func insert(_ place: FairShare.Place, _ issue: LocatedDiagnostic) {
    let position = issues.firstIndex { place < $0.place } ?? issues.count
    issues.insert((place, issue), at: position)
    if issues.count > FairShare.shownOfUnit { issues.removeLast() }
  }
}

package import FHIRFindings

/// Selects the findings to list if there are too many: equally many of each kind, the first of each. If there are too
/// many kinds, they are the worst ones, and of these the first. Findings come in any order and from several threads,
/// each with its own share. The merged result does not depend on the order: a kind always keeps its final part of the
/// limit, as new kinds only lower the level and nothing raises it.
///
/// ```text
/// limit 5     kind a 9, b 2, c 1      level 2: two of each, four together; the fifth is the third of kind a
/// ```
package struct FairShare: Sendable {
  /// An entry of the list: the findings of one kind at one place.
  private struct Unit: Sendable {
    var place: RunPlace
    /// The first findings; at most ``FairShare/shownOfUnit``.
    var issues: [LocatedFinding]
    var count = 1
  }

  /// The largest number of findings of one kind at one place that are listed individually.
  private static let shownOfUnit = 3
  package static let largestLimit = 20_000

  private let limit: Int
  private var kinds: [UInt64: [Unit]] = [:]
  /// The largest number of units that a kind keeps: one more than its part, to distribute the remainder.
  private var level: Int
  /// Kinds whose first finding is here or later are dropped; `nil` while all kinds fit.
  private var bound: Beginning?

  /// The first place of a kind, and its key to distinguish kinds with the same place. The worst come first.
  private struct Beginning: Comparable {
    var severity: Severity
    var place: RunPlace
    var kind: UInt64

    init(_ kind: UInt64, _ unit: Unit) { self.init(kind, unit.issues[0].finding.severity, at: unit.place) }

    init(_ kind: UInt64, _ severity: Severity, at place: RunPlace) {
      (self.severity, self.place, self.kind) = (severity, place, kind)
    }

    static func < (a: Self, b: Self) -> Bool { (b.severity, a.place, a.kind) < (a.severity, b.place, b.kind) }
  }

  package init(limit: Int) {
    self.limit = min(limit, FairShare.largestLimit)
    level = self.limit + 1
  }

  /// Offers a finding; calls `make` only if the finding is kept for now.
  package mutating func offer(
    kind: UInt64, _ severity: Severity, at place: RunPlace, _ make: () throws -> LocatedFinding
  ) rethrows {
    guard limit > 0 else { return }
    guard let index = kinds.index(forKey: kind) else {
      if let bound, bound <= Beginning(kind, severity, at: place) { return }
      kinds[kind] = [Unit(place: place, issues: [try make()])]
      return trim()
    }
    let (position, isThere) = FairShare.position(of: place, in: kinds.values[index])
    if isThere {
      kinds.values[index][position].count += 1
      guard kinds.values[index][position].issues.count < FairShare.shownOfUnit else { return }
      kinds.values[index][position].issues.append(try make())
    } else if position < level {
      kinds.values[index].insert(Unit(place: place, issues: [try make()]), at: position)
      if kinds.values[index].count > level { kinds.values[index].removeLast() }
      trim()
    }
  }

  package mutating func merge(_ other: FairShare) {
    level = min(level, other.level)
    if let other = other.bound { bound = bound.map { min($0, other) } ?? other }
    for (kind, units) in other.kinds {
      var merged = kinds[kind] ?? []
      for unit in units {
        let (position, isThere) = FairShare.position(of: unit.place, in: merged)
        if isThere {
          merged[position].count += unit.count
          merged[position].issues = Array((merged[position].issues + unit.issues).prefix(FairShare.shownOfUnit))
        } else {
          merged.insert(unit, at: position)
        }
      }
      kinds[kind] = merged
    }
    for kind in kinds.keys { cut(kind, to: level) }
    trim()
  }

  /// The list, in the order of the run, within the limit. For a unit with more than ``shownOfUnit`` findings, or with
  /// more than fit, the first finding represents all and gives the number of the others.
  package var listed: [LocatedFinding] {
    var chosen: [(beginning: Beginning, unit: Unit)] = []
    var extra: [(beginning: Beginning, unit: Unit)] = []
    for (kind, units) in kinds {
      let units = units.map { (beginning: Beginning(kind, $0), unit: $0) }
      chosen += units.prefix(level - 1)
      extra += units.dropFirst(level - 1)
    }
    extra.sort { $0.beginning < $1.beginning }
    chosen += extra.prefix(limit - chosen.count)
    chosen.sort { $0.beginning < $1.beginning }
    var issues: [(place: RunPlace, issue: LocatedFinding)] = []
    var room = limit - chosen.count
    for (_, unit) in chosen {
      let isWhole = unit.count == unit.issues.count && unit.count - 1 <= room
      var shown = unit.issues
      if isWhole {
        room -= unit.count - 1
      } else {
        shown = [shown[0]]
        shown[0].repeats = unit.count - 1
      }
      issues += shown.map { (unit.place, $0) }
    }
    issues.sort { a, b in
      let (one, other) = (a.issue.finding, b.issue.finding)
      return (a.place, one.rule, one.path.byBytes) < (b.place, other.rule, other.path.byBytes)
    }
    return issues.map(\.issue)
  }

  /// Lowers the level until the parts fit.
  private mutating func trim() {
    while level > 1, kinds.values.reduce(0, { $0 + min($1.count, level - 1) }) > limit {
      level -= 1
      for kind in kinds.keys { cut(kind, to: level) }
    }
    // There are more kinds than may be listed: the worst ones are kept.
    while kinds.count > limit, let last = kinds.map({ Beginning($0.key, $0.value[0]) }).max() {
      kinds[last.kind] = nil
      bound = last
    }
  }

  private mutating func cut(_ kind: UInt64, to count: Int) {
    guard let units = kinds[kind], units.count > count else { return }
    kinds[kind] = Array(units.prefix(count))
  }

  /// The index of a place among units, or where it would be inserted.
  private static func position(of place: RunPlace, in units: [Unit]) -> (Int, isThere: Bool) {
    let position = units.bisect { place <= $0.place }
    return (position, position < units.count && units[position].place == place)
  }
}

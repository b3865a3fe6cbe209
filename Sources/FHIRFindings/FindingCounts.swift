/// Counts findings by rule and severity: most rules have one severity, and some have another in another release.
///
/// Rows are found by the hash that the name of a rule stores, so a finding that is only counted costs almost nothing.
public struct FindingCounts: Sendable {
  private struct Row {
    let rule: RuleID
    /// By the raw value of the severity.
    var counts: SIMD4<Int>
  }

  /// In the order in which the rules were first counted. All counts of a row may be 0 after a subtraction.
  private var rows: [Row] = []
  /// The number of each row plus 1, by the hash of its rule; 0 for an empty place. Half of the places are empty. There
  /// are none for a few rows, which most records have: these are compared one by one.
  private var places: [UInt32] = []
  private static let few = 4

  /// Makes empty counts.
  public init() {}

  /// Whether nothing was counted.
  public var isEmpty: Bool { total == 0 }
  /// The number of all findings.
  public var total: Int { sums.wrappedSum() }
  /// The number of findings of each rule.
  public var byRule: [RuleID: Int] { counts.mapValues { $0.wrappedSum() } }

  /// The number of findings of each severity; a severity without findings is left out.
  public var bySeverity: [Severity: Int] {
    let sums = sums
    return [Severity: Int](
      uniqueKeysWithValues: Severity.allCases.filter { sums[$0.index] > 0 }.map { ($0, sums[$0.index]) })
  }

  /// The number of findings of a severity.
  package subscript(severity: Severity) -> Int { sums[severity.index] }

  /// The number of findings of a rule with a severity.
  public subscript(rule: RuleID, severity: Severity) -> Int {
    place(of: rule).row.map { rows[$0].counts[severity.index] } ?? 0
  }

  /// Counts findings.
  public mutating func add(_ rule: RuleID, _ severity: Severity, _ count: Int = 1) {
    let place = place(of: rule)
    if let row = place.row {
      rows[row].counts[severity.index] &+= count
    } else {
      var counts = SIMD4<Int>()
      counts[severity.index] = count
      append(Row(rule: rule, counts: counts), at: place.index)
    }
  }

  /// Subtracts findings that were counted.
  public mutating func remove(_ rule: RuleID, _ severity: Severity, _ count: Int = 1) {
    guard let row = place(of: rule).row else { return }
    rows[row].counts[severity.index] = max(0, rows[row].counts[severity.index] - count)
  }

  /// Adds other counts.
  public mutating func merge(_ other: FindingCounts) {
    if rows.isEmpty { return self = other }
    for row in other.rows {
      let place = place(of: row.rule)
      if let number = place.row { rows[number].counts &+= row.counts } else { append(row, at: place.index) }
    }
  }

  /// Subtracts other counts, which must be included in these.
  public mutating func subtract(_ other: FindingCounts) { other.forEach { remove($0, $1, $2) } }

  /// Calls `body` with each rule, severity and count, in no particular order.
  public func forEach(_ body: (_ rule: RuleID, _ severity: Severity, _ count: Int) -> Void) {
    for row in rows {
      for severity in Severity.allCases where row.counts[severity.index] > 0 {
        body(row.rule, severity, row.counts[severity.index])
      }
    }
  }

  package var entries: [(rule: RuleID, severity: Severity, count: Int)] {
    var entries: [(rule: RuleID, severity: Severity, count: Int)] = []
    forEach { entries.append(($0, $1, $2)) }
    return entries
  }

  private var sums: SIMD4<Int> { rows.reduce(into: SIMD4<Int>()) { $0 &+= $1.counts } }

  private var counts: [RuleID: SIMD4<Int>] {
    [RuleID: SIMD4<Int>](uniqueKeysWithValues: rows.filter { $0.counts != SIMD4() }.map { ($0.rule, $0.counts) })
  }

  // MARK: - Rows

  /// The place of a rule, or the empty place where it belongs, and its row if it has one.
  private func place(of rule: RuleID) -> (index: Int, row: Int?) {
    if places.isEmpty { return (0, rows.firstIndex { $0.rule == rule }) }
    let mask = places.count - 1
    var index = Int(rule.hash) & mask
    while places[index] != 0 {
      let row = Int(places[index]) - 1
      if rows[row].rule == rule { return (index, row) }
      index = (index + 1) & mask
    }
    return (index, nil)
  }

  private mutating func append(_ row: Row, at index: Int) {
    if rows.isEmpty { rows.reserveCapacity(2 * Self.few) }
    rows.append(row)
    if rows.count <= Self.few { return }
    if rows.count * 2 <= places.count { return places[index] = UInt32(rows.count) }
    places = [UInt32](repeating: 0, count: max(32, places.count * 2))
    for (number, row) in rows.enumerated() { places[place(of: row.rule).index] = UInt32(number + 1) }
  }
}

extension FindingCounts: Hashable {
  /// Whether both have the same counts.
  public static func == (a: FindingCounts, b: FindingCounts) -> Bool { a.counts == b.counts }

  /// Hashes the compared counts.
  public func hash(into hasher: inout Hasher) { hasher.combine(counts) }
}

extension Severity {
  fileprivate var index: Int { Int(rawValue) }
}

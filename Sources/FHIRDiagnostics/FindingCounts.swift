/// How many findings there are, by rule and severity: most rules have one severity, and some have another in another
/// release.
///
/// To count is to find the row of a rule by the hash that its name was given when it was made, so that a finding which
/// is only counted costs next to nothing.
public struct FindingCounts: Sendable {
  private struct Row {
    let rule: RuleID
    /// By the raw value of the severity.
    var counts: SIMD4<Int>
  }

  /// In the order in which the rules were first counted. All counts of one may be 0, once they were taken back.
  private var rows: [Row] = []
  /// The number of each row and 1 more, by the hash of its rule; 0 for an empty place. Half of the places are empty.
  private var places: [UInt32] = []

  /// Nothing counted yet.
  public init() {}

  /// Whether nothing was counted.
  public var isEmpty: Bool { total == 0 }

  /// All findings.
  public var total: Int { sums.wrappedSum() }

  /// All findings by rule.
  public var byRule: [RuleID: Int] { counts.mapValues { $0.wrappedSum() } }

  /// All findings by severity; those of none are left out.
  public var bySeverity: [Severity: Int] {
    let sums = sums
    return [Severity: Int](
      uniqueKeysWithValues: Severity.allCases.filter { sums[$0.index] > 0 }.map { ($0, sums[$0.index]) })
  }

  /// The findings of a rule and a severity.
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

  /// Takes findings back that were counted.
  public mutating func remove(_ rule: RuleID, _ severity: Severity, _ count: Int = 1) {
    guard let row = place(of: rule).row else { return }
    rows[row].counts[severity.index] = max(0, rows[row].counts[severity.index] - count)
  }

  /// Adds what was counted elsewhere.
  public mutating func merge(_ other: FindingCounts) {
    if rows.isEmpty {
      self = other
      return
    }
    for row in other.rows {
      let place = place(of: row.rule)
      if let number = place.row { rows[number].counts &+= row.counts } else { append(row, at: place.index) }
    }
  }

  /// Takes back what was counted elsewhere too.
  public mutating func subtract(_ other: FindingCounts) {
    other.forEach { remove($0, $1, $2) }
  }

  /// Passes on each rule with a severity and their count, in no order.
  public func forEach(_ body: (_ rule: RuleID, _ severity: Severity, _ count: Int) -> Void) {
    for row in rows {
      for severity in Severity.allCases where row.counts[severity.index] > 0 {
        body(row.rule, severity, row.counts[severity.index])
      }
    }
  }

  private var sums: SIMD4<Int> { rows.reduce(into: SIMD4<Int>()) { $0 &+= $1.counts } }

  /// The rules that were counted.
  private var counts: [RuleID: SIMD4<Int>] {
    [RuleID: SIMD4<Int>](
      uniqueKeysWithValues: rows.filter { $0.counts != SIMD4() }.map { ($0.rule, $0.counts) })
  }

  // MARK: - Rows

  /// Where a rule stands or belongs among the places, and its row if it has one.
  private func place(of rule: RuleID) -> (index: Int, row: Int?) {
    let mask = places.count - 1
    if mask < 0 { return (0, nil) }
    var index = Int(rule.hash) & mask
    while places[index] != 0 {
      let row = Int(places[index]) - 1
      if rows[row].rule == rule { return (index, row) }
      index = (index + 1) & mask
    }
    return (index, nil)
  }

  private mutating func append(_ row: Row, at index: Int) {
    rows.append(row)
    if rows.count * 2 <= places.count {
      places[index] = UInt32(rows.count)
      return
    }
    places = [UInt32](repeating: 0, count: max(32, places.count * 2))
    for (number, row) in rows.enumerated() { places[place(of: row.rule).index] = UInt32(number + 1) }
  }
}

extension FindingCounts: Hashable {
  /// Whether both have counted the same.
  public static func == (a: FindingCounts, b: FindingCounts) -> Bool { a.counts == b.counts }

  /// Hashes the compared counts.
  public func hash(into hasher: inout Hasher) { hasher.combine(counts) }
}

extension Severity {
  fileprivate var index: Int { Int(rawValue) }
}

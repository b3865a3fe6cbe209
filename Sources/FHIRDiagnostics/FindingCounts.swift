/// Counts findings by rule and severity: most rules have one severity, and some have another in another release.
public struct FindingCounts: Sendable, Hashable {
  /// By the raw value of the severity.
  private var counts: [RuleID: SIMD4<Int>] = [:]

  /// Makes empty counts.
  public init() {}

  /// Whether nothing was counted.
  public var isEmpty: Bool { counts.isEmpty }

  /// The number of all findings.
  public var total: Int { counts.values.reduce(0) { $0 + $1.wrappedSum() } }

  /// The number of findings of each rule.
  public var byRule: [RuleID: Int] { counts.mapValues { $0.wrappedSum() } }

  /// The number of findings of each severity; a severity without findings is left out.
  public var bySeverity: [Severity: Int] {
    let sums = counts.values.reduce(into: SIMD4<Int>()) { $0 &+= $1 }
    return [Severity: Int](
      uniqueKeysWithValues: Severity.allCases.filter { sums[$0.index] > 0 }.map { ($0, sums[$0.index]) })
  }

  /// The number of findings of a rule with a severity.
  public subscript(rule: RuleID, severity: Severity) -> Int { counts[rule]?[severity.index] ?? 0 }

  /// Counts findings.
  public mutating func add(_ rule: RuleID, _ severity: Severity, _ count: Int = 1) {
    counts[rule, default: SIMD4<Int>()][severity.index] &+= count
  }

  /// Subtracts findings that were counted.
  public mutating func remove(_ rule: RuleID, _ severity: Severity, _ count: Int = 1) {
    guard var row = counts[rule] else { return }
    row[severity.index] = max(0, row[severity.index] - count)
    counts[rule] = row.wrappedSum() == 0 ? nil : row
  }

  /// Adds other counts.
  public mutating func merge(_ other: FindingCounts) {
    counts.merge(other.counts) { $0 &+ $1 }
  }

  /// Subtracts other counts, which must be included in these.
  public mutating func subtract(_ other: FindingCounts) {
    other.forEach { remove($0, $1, $2) }
  }

  /// Calls `body` with each rule, severity and count, in no particular order.
  public func forEach(_ body: (_ rule: RuleID, _ severity: Severity, _ count: Int) -> Void) {
    for (rule, row) in counts {
      for severity in Severity.allCases where row[severity.index] > 0 { body(rule, severity, row[severity.index]) }
    }
  }
}

extension Severity {
  fileprivate var index: Int { Int(rawValue) }
}

public import FHIRFindings

/// Counts findings by rule, by place, by value and by source, with one example each.
///
/// It suits any number of findings: it keeps counts and no findings, in limited memory. Statistics of parts of a run can
/// be merged, and the result does not depend on how the run was divided.
///
/// ```swift
/// var statistics = FindingStatistics()
/// for issue in issues { statistics.add(issue) }
/// for row in statistics.rules { print(row.count, row.rule, row.example.file) }
/// ```
public struct FindingStatistics: Sendable {
  /// Findings that are counted together.
  public struct Row: Hashable, Sendable {
    /// The rule that all of them break.
    public var rule: RuleID
    /// Their severity; for several severities, the highest.
    public var severity: Severity
    /// Their other common property: the pattern of the path, or the value; empty in a count by rule alone.
    public var name: String
    /// The number of findings.
    public var count: Int
    /// The first finding.
    public var example: Example
  }

  /// A finding that represents others.
  public struct Example: Hashable, Sendable {
    /// The file as the caller named it.
    public var file: String
    /// The place in it; `nil` in a file without lines.
    public var position: SourcePosition?
    /// The message, with the user parts of URLs masked.
    public var message: String
    /// The element.
    public var path: String
    /// The pattern of the path: `Observation.valueQuantity.system`.
    public var pattern: String
    /// The record, if known.
    public var record: RecordLabel?
  }

  /// A source of records.
  public struct Source: Hashable, Sendable {
    /// Its name, with the user parts of URLs masked.
    public var name: String
    /// The number of findings in its records.
    public var count: Int
  }

  /// How many findings were added.
  public private(set) var count = 0
  private var byPath = FindingTable<Placed>()
  private var byValue = FindingTable<Placed>()
  private var byRule = FindingTable<Placed>()
  private var bySource = NameCounts()

  /// Makes empty statistics.
  public init() {}

  /// Counts a finding of the file with a number in the run. The example is the first by number, then by byte offset.
  public mutating func add(_ issue: LocatedFinding, file: Int = 0) {
    add(issue, FindingKind(of: issue.finding), file: file) { issue.position }
  }

  /// Counts a finding of a known kind; its line is determined only if it becomes an example.
  package mutating func add(
    _ issue: LocatedFinding, _ kind: FindingKind, file: Int, position: () throws -> SourcePosition?
  ) rethrows {
    let finding = issue.finding
    count += 1
    let place = RunPlace(file: file, offset: finding.range.start)
    func add(
      _ key: UInt64, to table: inout FindingTable<Placed>, _ name: (_ pattern: String, _ value: String) -> String
    ) throws {
      try table.add(key) { entry in
        let count = (entry?.row.count ?? 0) + 1
        if entry.map({ place < $0.place }) != false {
          let (pattern, value) = FindingKind.texts(of: finding)
          let example = Example(
            file: issue.file, position: try position(), message: MaskedAddress.text(finding.message),
            path: finding.path, pattern: pattern, record: finding.record)
          let row = Row(
            rule: finding.rule, severity: finding.severity, name: name(pattern, value), count: 1, example: example)
          entry = Placed(row: row, place: place)
        }
        entry?.row.count = count
      }
    }
    try add(kind.pathKey, to: &byPath) { pattern, _ in pattern }
    if let key = kind.valueKey { try add(key, to: &byValue) { MaskedAddress.text($1) } }
    try add(FindingKind.ruleKey(of: finding), to: &byRule) { _, _ in "" }
    if let source = issue.source { bySource.add(source.byBytes) }
  }

  /// Adds the statistics of another part of the run.
  public mutating func merge(_ other: FindingStatistics) {
    count += other.count
    byPath.merge(other.byPath)
    byValue.merge(other.byValue)
    byRule.merge(other.byRule)
    bySource.merge(other.bySource)
  }

  /// Findings by rule and severity, the most frequent first.
  public var rules: [Row] { sorted(byRule).rows }
  /// Findings by rule and pattern of the path, the most frequent first.
  public var paths: [Row] { sorted(byPath).rows }
  /// Findings about codes and systems by rule and value, the most frequent first.
  public var values: [Row] { sorted(byValue).rows }
  /// How many findings are in no row of ``paths``, which holds a limited number of different ones.
  public var countOfOtherPaths: Int { sorted(byPath).others }
  /// How many findings about codes and systems are in no row of ``values``.
  public var countOfOtherValues: Int { sorted(byValue).others }

  /// Findings by source, the most frequent first, without those of unknown source.
  public var sources: [Source] {
    MaskedAddress.counts([:].merging(bySource.commonest(1_000).names.map { ($0.name, $0.count) }, uniquingKeysWith: +))
      .commonestFirst.map { Source(name: $0.key.string, count: $0.value) }
  }

  private func sorted(_ table: FindingTable<Placed>) -> (rows: [Row], others: Int) {
    let (entries, others) = table.settled
    let rows = entries.values.map(\.row).sorted { a, b in
      (b.count, a.rule, a.name.byBytes, b.severity) < (a.count, b.rule, b.name.byBytes, a.severity)
    }
    return (rows, others)
  }
}

private struct Placed: FindingTableEntry {
  var row: FindingStatistics.Row
  var place: RunPlace
  var count: Int { row.count }

  mutating func merge(_ other: Placed) {
    let count = row.count + other.row.count
    if other.place < place { self = other }
    row.count = count
  }
}

extension FindingStatistics: Hashable {
  /// Whether both have the same counts.
  public static func == (a: FindingStatistics, b: FindingStatistics) -> Bool {
    a.count == b.count && a.rules == b.rules && a.paths == b.paths && a.values == b.values && a.sources == b.sources
      && a.countOfOtherPaths == b.countOfOtherPaths && a.countOfOtherValues == b.countOfOtherValues
  }

  /// Hashes only the number of findings, which is cheap.
  public func hash(into hasher: inout Hasher) { hasher.combine(count) }
}

/// What a ``FindingTable`` holds of the findings of one key.
protocol FindingTableEntry: Sendable {
  var count: Int { get }
  /// Adds findings of the same key; the result does not depend on the order.
  mutating func merge(_ other: Self)
}

/// Collects findings by key in bounded memory. As in `NameCounts`, the smallest keys are kept. Keys are digests, so the
/// kept keys do not depend on the order of findings or on the number of tables.
struct FindingTable<Entry: FindingTableEntry>: Sendable {
  private static var limit: Int { 2048 }
  private var entries: [UInt64: Entry] = [:]
  /// Keys from here on are left out; `nil` while all keys fit.
  private var bound: UInt64?
  private var leftOut = 0

  /// Adds a finding; calls `change` with the entry of its key, `nil` for a new one, unless the key is left out.
  mutating func add(_ key: UInt64, _ change: (inout Entry?) throws -> Void) rethrows {
    if bound.map({ key < $0 }) != false {
      try change(&entries[key])
      if entries.count > 2 * Self.limit { settle() }
    } else {
      leftOut += 1
    }
  }

  mutating func merge(_ other: FindingTable) {
    if let other = other.bound, bound.map({ other < $0 }) != false { lower(to: other) }
    for (key, entry) in other.entries {
      if bound.map({ key < $0 }) != false {
        if entries[key]?.merge(entry) == nil { entries[key] = entry }
        if entries.count > 2 * Self.limit { settle() }
      } else {
        leftOut += entry.count
      }
    }
    leftOut += other.leftOut
  }

  /// The entries with their keys, and how many findings have no entry.
  var settled: (entries: [UInt64: Entry], leftOut: Int) {
    var copy = self
    if entries.count > Self.limit { copy.settle() }
    return (copy.entries, copy.leftOut)
  }

  private mutating func settle() { lower(to: entries.keys.sorted()[Self.limit]) }

  private mutating func lower(to limit: UInt64) {
    bound = limit
    entries = entries.filter { key, entry in
      if key < limit { return true }
      leftOut += entry.count
      return false
    }
  }
}

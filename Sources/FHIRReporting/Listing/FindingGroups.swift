package import FHIRFindings
import FHIRSupport

/// The findings of a run by kind, for a report that says what repeats once: counts, and the first findings of each kind.
///
/// It holds a limited number of kinds, whatever the size of the run; findings of other kinds are only counted. Groups of
/// parts of a run can be merged, and the result does not depend on how the run was divided.
package struct FindingGroups: Sendable {
  /// The file and the record of a finding, as far as they distinguish it from the one before.
  package struct Origin: Hashable, Sendable {
    /// The number of the file in the run.
    package var file: Int
    /// Whether other parts of the file may be read elsewhere.
    package var isPart: Bool
    /// The offset of the record, or another number for it; `nil` if the finding is of no known record.
    package var record: Int?
    /// A digest of the type of the record.
    package var type: UInt64

    package init(file: Int, isPart: Bool, record: Int?, of finding: Finding) {
      (self.file, self.isPart, self.record) = (file, isPart, record)
      type = finding.record.map { Digest.of($0.resourceType) } ?? 0
    }
  }

  /// How many findings of a kind are kept.
  fileprivate static let shown = 3
  /// About how many lines the list may have if the caller sets no limit.
  private static let lines = 100
  /// How many kinds of one rule are listed before any third one.
  private static let ofOneRule = 2

  private var table = FindingTable<Entry>()

  package init() {}

  /// The kind of a finding, whatever the type of its record. What needs no repair is one kind for each rule: such recommendations are missed at many
  /// places, by nearly every record.
  package static func kind(of finding: Finding) -> UInt64 {
    finding.severity == .information ? FindingKind.ruleKey(of: finding) : FindingKind.keyBelowType(of: finding)
  }

  /// Adds a finding; calls `make` if it is among the first of its kind.
  package mutating func add(
    kind: UInt64, at place: RunPlace, _ origin: Origin, _ make: () throws -> LocatedFinding
  ) rethrows {
    count += 1
    try table.add(kind) { entry in
      // If the example cannot be made, nothing is added.
      var changed = entry ?? Entry()
      changed.add(origin)
      try changed.first.add(place, make)
      entry = changed
    }
  }

  /// How many findings were added.
  package private(set) var count = 0

  /// Adds the groups of another part of the run.
  package mutating func merge(_ other: FindingGroups) {
    count += other.count
    table.merge(other.table)
  }

  /// The groups to list, the most severe first, then those of most records. What occurs once comes last, in the order
  /// of the run.
  ///
  /// - Parameter limit: how many groups to list; `nil` for as many as a reader reads.
  package func listed(_ limit: Int?) -> [LocatedFinding] {
    let ranked = table.settled.entries.sorted { a, b in
      let (one, other) = (a.value, b.value)
      if one.rank != other.rank { return one.rank > other.rank }
      if one.records != other.records { return one.records > other.records }
      if one.count != other.count { return one.count > other.count }
      return one.place != other.place ? one.place < other.place : a.key < b.key
    }.map(\.value)
    var room = limit ?? FindingGroups.lines
    var ofRule: [RuleID: Int] = [:]
    var chosen = Set<Int>()
    for isFirstPass in [true, false] {
      for (number, entry) in ranked.enumerated() where !chosen.contains(number) {
        let cost = limit == nil ? entry.lines : 1
        if isFirstPass, ofRule[entry.rule, default: 0] >= FindingGroups.ofOneRule { continue }
        if cost > room { break }
        ofRule[entry.rule, default: 0] += 1
        room -= cost
        chosen.insert(number)
      }
    }
    let entries = chosen.sorted().map { ranked[$0] }
    let single = entries.filter { $0.count == 1 }
    return (entries.filter { $0.count > 1 } + single.sorted { $0.place < $1.place })
      .map(\.issue)
  }
}

/// The findings of one kind.
private struct Entry: FindingTableEntry {
  private(set) var count = 0
  private(set) var records = 0
  private var files = 0
  /// Whether each finding is of a known record.
  private var isOfRecords = true
  /// The files among these that were read in parts.
  private var parted: Set<Int> = []
  private var last: FindingGroups.Origin?
  /// The type of all records; `nil` if there are several.
  private var type: UInt64?
  var first = FirstPlaces<LocatedFinding>(limit: FindingGroups.shown)

  private var example: LocatedFinding { first.entries[0].value }
  var place: RunPlace { first.entries[0].place }
  var rule: RuleID { example.finding.rule }
  var severity: Severity { example.finding.severity }
  /// The severity, in which a fatal error is one record with an error.
  var rank: Severity { min(severity, .error) }

  /// About how many lines a report with 80 columns needs for it.
  var lines: Int {
    if severity == .information, count > 1 { return 2 }
    let issue = example
    let words = 2 + issue.finding.message.utf8.count / 72 + 3
    if count == 1 { return words + 1 }
    let places = first.entries.map { 1 + ($0.value.file.utf8.count + ($0.value.title?.utf8.count ?? 12) + 24) / 80 }
    return words + places.reduce(0, +)
  }

  /// The first finding, with the others as its group.
  var issue: LocatedFinding {
    var issue = example
    issue.repeats = count - 1
    guard count > 1 else { return issue }
    issue.group = LocatedFinding.Group(
      records: isOfRecords ? records : nil, files: files, isOfOneType: type != nil,
      others: first.entries.dropFirst().map(\.value))
    return issue
  }

  /// Counts a finding.
  mutating func add(_ origin: FindingGroups.Origin) {
    defer { last = origin }
    count += 1
    type = count == 1 || type == origin.type ? origin.type : nil
    if origin != last || origin.record == nil { records += 1 }
    isOfRecords = isOfRecords && origin.record != nil
    if origin.file != last?.file {
      files += 1
      if origin.isPart { parted.insert(origin.file) }
    }
  }

  mutating func merge(_ other: Entry) {
    count += other.count
    records += other.records
    isOfRecords = isOfRecords && other.isOfRecords
    if type != other.type { type = nil }
    files += other.files - parted.intersection(other.parted).count
    parted.formUnion(other.parted)
    first.merge(other.first)
  }
}

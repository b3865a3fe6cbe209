package import FHIRFindings

/// The findings of a run by kind, for a report that says what repeats once: counts, and the first findings of each
/// kind. It holds a limited number of kinds, whatever the size of the run; findings of other kinds are only counted.
/// Groups of parts of a run can be merged, and the result does not depend on how the run was divided.
package struct FindingGroups: Sendable {
  /// The file and the record of a finding, as far as they distinguish it from the one before.
  package struct Origin: Hashable, Sendable {
    /// The number of the file in the run.
    package var file: Int
    /// Whether other parts of the file may be read elsewhere.
    package var isPart: Bool
    /// The offset of the record, or another number for it; `nil` if the finding is of no known record.
    package var record: Int?
    /// Digests of the type of the record, and of the folder of the file.
    package var (type, folder): (UInt64, UInt64)

    package init(file: Int, named name: String, isPart: Bool, record: Int?, of finding: Finding) {
      (self.file, self.isPart, self.record) = (file, isPart, record)
      type = finding.record.map { Digest.of($0.resourceType) } ?? 0
      folder = Digest.of(String(name.prefix(upTo: name.utf8.lastIndex(of: UInt8(ascii: "/")) ?? name.startIndex)))
    }
  }

  /// About how many lines the list may have if the caller sets no limit.
  private static let lines = 100
  /// How many kinds of one rule are listed before any third one.
  private static let ofOneRule = 2
  /// How many of the rules with most findings have a kind that is listed before any second one.
  private static let rulesFirst = 5
  /// How many kinds of what could not be read are listed before anything else, whatever their rule. There may be many
  /// kinds of them, and a reader needs the others, too.
  private static let fatalFirst = 3

  private var table = FindingTable<Entry>()

  package init() {}

  /// The kind of a finding, whatever the type of its record. What needs no repair is one kind for each message, whatever
  /// the element: such recommendations are missed at many places, by nearly every record.
  package static func kind(of finding: Finding) -> UInt64 {
    let isNote = finding.severity == .information
    let key = isNote ? FindingKind.wordsKey(of: finding) : FindingKind.keyBelowType(of: finding)
    // The table keeps the smallest keys, which shall be those of what could not be read.
    return key >> 1 | (finding.severity == .fatal ? 0 : 1 << 63)
  }

  /// Adds a finding; calls `make` if it becomes an example. A report says what the messages of a kind have in common.
  package mutating func add(
    kind: UInt64, at place: RunPlace, _ origin: Origin, _ message: String, _ make: () throws -> LocatedFinding
  ) rethrows {
    count += 1
    try table.add(kind) { entry in
      // If the example cannot be made, nothing is added.
      var changed = entry ?? Entry(message)
      try changed.examples.add(place, origin, make)
      changed.add(origin, message)
      entry = changed
    }
  }

  package private(set) var count = 0

  package mutating func merge(_ other: FindingGroups) {
    count += other.count
    table.merge(other.table)
  }

  /// The groups to list, the most severe first, then those of most records; without a limit as many as a reader reads.
  /// What occurs once comes last, in the order of the run; but what could not be read is listed first, even then.
  package func listed(_ limit: Int?) -> [LocatedFinding] {
    let ranked = table.settled.entries.sorted { a, b in
      let (one, other) = (a.value, b.value)
      if one.isFatal != other.isFatal { return one.isFatal }
      return (other.rank, other.records, other.count, one.place, a.key)
        < (one.rank, one.records, one.count, other.place, b.key)
    }.map(\.value)
    var totals: [RuleID: Int] = [:]
    for entry in ranked where entry.rank == ranked[0].rank { totals[entry.rule, default: 0] += entry.count }
    let commonest = totals.commonestFirst.prefix(FindingGroups.rulesFirst).map(\.key)
    var room = limit ?? FindingGroups.lines
    var ofRule: [RuleID: Int] = [:]
    var chosen = Set<Int>()
    // Errors may take all the room, and a reader should see what is warned of most.
    if limit == nil, let warning = ranked.firstIndex(where: { $0.severity == .warning }) {
      ofRule[ranked[warning].rule] = 1
      room -= ranked[warning].lines
      chosen.insert(warning)
    }
    for mostOfRule in [1, FindingGroups.ofOneRule, .max] {
      for (number, entry) in ranked.enumerated() where !chosen.contains(number) {
        let cost = limit == nil ? entry.lines : 1
        if mostOfRule == 1, number > 0, !entry.isFatal, !commonest.contains(entry.rule) { continue }
        let isAlwaysListed = entry.isFatal && number < FindingGroups.fatalFirst
        if !isAlwaysListed, ofRule[entry.rule, default: 0] >= mostOfRule { continue }
        if cost > room { break }
        ofRule[entry.rule, default: 0] += 1
        room -= cost
        chosen.insert(number)
      }
    }
    let entries = chosen.sorted().map { ranked[$0] }
    let single = entries.filter { $0.count == 1 && !$0.isFatal }
    return (entries.filter { $0.count > 1 || $0.isFatal } + single.sorted { $0.place < $1.place }).map(\.issue)
  }
}

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
  /// The message of one finding, and the parts in which others differ.
  private let message: String
  private var differing: UInt64 = 0
  var examples = Examples()

  init(_ message: String) { self.message = message }
  private var example: LocatedFinding { examples.first.issue }
  var place: RunPlace { examples.first.place }
  var rule: RuleID { example.finding.rule }
  var severity: Severity { example.finding.severity }
  var isFatal: Bool { severity == .fatal }
  /// The severity, in which a fatal error is one record with an error.
  var rank: Severity { min(severity, .error) }

  /// About how many lines a report with 80 columns needs for it.
  var lines: Int {
    if severity == .information, count > 1 { return 2 }
    let issue = example
    let words = 2 + issue.finding.message.utf8.count / 72 + 3
    if count == 1 { return words + 1 }
    let places = examples.chosen.map { 1 + ($0.file.utf8.count + ($0.title?.utf8.count ?? 12) + 24) / 80 }
    return words + places.reduce(0, +)
  }

  var issue: LocatedFinding {
    var issue = example
    issue.repeats = count - 1
    guard count > 1 else { return issue }
    issue.group = LocatedFinding.Group(
      records: isOfRecords ? records : nil, files: files, isOfOneType: type != nil,
      others: Array(examples.chosen.dropFirst()), differing: differing)
    return issue
  }

  mutating func add(_ origin: FindingGroups.Origin, _ message: String) {
    defer { last = origin }
    count += 1
    note(message)
    type = count == 1 || type == origin.type ? origin.type : nil
    if origin != last || origin.record == nil { records += 1 }
    isOfRecords = isOfRecords && origin.record != nil
    if origin.file != last?.file {
      files += 1
      if origin.isPart { parted.insert(origin.file) }
    }
  }

  private mutating func note(_ other: String) {
    if message.byBytes != other.byBytes { differing |= MessageParts(message).differences(from: MessageParts(other)) }
  }

  mutating func merge(_ other: Entry) {
    count += other.count
    note(other.message)
    differing |= other.differing
    records += other.records
    isOfRecords = isOfRecords && other.isOfRecords
    if type != other.type { type = nil }
    files += other.files - parted.intersection(other.parted).count
    parted.formUnion(other.parted)
    examples.merge(other.examples)
  }
}

/// Some findings of a kind, from as different places as there are: from several folders, else files, else records. For
/// each of these levels the first finding of each of the first places is kept, which is enough to choose from, and does
/// not depend on how the run was divided.
private struct Examples: Sendable {
  // A class, since a look at the kept ones copies none.
  private final class Example: Sendable {
    /// What tells folder, file, record and finding from others.
    let keys: [UInt64]
    let issue: LocatedFinding

    init(keys: [UInt64], issue: LocatedFinding) { (self.keys, self.issue) = (keys, issue) }
  }

  private static let shown = 3
  private var levels = [FirstPlaces<Example>](repeating: FirstPlaces(limit: shown), count: 4)

  var first: (place: RunPlace, issue: LocatedFinding) {
    let (place, example) = levels[0].entries[0]
    return (place, example.issue)
  }

  var chosen: [LocatedFinding] {
    var chosen: [(place: RunPlace, value: Example)] = []
    for (level, examples) in levels.enumerated() {
      for example in examples.entries where chosen.count < Self.shown {
        if !chosen.contains(where: { $0.value.keys[level] == example.value.keys[level] }) { chosen.append(example) }
      }
    }
    return chosen.sorted { $0.place < $1.place }.map(\.value.issue)
  }

  mutating func add(_ place: RunPlace, _ origin: FindingGroups.Origin, _ make: () throws -> LocatedFinding) rethrows {
    let file = Digest.of(place.file, from: 1)
    let finding = Digest.of(place.offset, from: file)
    let keys = [origin.folder, file, origin.record.map { Digest.of($0, from: file &+ 1) } ?? finding, finding]
    var made: Example?
    for level in levels.indices {
      try levels[level].add(place, replacing: { $0.keys[level] == keys[level] }) {
        let example = try made ?? Example(keys: keys, issue: make())
        made = example
        return example
      }
    }
  }

  mutating func merge(_ other: Examples) {
    for level in levels.indices {
      for (place, example) in other.levels[level].entries {
        levels[level].add(place, replacing: { $0.keys[level] == example.keys[level] }) { example }
      }
    }
  }
}

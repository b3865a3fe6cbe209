import Diagnostics
import FHIRSchema

/// What the walk has found: diagnostics up to a limit for each record, and counts of all that was read.
struct Findings {
  private(set) var diagnostics: [Diagnostic] = []
  private let limit: Int
  /// Findings of the record in hand, kept or not.
  private var ofRecord = 0
  private(set) var records = 0
  private var issues = [Int](repeating: 0, count: Severity.allCases.count)
  private var notJudged: [NotJudged: Int] = [:]
  /// Records by the row of their type.
  private var recordsByType = RowCounts()
  /// Values bound to a set that cannot be judged offline, by the set's row.
  var unjudgedCodes = RowCounts()
  var narratives = 0
  var extensions = 0
  var references = 0
  var profiles: [String: Int] = [:]

  init(limit: Int) {
    self.limit = max(limit, 0)
  }

  mutating func beginRecord() { ofRecord = 0 }

  mutating func countRecord(type: Int) {
    records += 1
    recordsByType.add(type)
  }

  /// Whether the record in hand may have another finding in the list; one beyond the limit is only counted.
  mutating func hasRoom(for rule: Rule) -> Bool {
    ofRecord += 1
    if ofRecord > limit { issues[Int(rule.severity.rawValue)] += 1 }
    return ofRecord <= limit + 1
  }

  mutating func add(_ diagnostic: consuming Diagnostic) {
    if ofRecord > limit {
      diagnostic.rule = Rule.tooManyIssues.id
      diagnostic.severity = Rule.tooManyIssues.severity
      diagnostic.message =
        "expected at most \(limit) findings in one record, found more; the rest is counted, not listed"
    }
    diagnostics.append(diagnostic)
  }

  /// Whether nothing more is kept for the record in hand.
  var isFull: Bool { ofRecord > limit }

  /// Something in the place of a record that is none.
  mutating func countNotJudged(_ reason: NotJudged) { notJudged[reason, default: 0] += 1 }

  /// Hands over what was found so far, sorted by place, then by rule, then by path.
  mutating func takeSorted() -> [Diagnostic] {
    var taken: [Diagnostic] = []
    swap(&taken, &diagnostics)
    // Most of the walk is in order already.
    let isSorted = taken.indices.dropFirst().allSatisfy { Self.isOrdered(taken[$0 - 1], taken[$0]) }
    if !isSorted { taken.sort(by: Self.isOrdered) }
    for index in taken.indices { issues[Int(taken[index].severity.rawValue)] += 1 }
    return taken
  }

  private static func isOrdered(_ a: Diagnostic, _ b: Diagnostic) -> Bool {
    a.range != b.range ? a.range < b.range : a.rule != b.rule ? a.rule < b.rule : a.path < b.path
  }

  /// Forgets everything, as before the first record.
  mutating func forgetAll() {
    self = Findings(limit: limit)
  }

  /// The counts, in the form that callers see.
  func tally(_ schema: SchemaTable) -> ValidationTally {
    var tally = ValidationTally()
    tally.records = records
    tally.notChecked.reserveCapacity(8)
    for severity in Severity.allCases where issues[Int(severity.rawValue)] > 0 {
      tally.issues[severity] = issues[Int(severity.rawValue)]
    }
    for (type, count) in recordsByType.all { tally.resourceTypes[schema.typeNames[type]] = count }
    for (row, count) in unjudgedCodes.all { tally.notChecked[schema.valueSets[row].url] = count }
    for (url, count) in profiles { tally.notChecked["profile \(url)"] = count }
    tally.notJudged = notJudged
    let unread = notJudged.reduce(0) { $0 + ($1.key.isUnreadable ? $1.value : 0) }
    let others = [
      ("invariants", records), ("narrative", narratives), ("extension definitions", extensions),
      ("existence of reference targets", references), ("unreadable texts", unread),
    ]
    for (name, count) in others where count > 0 { tally.notChecked[name] = count }
    return tally
  }
}

/// Counts by row of the schema: a list, since an input names few of the rows.
struct RowCounts {
  private(set) var all: [(row: Int, count: Int)] = []

  mutating func add(_ row: Int) {
    if let place = all.firstIndex(where: { $0.row == row }) {
      all[place].count += 1
    } else {
      all.append((row, 1))
    }
  }
}

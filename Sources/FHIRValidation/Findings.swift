import Diagnostics
import FHIRSchema

/// What the walk has found: diagnostics up to a limit for each record, and counts of all that was read.
struct Findings {
  private(set) var diagnostics: [Diagnostic] = []
  private let limit: Int
  /// Findings of the record in hand, kept or not.
  private var ofRecord = 0
  private(set) var records = 0
  private var issues: [Severity: Int] = [:]
  private var unread = 0
  /// Records by the row of their type.
  private(set) var recordsByType: [Int: Int] = [:]
  private var lastType = -1
  private var lastTypeCount = 0
  /// Values bound to a set that cannot be judged offline, by the set's row.
  var unjudgedCodes: [Int]
  var narratives = 0
  var extensions = 0
  var references = 0
  var profiles: [String: Int] = [:]

  init(limit: Int, valueSets: Int) {
    self.limit = max(limit, 0)
    unjudgedCodes = Array(repeating: 0, count: valueSets)
  }

  mutating func beginRecord() { ofRecord = 0 }

  mutating func countRecord(type: Int) {
    records += 1
    if type != lastType {
      settleLastType()
      lastType = type
    }
    lastTypeCount += 1
  }

  /// Moves the run of equal types that was counted last into the table.
  mutating func settleLastType() {
    if lastTypeCount > 0 { recordsByType[lastType, default: 0] += lastTypeCount }
    lastTypeCount = 0
  }

  /// Whether the record in hand may have another finding; says once, as a finding, when it may not.
  mutating func hasRoom(for rule: Rule) -> Bool {
    ofRecord += 1
    return ofRecord <= limit + 1
  }

  mutating func add(_ diagnostic: Diagnostic) {
    guard ofRecord <= limit else {
      diagnostics.append(
        Diagnostic(
          rule: Rule.tooManyIssues.id, severity: Rule.tooManyIssues.severity, range: diagnostic.range,
          path: diagnostic.path,
          message:
            "expected at most \(limit) findings in one record, found more; the rest of this record is not listed",
          record: diagnostic.record))
      return
    }
    diagnostics.append(diagnostic)
  }

  /// Whether nothing more is kept for the record in hand.
  var isFull: Bool { ofRecord > limit }

  /// A text that could not be read: counted as what was not judged.
  mutating func countUnread() { unread += 1 }

  /// Hands over what was found so far, sorted by place, then by rule, then by path.
  mutating func takeSorted() -> [Diagnostic] {
    var taken = diagnostics
    diagnostics.removeAll(keepingCapacity: true)
    taken.sort {
      $0.range != $1.range ? $0.range < $1.range : $0.rule != $1.rule ? $0.rule < $1.rule : $0.path < $1.path
    }
    for diagnostic in taken { issues[diagnostic.severity, default: 0] += 1 }
    return taken
  }

  /// Forgets everything, as before the first record.
  mutating func forgetAll() {
    self = Findings(limit: limit, valueSets: unjudgedCodes.count)
  }

  /// The counts, in the form that callers see.
  mutating func tally(_ schema: SchemaTable) -> ValidationTally {
    settleLastType()
    var tally = ValidationTally()
    tally.records = records
    tally.issues = issues
    for (type, count) in recordsByType { tally.resourceTypes[schema.typeNames[type]] = count }
    for (row, count) in unjudgedCodes.enumerated() where count > 0 {
      tally.notChecked[schema.valueSets[row].url] = count
    }
    for (url, count) in profiles { tally.notChecked["profile \(url)"] = count }
    let others = [
      ("invariants", records), ("narrative", narratives), ("extension definitions", extensions),
      ("existence of reference targets", references), ("unreadable texts", unread),
    ]
    for (name, count) in others where count > 0 { tally.notChecked[name] = count }
    return tally
  }
}

import Diagnostics
import FHIRSchema

/// What the walk has found: diagnostics up to a limit for each record, and counts of all that was read.
struct Findings {
  private(set) var diagnostics: [Diagnostic] = []
  let limit: Int
  /// Findings of the record in hand, kept or not.
  private var ofRecord = 0
  private(set) var records = 0
  private var issues = [Int](repeating: 0, count: Severity.allCases.count)
  private var notJudged: [NotJudged: Int] = [:]
  /// Records by the row of their type.
  private var recordsByType: [Int]
  /// Values bound to a set that cannot be judged offline, by the set's row.
  var unjudgedCodes: [Int]
  /// Invariants that could not be told within the limits of an evaluation.
  var undecidedInvariants = 0
  var extensions = 0
  var references = 0
  var profiles: [String: Int] = [:]

  init(limit: Int, valueSets: Int, types: Int) {
    self.limit = max(limit, 0)
    unjudgedCodes = Array(repeating: 0, count: valueSets)
    recordsByType = Array(repeating: 0, count: types)
  }

  mutating func beginRecord() { ofRecord = 0 }

  mutating func countRecord(type: Int) {
    records += 1
    recordsByType[type] += 1
  }

  /// Whether the record in hand may have another finding in the list; one beyond the limit is only counted.
  mutating func hasRoom(for severity: Severity) -> Bool {
    ofRecord += 1
    if ofRecord > limit { issues[Int(severity.rawValue)] += 1 }
    return ofRecord <= limit + 1
  }

  mutating func add(_ diagnostic: Diagnostic) {
    guard ofRecord <= limit else {
      diagnostics.append(
        Diagnostic(
          rule: Rule.tooManyIssues.id, severity: Rule.tooManyIssues.severity, range: diagnostic.range,
          path: diagnostic.path,
          message:
            "expected at most \(limit) findings in one record, found more; the rest is counted, not listed",
          record: diagnostic.record))
      return
    }
    diagnostics.append(diagnostic)
  }

  /// Whether nothing more is kept for the record in hand.
  var isFull: Bool { ofRecord > limit }

  /// Something in the place of a record that is none.
  mutating func countNotJudged(_ reason: NotJudged) { notJudged[reason, default: 0] += 1 }

  /// Hands over what was found so far, sorted by place, then by rule, then by path.
  mutating func takeSorted() -> [Diagnostic] {
    var taken = diagnostics
    diagnostics.removeAll(keepingCapacity: true)
    // Most of the walk is in order already.
    if !zip(taken, taken.dropFirst()).allSatisfy({ Self.isOrdered($0, $1) }) { taken.sort(by: Self.isOrdered) }
    for diagnostic in taken { issues[Int(diagnostic.severity.rawValue)] += 1 }
    return taken
  }

  private static func isOrdered(_ a: Diagnostic, _ b: Diagnostic) -> Bool {
    a.range != b.range ? a.range < b.range : a.rule != b.rule ? a.rule < b.rule : a.path < b.path
  }

  /// Forgets everything, as before the first record.
  mutating func forgetAll() {
    self = Findings(limit: limit, valueSets: unjudgedCodes.count, types: recordsByType.count)
  }

  /// The counts, in the form that callers see.
  mutating func tally(_ schema: SchemaTable) -> ValidationTally {
    var tally = ValidationTally()
    tally.records = records
    for severity in Severity.allCases where issues[Int(severity.rawValue)] > 0 {
      tally.issues[severity] = issues[Int(severity.rawValue)]
    }
    for (type, count) in recordsByType.enumerated() where count > 0 {
      tally.resourceTypes[schema.typeNames[type]] = count
    }
    for (row, count) in unjudgedCodes.enumerated() where count > 0 {
      tally.notChecked[schema.valueSets[row].url] = count
    }
    for (url, count) in profiles { tally.notChecked["profile \(url)"] = count }
    tally.notJudged = notJudged
    let unread = [NotJudged.empty, .notJSON, .tooDeep, .tooLarge].reduce(0) { $0 + notJudged[$1, default: 0] }
    let others = [
      ("invariants", undecidedInvariants), ("extension definitions", extensions),
      ("existence of reference targets", references), ("unreadable texts", unread),
    ]
    for (name, count) in others where count > 0 { tally.notChecked[name] = count }
    return tally
  }
}

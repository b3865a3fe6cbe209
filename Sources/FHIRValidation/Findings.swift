import Diagnostics

/// What the walk has found: diagnostics up to a limit for each record, and counts of all that was read.
struct Findings {
  private(set) var diagnostics: [Diagnostic] = []
  private let limit: Int
  /// Findings of the record in hand, kept or not.
  private var ofRecord = 0
  private(set) var records = 0
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
    self.limit = max(limit, 1)
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
          message: "expected at most \(limit) findings in one record, found more; the rest of this record is not listed",
          record: diagnostic.record))
      return
    }
    diagnostics.append(diagnostic)
  }

  /// Whether nothing more is kept for the record in hand.
  var isFull: Bool { ofRecord > limit }

  /// Hands over what was found so far.
  mutating func take() -> [Diagnostic] {
    let taken = diagnostics
    diagnostics.removeAll(keepingCapacity: true)
    return taken
  }
}

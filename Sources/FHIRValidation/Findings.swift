import FHIRDiagnostics
import FHIRSchema
import FHIRView
import FHIRText

/// What the walk has found: diagnostics up to a limit for each record, and how many there were.
struct Findings: ~Copyable {
  private(set) var diagnostics: [Diagnostic] = []
  /// The places of the findings. A batch that is handed over keeps them to make paths on request.
  var places = FindingPlaces()
  /// What the findings since the last batch refer to, made with the first of them.
  private var batch: BatchPlaces?
  /// The tables that the rows in findings refer to.
  private(set) var tables: SchemaTables
  let limit: Int
  /// The most findings that are kept until they are handed over; `nil` to count findings without keeping them.
  private var batchLimit: Int?
  /// Findings of the current record, kept or not.
  private var ofRecord = 0
  /// How many findings of the current record had a hint.
  private var hintsOfRecord = 0
  /// Counts by rule and severity: findings that were handed over, and those that were not kept.
  private(set) var all = FindingCounts()
  /// Whether a narrative without a namespace was reported; that is reported once per input.
  var hasNamespaceFinding = false

  init(limit: Int, batchLimit: Int? = .max, tables: SchemaTables) {
    self.limit = max(limit, 0)
    self.batchLimit = batchLimit.map { max($0, 0) }
    self.tables = tables
  }

  /// Starts an input.
  ///
  /// - Parameter batchLimit: the most findings that are kept until they are handed over; `nil` to count findings
  ///   without keeping them.
  mutating func begin(batchLimit: Int?) { self.batchLimit = batchLimit.map { max($0, 0) } }

  /// Clears the findings of an input.
  mutating func leaveInput() {
    if !diagnostics.isEmpty { diagnostics = [] }
    if !places.isEmpty { places = FindingPlaces() }
    batch = nil
    if !all.isEmpty { all = FindingCounts() }
    hasNamespaceFinding = false
    beginRecord()
  }

  /// Adds the table of a release that later records may be judged by.
  mutating func add(_ table: SchemaTable, as release: Int) { tables.add(table, as: release) }

  mutating func beginRecord() {
    (ofRecord, hintsOfRecord) = (0, 0)
  }

  /// Whether the current record may list another finding; a finding beyond the limit is only counted.
  mutating func hasRoom(for rule: RuleID, _ severity: Severity) -> Bool {
    ofRecord += 1
    if isFull { all.add(rule, severity) }
    if let batchLimit { return ofRecord <= limit + 1 && diagnostics.count <= batchLimit }
    // The finding that reports the limit is counted like all others.
    if ofRecord == limit + 1 { all.add(Rule.tooManyIssues.id, Rule.tooManyIssues.severity) }
    return false
  }

  /// Whether another finding would not be kept. If so, the finding is counted here.
  ///
  /// Callers test this before they build the message, which is the most expensive step.
  mutating func drops(_ rule: RuleID, _ severity: Severity) -> Bool {
    guard ofRecord > limit || batchLimit.map({ diagnostics.count > $0 }) ?? true else { return false }
    return !hasRoom(for: rule, severity)
  }

  /// Whether to search for the intended name or code: only for the first hundred findings of a record. The search
  /// compares all known names and is the slowest step of a finding.
  mutating func takeHint() -> Bool {
    hintsOfRecord += 1
    return hintsOfRecord <= 100
  }

  /// Whether there is room for a finding that belongs to no record: a text that could not be read.
  mutating func hasRoom(besidesRecords rule: Rule) -> Bool {
    let count = diagnostics.count
    if batchLimit.map({ count >= $0 }) ?? true { all.add(rule.id, rule.severity) }
    return batchLimit.map { count <= $0 } ?? false
  }

  /// Adds a finding at a place that was recorded in ``places``.
  mutating func add(_ rule: RuleID, _ severity: Severity, _ range: SourceRange, _ place: Int, _ message: String) {
    // Reserves room for the findings of a typical record, to avoid repeated reallocation.
    if diagnostics.count == diagnostics.capacity, diagnostics.count < 64 {
      diagnostics.reserveCapacity(diagnostics.isEmpty ? 8 : 64)
    }
    if batch == nil { batch = BatchPlaces(tables) }
    guard let batch else { return }
    if !isFull {
      diagnostics.append(
        Diagnostic(rule: rule, severity: severity, range: range, message: message, places: batch, place: place))
    } else {
      let ofInput = batchLimit.flatMap { diagnostics.count >= $0 ? $0 : nil }
      let (count, whole) = ofInput.map { ($0, "input") } ?? (limit, "record")
      diagnostics.append(
        Diagnostic(
          rule: Rule.tooManyIssues.id, severity: Rule.tooManyIssues.severity, range: range,
          message: "expected at most \(count) findings in one \(whole), found more; the rest is counted, not listed",
          places: batch, place: place))
    }
  }

  /// Whether no more findings are kept, of the current record or at all.
  var isFull: Bool { ofRecord > limit || batchLimit.map { diagnostics.count >= $0 } ?? true }

  /// Hands over the findings so far, sorted by place, then by rule, then by path.
  mutating func takeSorted() -> [Diagnostic] {
    if diagnostics.isEmpty { return [] }
    var noted = FindingPlaces()
    swap(&noted, &places)
    batch?.fill(with: noted, tables)
    batch = nil
    var taken: [Diagnostic] = []
    swap(&taken, &diagnostics)
    count(taken)
    FindingOrder.sort(&taken)
    return taken
  }

  /// Counts findings; a run of findings of one rule, of which a record often has many, is counted at once.
  private mutating func count(_ findings: [Diagnostic]) {
    // By index: a loop over the findings would copy each, with its counted references.
    var start = 0
    while start < findings.count {
      let (rule, severity) = (findings[start].rule, findings[start].severity)
      var end = start &+ 1
      while end < findings.count, findings[end].rule == rule, findings[end].severity == severity { end &+= 1 }
      all.add(rule, severity, end &- start)
      start = end
    }
  }
}

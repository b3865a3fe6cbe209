import FHIRDiagnostics
import FHIRSchema
import FHIRView
import FHIRText

/// What the walk has found: diagnostics up to a limit for each record, and how many there were.
struct Findings: ~Copyable {
  private(set) var diagnostics: [Diagnostic] = []
  /// Where they are, and who has that in words for them once they are handed over.
  var places = FindingPlaces()
  private var batch: BatchPlaces
  /// The tables that rows of findings are of.
  private(set) var tables: SchemaTables
  let limit: Int
  /// The most findings that are kept until they are handed over; `nil` when they are only counted.
  private let batchLimit: Int?
  /// Findings of the current record, kept or not.
  private var ofRecord = 0
  /// How many of them were given a hint.
  private var hintsOfRecord = 0
  /// How many there were by rule and severity: all that were handed over, and those that were not kept.
  private(set) var all = FindingCounts()
  /// Whether a narrative without a namespace was reported, which is said once an input.
  var hasNamespaceFinding = false

  init(limit: Int, batchLimit: Int? = .max, tables: SchemaTables) {
    self.limit = max(limit, 0)
    self.batchLimit = batchLimit.map { max($0, 0) }
    self.tables = tables
    batch = BatchPlaces(tables)
  }

  /// Adds the table of a release whose records are judged from here on too.
  mutating func add(_ table: SchemaTable, as release: Int) { tables.add(table, as: release) }

  mutating func beginRecord() {
    (ofRecord, hintsOfRecord) = (0, 0)
  }

  /// A number that grows with each finding of the current record, kept or not.
  var traces: Int { ofRecord }

  /// Whether the current record may have another finding in the list; one beyond the limit is only counted.
  mutating func hasRoom(for rule: RuleID, _ severity: Severity) -> Bool {
    ofRecord += 1
    if isFull { all.add(rule, severity) }
    if let batchLimit { return ofRecord <= limit + 1 && diagnostics.count <= batchLimit }
    // The one that says so is counted like all others.
    if ofRecord == limit + 1 { all.add(Rule.tooManyIssues.id, Rule.tooManyIssues.severity) }
    return false
  }

  /// Whether another finding would not be kept, and not be the one that says so either; it is counted then.
  ///
  /// Asked before a finding is put into words, which costs more than all else.
  mutating func drops(_ rule: RuleID, _ severity: Severity) -> Bool {
    guard ofRecord > limit || batchLimit.map({ diagnostics.count > $0 }) ?? true else { return false }
    return !hasRoom(for: rule, severity)
  }

  /// Whether to look for what a name or a code was meant to be: for the first hundred of a record. Looking through all
  /// names that there are takes longer than all else.
  mutating func takeHint() -> Bool {
    hintsOfRecord += 1
    return hintsOfRecord <= 100
  }

  /// Whether there is room for a finding that does not count among those of a record: a text that is none.
  mutating func hasRoom(besidesRecords rule: Rule) -> Bool {
    let count = diagnostics.count
    if batchLimit.map({ count >= $0 }) ?? true { all.add(rule.id, rule.severity) }
    return batchLimit.map { count <= $0 } ?? false
  }

  /// Adds a finding at a place that was written down in ``places``.
  mutating func add(_ rule: RuleID, _ severity: Severity, _ range: SourceRange, _ place: Int, _ message: String) {
    // Room for what a record has, so that the first few need not be moved again and again.
    if diagnostics.isEmpty { diagnostics.reserveCapacity(64) }
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

  /// Whether nothing more is kept, of the current record or at all.
  var isFull: Bool { ofRecord > limit || batchLimit.map { diagnostics.count >= $0 } ?? true }

  /// Hands over what was found so far, sorted by place, then by rule, then by path.
  mutating func takeSorted() -> [Diagnostic] {
    if diagnostics.isEmpty { return [] }
    var noted = FindingPlaces()
    swap(&noted, &places)
    batch.fill(with: noted, tables)
    batch = BatchPlaces(tables)
    var taken: [Diagnostic] = []
    swap(&taken, &diagnostics)
    for finding in taken { all.add(finding.rule, finding.severity) }
    FindingOrder.sort(&taken)
    return taken
  }
}

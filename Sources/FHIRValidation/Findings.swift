import FHIRDiagnostics
import FHIRSchema
import FHIRView
import FHIRText

/// What the walk has found: diagnostics up to a limit for each record, and counts of all that was read.
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
  private(set) var records = 0
  /// Findings by rule, kept or not.
  private var counts = FindingCounts()
  private var notJudged: [NotJudged: Int] = [:]
  /// Records by the row of their type.
  private var recordsByType = RowCounts()
  private var otherReleases: [String: Int] = [:]
  /// Records by release and reason: those of a release behind each other.
  private var reasons: [Int] = []
  private var otherTypes = NameCounts()
  /// Values bound to a set that cannot be judged offline, by the set's row.
  private var unjudgedCodes = RowCounts()
  /// Invariants that could not be told within the limits of an evaluation.
  var undecidedInvariants = 0
  var (extensions, references) = (0, 0)
  private var profiles = NameCounts()
  /// How many codes and profiles were counted.
  private var counted = 0
  /// Whether a narrative without a namespace was reported, which is said once an input.
  var hasNamespaceFinding = false

  /// Bundles whose addresses and references do not fit into memory, nor into a temporary file.
  private var uncomparedBundles = 0

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

  /// A number that grows with each finding and each count of the current record.
  var traces: Int {
    ofRecord &+ counted &+ undecidedInvariants &+ extensions &+ references
  }

  mutating func countUnjudgedCode(ofSet row: ReleaseRow) {
    unjudgedCodes.add(row)
    counted &+= 1
  }

  mutating func countProfile(_ url: ByteText) {
    profiles.add(url)
    counted &+= 1
  }

  // MARK: - Counting

  /// Counts a record that is judged.
  mutating func countRecord(type: ReleaseRow, _ found: RecognisedRelease) {
    records += 1
    recordsByType.add(type)
    count(found)
  }

  /// Counts a record of a release that there are no definitions of.
  mutating func countRecord(ofOtherRelease release: FHIRRelease, type: String, _ found: RecognisedRelease) {
    records += 1
    otherReleases[release.name, default: 0] += 1
    otherTypes.add(type.byBytes)
    countNotJudged(.otherRelease)
    count(found)
  }

  private mutating func count(_ found: RecognisedRelease) {
    if reasons.isEmpty { reasons = Array(repeating: 0, count: RecognisedRelease.keys) }
    reasons[found.key] += 1
  }

  mutating func countUncomparedBundle() { uncomparedBundles += 1 }

  /// Whether the current record may have another finding in the list; one beyond the limit is only counted.
  mutating func hasRoom(for rule: RuleID, _ severity: Severity) -> Bool {
    ofRecord += 1
    if isFull { counts.add(rule, severity) }
    if let batchLimit { return ofRecord <= limit + 1 && diagnostics.count <= batchLimit }
    // The one that says so is counted like all others.
    if ofRecord == limit + 1 { counts.add(Rule.tooManyIssues.id, Rule.tooManyIssues.severity) }
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
    if batchLimit.map({ count >= $0 }) ?? true { counts.add(rule.id, rule.severity) }
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

  /// Something in the place of a record that is none.
  mutating func countNotJudged(_ reason: NotJudged) {
    notJudged[reason, default: 0] += 1
  }

  /// Hands over what was found so far, sorted by place, then by rule, then by path.
  mutating func takeSorted() -> [Diagnostic] {
    if diagnostics.isEmpty { return [] }
    var noted = FindingPlaces()
    swap(&noted, &places)
    batch.fill(with: noted, tables)
    batch = BatchPlaces(tables)
    var taken: [Diagnostic] = []
    swap(&taken, &diagnostics)
    for index in taken.indices { counts.add(taken[index].rule, taken[index].severity) }
    FindingOrder.sort(&taken)
    return taken
  }

  /// The counts, in the form that callers see.
  ///
  /// - Parameter release: the release of a number.
  func tally(_ release: (ReleaseNumber) -> FHIRRelease) -> ValidationTally {
    var tally = ValidationTally()
    tally.records = records
    tally.findings = counts
    tally.ownTypes.reserveCapacity(recordsByType.all.count)
    for (type, count) in recordsByType.all { tally.ownTypes[tables.typeName(type).byBytes, default: 0] += count }
    for (row, count) in unjudgedCodes.all {
      tally.ownNotChecked[tables[row].valueSets[row.row].url.byBytes, default: 0] += count
    }
    for (key, count) in reasons.enumerated() where count > 0 {
      let found = RecognisedRelease(key: key)
      tally.releases[release(found.number).name, default: [:]][found.reason, default: 0] += count
    }
    tally.profiles = profiles
    tally.otherTypes = otherTypes
    tally.otherReleases = otherReleases
    if !notJudged.isEmpty {
      tally.notJudged = notJudged
      let unread = notJudged.reduce(0) { $0 + ($1.key.isUnreadable ? $1.value : 0) }
      if unread > 0 { tally.ownNotChecked["unreadable texts"] = unread }
      if let others = notJudged[.otherRelease] { tally.ownNotChecked["records of another release"] = others }
    }
    if undecidedInvariants > 0 { tally.ownNotChecked["invariants"] = undecidedInvariants }
    if extensions > 0 { tally.ownNotChecked["extension definitions"] = extensions }
    if uncomparedBundles > 0 {
      tally.ownNotChecked["addresses and references of a Bundle, for want of a temporary file"] = uncomparedBundles
    }
    if references > 0 { tally.ownNotChecked["existence of reference targets"] = references }
    return tally
  }
}

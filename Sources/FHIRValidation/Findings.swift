import Diagnostics
import FHIRSchema
import Texts

/// What the walk has found: diagnostics up to a limit for each record, and counts of all that was read.
struct Findings: ~Copyable {
  private(set) var diagnostics: [Diagnostic] = []
  /// Where they are, and who has that in words for them once they are handed over.
  var places = FindingPlaces()
  private var batch: BatchPlaces
  private let schema: SchemaTable
  let limit: Int
  /// The most findings that are kept until they are handed over; `nil` when they are only counted.
  private let batchLimit: Int?
  /// Findings of the current record, kept or not.
  private var ofRecord = 0
  /// How many of them were given a hint.
  private var hintsOfRecord = 0
  /// Those of them that are errors.
  private var errorsOfRecord = 0
  private(set) var records = 0
  /// By severity; a vector, so that a mark costs no allocation.
  private var issues = SIMD4<Int>()
  private var notJudged: [NotJudged: Int] = [:]
  /// The sum of those, and how many of them are records of another release.
  private var unjudged = (all: 0, ofOtherRelease: 0)
  /// Records by the row of their type.
  private var recordsByType = RowCounts()
  private var otherReleases: [String: Int] = [:]
  private var otherTypes = NameCounts()
  /// Values bound to a set that cannot be judged offline, by the set's row.
  private var unjudgedCodes = RowCounts()
  /// Those of the current value, not added yet: a record may turn out to be of another release.
  private var pendingCodes: [Int] = []
  /// Invariants that could not be told within the limits of an evaluation.
  var undecidedInvariants = 0
  var (extensions, references) = (0, 0)
  private var profiles = NameCounts()
  private var pendingProfiles: [ByteText] = []
  /// Whether a narrative without a namespace was reported, which is said once an input.
  var hasNamespaceFinding = false

  /// Bundles whose addresses and references do not fit into memory, nor into a temporary file.
  private var uncomparedBundles = 0

  init(limit: Int, batchLimit: Int? = .max, schema: SchemaTable) {
    self.limit = max(limit, 0)
    self.batchLimit = batchLimit.map { max($0, 0) }
    self.schema = schema
    batch = BatchPlaces(schema)
  }

  mutating func beginRecord() {
    (ofRecord, errorsOfRecord, hintsOfRecord) = (0, 0, 0)
    if !pendingCodes.isEmpty || !pendingProfiles.isEmpty { addPending() }
  }

  /// A number that grows with each finding and each count of the current record.
  var traces: Int {
    ofRecord &+ pendingCodes.count &+ pendingProfiles.count &+ undecidedInvariants &+ extensions &+ references
  }

  mutating func countUnjudgedCode(ofSet row: Int) { pendingCodes.append(row) }

  mutating func countProfile(_ url: ByteText) { pendingProfiles.append(url) }

  private mutating func addPending() {
    for row in pendingCodes { unjudgedCodes.add(row) }
    for url in pendingProfiles { profiles.add(url) }
    pendingCodes.removeAll(keepingCapacity: true)
    pendingProfiles.removeAll(keepingCapacity: true)
  }

  // MARK: - Taking back

  /// What was found and counted up to a place within the current value.
  struct Mark {
    fileprivate let diagnostics: Int
    fileprivate let places: FindingPlaces.Mark
    fileprivate let ofRecord: Int
    fileprivate let errorsOfRecord: Int
    fileprivate let issues: SIMD4<Int>
    fileprivate let codes: Int
    fileprivate let profiles: Int
    fileprivate let extensions: Int
    fileprivate let references: Int
    fileprivate let undecided: Int
    fileprivate let records: Int
    fileprivate let unjudged: (all: Int, ofOtherRelease: Int)
    fileprivate let hasNamespaceFinding: Bool
  }

  var mark: Mark {
    Mark(
      diagnostics: diagnostics.count, places: places.mark, ofRecord: ofRecord, errorsOfRecord: errorsOfRecord,
      issues: issues, codes: pendingCodes.count, profiles: pendingProfiles.count, extensions: extensions,
      references: references, undecided: undecidedInvariants, records: records, unjudged: unjudged,
      hasNamespaceFinding: hasNamespaceFinding)
  }

  /// Whether an error was found since, or a profile named: only then the record's release may be in doubt.
  func hasDoubts(since mark: Mark) -> Bool {
    errorsOfRecord > mark.errorsOfRecord || pendingProfiles.count > mark.profiles
  }

  /// Forgets what was found and counted since, but not that there was a record.
  mutating func takeBack(to mark: Mark) {
    places.takeBack(to: mark.places)
    takeBackFindings(to: mark)
  }

  private mutating func takeBackFindings(to mark: Mark) {
    diagnostics.removeLast(diagnostics.count - mark.diagnostics)
    (ofRecord, errorsOfRecord) = (mark.ofRecord, mark.errorsOfRecord)
    issues = mark.issues
    pendingCodes.removeLast(pendingCodes.count - mark.codes)
    pendingProfiles.removeLast(pendingProfiles.count - mark.profiles)
    (extensions, references, undecidedInvariants) = (mark.extensions, mark.references, mark.undecided)
    hasNamespaceFinding = mark.hasNamespaceFinding
  }

  /// Whether there were records of another release at all.
  var hasOtherReleases: Bool { unjudged.ofOtherRelease > 0 }

  /// Whether there were records since, all of them of another release, and nothing in the place of a record.
  func hasOnlyOtherReleases(since mark: Mark) -> Bool {
    let count = records - mark.records
    return count > 0 && unjudged.ofOtherRelease - mark.unjudged.ofOtherRelease == count
      && unjudged.all - mark.unjudged.all == count
  }

  /// Forgets what was found and counted since around records of another release, but not that they are of another.
  mutating func takeBackAroundOthers(to mark: Mark) {
    // Of findings beyond the limit nothing is left that tells which is which.
    guard ofRecord > mark.ofRecord, ofRecord <= limit else { return }
    if batchLimit == nil { return takeBackAroundCountedOthers(to: mark) }
    guard !isFull else { return }
    let others = diagnostics[mark.diagnostics...].filter { $0.rule == Rule.otherRelease.id }
    // Not their places.
    takeBackFindings(to: mark)
    diagnostics += others
    ofRecord += others.count
  }

  /// The same where findings are only counted: each record of another release has one.
  private mutating func takeBackAroundCountedOthers(to mark: Mark) {
    let others = unjudged.ofOtherRelease - mark.unjudged.ofOtherRelease
    takeBackFindings(to: mark)
    issues[Int(Rule.otherRelease.severity.rawValue)] += others
    ofRecord += others
  }

  // MARK: - Counting

  mutating func countRecord(type: Int) {
    records += 1
    recordsByType.add(type)
  }

  mutating func countRecord(ofOtherRelease release: FHIRRelease, type: String) {
    records += 1
    otherReleases[release.name, default: 0] += 1
    otherTypes.add(type.byBytes)
    countNotJudged(.otherRelease)
  }

  /// Whether there were records, and all of them of another release.
  var hasOnlyOtherReleases: Bool { records > 0 && unjudged.ofOtherRelease == records }

  mutating func uncountRecord(type: Int) {
    records -= 1
    recordsByType.remove(type)
  }

  mutating func countUncomparedBundle() { uncomparedBundles += 1 }

  /// Whether the current record may have another finding in the list; one beyond the limit is only counted.
  mutating func hasRoom(for severity: Severity) -> Bool {
    ofRecord += 1
    if severity >= .error { errorsOfRecord += 1 }
    if isFull { issues[Int(severity.rawValue)] += 1 }
    if let batchLimit { return ofRecord <= limit + 1 && diagnostics.count <= batchLimit }
    // The one that says so is counted like all others.
    if ofRecord == limit + 1 { issues[Int(Rule.tooManyIssues.severity.rawValue)] += 1 }
    return false
  }

  /// Whether another finding would not be kept, and not be the one that says so either; it is counted then.
  ///
  /// Asked before a finding is put into words, which costs more than all else.
  mutating func drops(_ severity: Severity) -> Bool {
    guard ofRecord > limit || batchLimit.map({ diagnostics.count > $0 }) ?? true else { return false }
    return !hasRoom(for: severity)
  }

  /// Whether to look for what a name or a code was meant to be: for the first hundred of a record. Looking through all
  /// names that there are takes longer than all else.
  mutating func takeHint() -> Bool {
    hintsOfRecord += 1
    return hintsOfRecord <= 100
  }

  /// Whether there is room for a finding that does not count among those of a record: a text that is none.
  mutating func hasRoom(besidesRecords severity: Severity) -> Bool {
    let count = diagnostics.count
    if batchLimit.map({ count >= $0 }) ?? true { issues[Int(severity.rawValue)] += 1 }
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
    unjudged.all += 1
    if reason == .otherRelease { unjudged.ofOtherRelease += 1 }
  }

  /// Hands over what was found so far, sorted by place, then by rule, then by path.
  mutating func takeSorted() -> [Diagnostic] {
    addPending()
    if diagnostics.isEmpty { return [] }
    var noted = FindingPlaces()
    swap(&noted, &places)
    batch.fill(with: noted)
    batch = BatchPlaces(schema)
    var taken: [Diagnostic] = []
    swap(&taken, &diagnostics)
    for index in taken.indices { issues[Int(taken[index].severity.rawValue)] += 1 }
    FindingOrder.sort(&taken)
    return taken
  }

  /// The counts, in the form that callers see.
  func tally(_ schema: SchemaTable) -> ValidationTally {
    var tally = ValidationTally()
    tally.records = records
    for severity in Severity.allCases where issues[Int(severity.rawValue)] > 0 {
      tally.issues[severity] = issues[Int(severity.rawValue)]
    }
    for (type, count) in recordsByType.all { tally.ownTypes[schema.typeNames[type].byBytes] = count }
    for (row, count) in unjudgedCodes.all { tally.ownNotChecked[schema.valueSets[row].url.byBytes] = count }
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

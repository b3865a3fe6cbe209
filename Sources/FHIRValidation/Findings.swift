import Diagnostics
import FHIRSchema

/// What the walk has found: diagnostics up to a limit for each record, and counts of all that was read.
struct Findings: ~Copyable {
  private(set) var diagnostics: [Diagnostic] = []
  /// Where they are, and who has that in words for them once they are handed over.
  var places = FindingPlaces()
  private var batch: BatchPlaces
  private let schema: SchemaTable
  let limit: Int
  /// Findings of the record in hand, kept or not.
  private var ofRecord = 0
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
  private var otherTypes: [String: Int] = [:]
  /// Values bound to a set that cannot be judged offline, by the set's row.
  private var unjudgedCodes = RowCounts()
  /// Those of the value in hand, not added yet: a record may turn out to be of another release.
  private var pendingCodes: [Int] = []
  /// Invariants that could not be told within the limits of an evaluation.
  var undecidedInvariants = 0
  var (extensions, references) = (0, 0)
  private var profiles: [String: Int] = [:]
  private var pendingProfiles: [String] = []
  /// Whether a narrative without a namespace was reported, which is said once an input.
  var hasNamespaceFinding = false

  init(limit: Int, schema: SchemaTable) {
    self.limit = max(limit, 0)
    self.schema = schema
    batch = BatchPlaces(schema)
  }

  mutating func beginRecord() {
    (ofRecord, errorsOfRecord) = (0, 0)
    if !pendingCodes.isEmpty || !pendingProfiles.isEmpty { addPending() }
  }

  /// A number that grows with each finding and each count of the record in hand.
  var traces: Int {
    ofRecord &+ pendingCodes.count &+ pendingProfiles.count &+ undecidedInvariants &+ extensions &+ references
  }

  mutating func countUnjudgedCode(ofSet row: Int) { pendingCodes.append(row) }

  mutating func countProfile(_ url: String) { pendingProfiles.append(url) }

  private mutating func addPending() {
    for row in pendingCodes { unjudgedCodes.add(row) }
    for url in pendingProfiles { profiles[url, default: 0] += 1 }
    pendingCodes.removeAll(keepingCapacity: true)
    pendingProfiles.removeAll(keepingCapacity: true)
  }

  // MARK: - Taking back

  /// What was found and counted up to a place within the value in hand.
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
    guard ofRecord > mark.ofRecord, !isFull else { return }
    let others = diagnostics[mark.diagnostics...].filter { $0.rule == Rule.otherRelease.id }
    // Not their places.
    takeBackFindings(to: mark)
    diagnostics += others
    ofRecord += others.count
  }

  // MARK: - Counting

  mutating func countRecord(type: Int) {
    records += 1
    recordsByType.add(type)
  }

  mutating func countRecord(ofOtherRelease release: FHIRRelease, type: String) {
    records += 1
    otherReleases[release.name, default: 0] += 1
    otherTypes[type, default: 0] += 1
    countNotJudged(.otherRelease)
  }

  /// Whether there were records, and all of them of another release.
  var hasOnlyOtherReleases: Bool { records > 0 && unjudged.ofOtherRelease == records }

  mutating func uncountRecord(type: Int) {
    records -= 1
    recordsByType.remove(type)
  }

  /// Whether the record in hand may have another finding in the list; one beyond the limit is only counted.
  mutating func hasRoom(for severity: Severity) -> Bool {
    ofRecord += 1
    if severity >= .error { errorsOfRecord += 1 }
    if ofRecord > limit { issues[Int(severity.rawValue)] += 1 }
    return ofRecord <= limit + 1
  }

  /// Adds a finding at a place that was written down in ``places``.
  mutating func add(_ rule: RuleID, _ severity: Severity, _ range: SourceRange, _ place: Int, _ message: String) {
    // Room for what a record has, so that the first few need not be moved again and again.
    if diagnostics.isEmpty { diagnostics.reserveCapacity(64) }
    if ofRecord <= limit {
      diagnostics.append(
        Diagnostic(rule: rule, severity: severity, range: range, message: message, places: batch, place: place))
    } else {
      diagnostics.append(
        Diagnostic(
          rule: Rule.tooManyIssues.id, severity: Rule.tooManyIssues.severity, range: range,
          message: "expected at most \(limit) findings in one record, found more; the rest is counted, not listed",
          places: batch, place: place))
    }
  }

  /// Whether nothing more is kept for the record in hand.
  var isFull: Bool { ofRecord > limit }

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
    if !Self.sortNearlySorted(&taken) { Self.sort(&taken) }
    return taken
  }

  /// Whether one finding stands before another.
  private static func stands(_ a: Diagnostic, before b: Diagnostic) -> Bool {
    if a.range != b.range { return a.range < b.range }
    return a.rule != b.rule ? a.rule < b.rule : a.path < b.path
  }

  /// Moves findings forward one place at a time: what is said of an object at its end stands behind what is in it.
  ///
  /// - Returns: `false` when that goes on for too long, with some of the way done.
  private static func sortNearlySorted(_ findings: inout [Diagnostic]) -> Bool {
    findings.withUnsafeMutableBufferPointer { findings in
      var steps = findings.count * 4
      for index in findings.indices {
        var place = index
        while place > 0, stands(findings[place], before: findings[place - 1]) {
          if steps == 0 { return false }
          steps -= 1
          findings.swapAt(place, place - 1)
          place -= 1
        }
      }
      return true
    }
  }

  /// Sorts small keys, and then moves each finding once: one is many words long and counted in several places.
  private static func sort(_ findings: inout [Diagnostic]) {
    findings.withUnsafeMutableBufferPointer { findings in
      var order = Array(findings.indices)
      order.sort { a, b in
        if stands(findings[a], before: findings[b]) { return true }
        return !stands(findings[b], before: findings[a]) && a < b
      }
      // Round by round: what belongs in a place comes from another, which is then free for what belongs there.
      for start in order.indices {
        var place = start
        while case let source = order[place], source != start {
          findings.swapAt(place, source)
          order[place] = place
          place = source
        }
        order[place] = place
      }
    }
  }

  /// Forgets everything, as before the first record.
  mutating func forgetAll() {
    self = Findings(limit: limit, schema: schema)
  }

  /// The counts, in the form that callers see.
  func tally(_ schema: SchemaTable) -> ValidationTally {
    var tally = ValidationTally()
    tally.records = records
    for severity in Severity.allCases where issues[Int(severity.rawValue)] > 0 {
      tally.issues[severity] = issues[Int(severity.rawValue)]
    }
    for (type, count) in recordsByType.all { tally.resourceTypes[schema.typeNames[type]] = count }
    for (row, count) in unjudgedCodes.all { tally.notChecked[schema.valueSets[row].url] = count }
    for (url, count) in profiles { tally.notChecked["profile \(url)"] = count }
    if !otherTypes.isEmpty { tally.resourceTypes.merge(otherTypes, uniquingKeysWith: +) }
    tally.otherReleases = otherReleases
    if !notJudged.isEmpty {
      tally.notJudged = notJudged
      let unread = notJudged.reduce(0) { $0 + ($1.key.isUnreadable ? $1.value : 0) }
      if unread > 0 { tally.notChecked["unreadable texts"] = unread }
      if let others = notJudged[.otherRelease] { tally.notChecked["records of another release"] = others }
    }
    if undecidedInvariants > 0 { tally.notChecked["invariants"] = undecidedInvariants }
    if extensions > 0 { tally.notChecked["extension definitions"] = extensions }
    if references > 0 { tally.notChecked["existence of reference targets"] = references }
    return tally
  }
}

/// Counts by row of the schema: a list, since an input names few of the rows.
struct RowCounts {
  private(set) var all: [(row: Int, count: Int)] = []

  mutating func add(_ row: Int) {
    for place in all.indices where all[place].row == row {
      all[place].count += 1
      return
    }
    if all.isEmpty { all.reserveCapacity(16) }
    all.append((row, 1))
  }

  /// Takes one back that was added.
  mutating func remove(_ row: Int) {
    guard let place = all.firstIndex(where: { $0.row == row }) else { return }
    all[place].count -= 1
    if all[place].count == 0 { all.remove(at: place) }
  }
}

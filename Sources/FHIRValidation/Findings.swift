import Diagnostics
import FHIRSchema

/// What the walk has found: diagnostics up to a limit for each record, and counts of all that was read.
struct Findings {
  private(set) var diagnostics: [Diagnostic] = []
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
  var extensions = 0
  var references = 0
  private var profiles: [String: Int] = [:]
  private var pendingProfiles: [String] = []

  init(limit: Int) {
    self.limit = max(limit, 0)
  }

  mutating func beginRecord() {
    (ofRecord, errorsOfRecord) = (0, 0)
    if !pendingCodes.isEmpty || !pendingProfiles.isEmpty { addPending() }
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
  }

  var mark: Mark {
    Mark(
      diagnostics: diagnostics.count, ofRecord: ofRecord, errorsOfRecord: errorsOfRecord, issues: issues,
      codes: pendingCodes.count, profiles: pendingProfiles.count, extensions: extensions, references: references,
      undecided: undecidedInvariants, records: records, unjudged: unjudged)
  }

  /// Whether an error was found since, or a profile named: only then the record's release may be in doubt.
  func hasDoubts(since mark: Mark) -> Bool {
    errorsOfRecord > mark.errorsOfRecord || pendingProfiles.count > mark.profiles
  }

  /// Forgets what was found and counted since, but not that there was a record.
  mutating func takeBack(to mark: Mark) {
    diagnostics.removeLast(diagnostics.count - mark.diagnostics)
    (ofRecord, errorsOfRecord) = (mark.ofRecord, mark.errorsOfRecord)
    issues = mark.issues
    pendingCodes.removeLast(pendingCodes.count - mark.codes)
    pendingProfiles.removeLast(pendingProfiles.count - mark.profiles)
    (extensions, references, undecidedInvariants) = (mark.extensions, mark.references, mark.undecided)
  }

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
    takeBack(to: mark)
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

  mutating func add(
    _ rule: RuleID, _ severity: Severity, _ range: SourceRange, path: String, _ message: String,
    record: RecordLabel? = nil
  ) {
    if ofRecord <= limit {
      diagnostics.append(
        Diagnostic(rule: rule, severity: severity, range: range, path: path, message: message, record: record))
    } else {
      diagnostics.append(
        Diagnostic(
          rule: Rule.tooManyIssues.id, severity: Rule.tooManyIssues.severity, range: range, path: path,
          message: "expected at most \(limit) findings in one record, found more; the rest is counted, not listed",
          record: record))
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
    var taken: [Diagnostic] = []
    swap(&taken, &diagnostics)
    for index in taken.indices { issues[Int(taken[index].severity.rawValue)] += 1 }
    // What is said of an object at its end stands behind what is in it, so hardly any record's are in order.
    let isSorted = taken.indices.dropFirst().allSatisfy { taken[$0 - 1].range < taken[$0].range }
    if !isSorted { Self.sort(&taken) }
    return taken
  }

  /// Sorts small keys, and then moves each finding once: one is many words long and counted in several places.
  private static func sort(_ findings: inout [Diagnostic]) {
    var keys = findings.indices.map { (range: findings[$0].range, index: $0) }
    keys.sort { a, b in
      if a.range != b.range { return a.range < b.range }
      let (first, second) = (findings[a.index], findings[b.index])
      if first.rule != second.rule { return first.rule < second.rule }
      return first.path != second.path ? first.path < second.path : a.index < b.index
    }
    // Round by round: what belongs in a place comes from another, which is then free for what belongs there.
    for start in keys.indices {
      var place = start
      while case let source = keys[place].index, source != start {
        findings.swapAt(place, source)
        keys[place].index = place
        place = source
      }
      keys[place].index = place
    }
  }

  /// Forgets everything, as before the first record.
  mutating func forgetAll() {
    self = Findings(limit: limit)
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
    if let place = all.firstIndex(where: { $0.row == row }) {
      all[place].count += 1
    } else {
      all.append((row, 1))
    }
  }

  /// Takes one back that was added.
  mutating func remove(_ row: Int) {
    guard let place = all.firstIndex(where: { $0.row == row }) else { return }
    all[place].count -= 1
    if all[place].count == 0 { all.remove(at: place) }
  }
}

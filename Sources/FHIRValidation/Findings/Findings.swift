import FHIRFindings
import FHIRSchema

/// What the walk has found: findings up to a limit for each record, and how many there were.
struct Findings: ~Copyable {
  private(set) var findings: [Finding] = []
  /// The places of the findings. A batch that is handed over keeps them to make paths on request.
  private(set) var places: FindingPlaces
  var tables: SchemaTables
  let limit: Int
  /// The most findings that are kept until they are handed over; `nil` to count findings without keeping them.
  private var batchLimit: Int?
  /// Findings of the current record, kept or not.
  private(set) var ofRecord = 0
  /// Whether one of them is more than information.
  private(set) var hasWarning = false
  /// The place of its first finding among those that are kept.
  private var firstOfRecord = 0
  /// The findings beyond the limit, `nil` if there are none.
  private var overflow: Overflow?
  /// The finding that must follow: see ``follows(_:_:isReported:)``.
  private var announced: (RuleID, Severity)?
  private var hintsOfRecord = 0
  /// Counts by rule and severity: findings that were handed over, and those that were not kept.
  private(set) var all = FindingCounts()
  /// Whether a narrative without a namespace was reported; that is reported once per input.
  var hasNamespaceFinding = false

  init(limit: Int, tables: SchemaTables) {
    self.limit = max(limit, 0)
    self.tables = tables
    places = FindingPlaces(tables)
  }

  /// Starts an input; without a limit, findings are counted and not kept.
  mutating func begin(batchLimit: Int?) { self.batchLimit = batchLimit.map { max($0, 0) } }

  mutating func leaveInput() {
    if !findings.isEmpty { findings = [] }
    if !places.isEmpty { places = FindingPlaces(tables) }
    (overflow, announced) = (nil, nil)
    if !all.isEmpty { all = FindingCounts() }
    hasNamespaceFinding = false
    beginRecord()
  }

  mutating func beginRecord() {
    if overflow?.isOfRecord == true { closeOverflow() }
    (ofRecord, hasWarning, hintsOfRecord, firstOfRecord) = (0, false, 0, findings.count)
  }

  /// Whether another finding of the current record may be listed; if not, it is counted here. The first beyond a limit
  /// passes in any case, for the sake of its place.
  mutating func hasRoom(for rule: RuleID, _ severity: Severity) -> Bool {
    assert(follows(rule, severity, isReported: true), "another finding than \(rule) was announced")
    ofRecord += 1
    if severity > .information { hasWarning = true }
    guard isFull else { return true }
    guard batchLimit != nil else {
      all.add(rule, severity)
      // The finding that reports the limit is counted like all others.
      if ofRecord == limit + 1 { all.add(Rule.tooManyIssues.id, Rule.tooManyIssues.severity) }
      return false
    }
    let isFirst = overflow == nil
    if isFirst { overflow = newOverflow }
    if overflow?.findPlace(for: severity, among: findings) != nil { return true }
    countUnlisted(rule, severity)
    return isFirst
  }

  /// Whether another finding, which is certain, would not be kept. If so, it is counted here; else it must follow. Tested
  /// before the message is built, which is the most expensive step.
  mutating func drops(_ rule: RuleID, _ severity: Severity) -> Bool {
    let mayBeListed =
      batchLimit != nil && (overflow == nil || overflow?.findPlace(for: severity, among: findings) != nil)
    return !mayBeListed && !hasRoom(for: rule, severity)
  }

  private mutating func countUnlisted(_ rule: RuleID, _ severity: Severity) {
    all.add(rule, severity)
    overflow?.countUnlisted(severity)
  }

  /// Counts findings of the record that are not listed, since their places are not known.
  mutating func countUnlisted(_ rule: RuleID, _ severity: Severity, _ count: Int, _ place: Int, _ range: SourceRange) {
    if ofRecord <= limit {
      ofRecord = limit + 1
      if batchLimit == nil { all.add(Rule.tooManyIssues.id, Rule.tooManyIssues.severity) }
    }
    if overflow == nil, batchLimit != nil { overflow = newOverflow }
    overflow?.note(place, range)
    for _ in 0..<count { countUnlisted(rule, severity) }
  }

  private var newOverflow: Overflow {
    let isOfRecord = ofRecord > limit
    return Overflow(isOfRecord: isOfRecord, first: isOfRecord ? firstOfRecord : 0, end: findings.count)
  }

  /// Adds the finding that reports the limit, with the number of those beyond it.
  private mutating func closeOverflow() {
    guard let closed = overflow else { return }
    overflow = nil
    guard let place = closed.place else { return }
    findings.append(
      Finding(
        rule: Rule.tooManyIssues.id, severity: Rule.tooManyIssues.severity, range: place.range,
        message: closed.message(limit: closed.isOfRecord ? limit : batchLimit ?? 0), places: places, place: place.number
      ))
  }

  /// How many errors were found since findings were last handed over.
  var errors: Int { findings.reduce(all[.error]) { $0 + ($1.severity == .error ? 1 : 0) } }

  /// The counts of the current record; `nil` if there are findings of others, or more than the limit.
  var countsOfRecord: FindingCounts? {
    guard ofRecord <= limit, findings.count + all.total == ofRecord else { return nil }
    return findings.reduce(into: all) { $0.add($1.rule, $1.severity) }
  }

  /// Notes that a finding is announced or reported; `false` if another one was announced and not reported. For assertions:
  /// who asks whether a finding would be listed, and then reports none, makes the counts depend on what is listed.
  mutating func follows(_ rule: RuleID, _ severity: Severity, isReported: Bool) -> Bool {
    defer { announced = isReported ? nil : (rule, severity) }
    return announced.map { $0 == (rule, severity) } ?? true
  }

  /// Whether to search for the intended name or code, the slowest step: only for a record's first hundred findings.
  mutating func takeHint() -> Bool {
    hintsOfRecord += 1
    return hintsOfRecord <= 100
  }

  mutating func add(_ rule: RuleID, _ severity: Severity, _ range: SourceRange, _ place: Int, _ message: String) {
    // Reserves room for the findings of a typical record, to avoid repeated reallocation.
    if findings.count == findings.capacity, findings.count < 64 { findings.reserveCapacity(findings.isEmpty ? 8 : 64) }
    let finding = Finding(rule: rule, severity: severity, range: range, message: message, places: places, place: place)
    guard overflow != nil else { return findings.append(finding) }
    overflow?.note(place, range)
    guard let number = overflow?.findPlace(for: severity, among: findings) else { return }
    countUnlisted(findings[number].rule, findings[number].severity)
    findings[number] = finding
  }

  var isOverflowing: Bool { overflow != nil }

  mutating func noteOverflow(_ place: Int, _ range: SourceRange) { overflow?.note(place, range) }

  /// Whether no more findings are kept, of the current record or at all.
  var isFull: Bool { ofRecord > limit || batchLimit.map { findings.count >= $0 } ?? true }

  /// Hands over the findings so far, sorted by place, then by rule, then by path.
  mutating func takeSorted() -> [Finding] {
    closeOverflow()
    if findings.isEmpty { return [] }
    places.tables = tables
    firstOfRecord = 0
    var taken: [Finding] = []
    swap(&taken, &findings)
    // By index: a loop over the findings would copy each, with its counted references.
    for place in taken.indices { all.add(taken[place].rule, taken[place].severity) }
    Finding.sort(&taken)
    places = FindingPlaces(tables)
    return taken
  }
}

/// The findings of a record, or of an input, beyond the limit: those of higher severity take the places of others. Each
/// place is looked at once for each severity, so the work is linear in the findings.
struct Overflow {
  let isOfRecord: Bool
  /// The first of the kept findings that may give way.
  fileprivate let first: Int
  /// No finding of a lower severity may give way.
  fileprivate var lowest = Severity.information
  /// The findings from here on have been looked at, for `lowest`.
  fileprivate var end: Int
  fileprivate var unlisted = [Int](repeating: 0, count: Severity.allCases.count)
  /// The place of the finding that reports the limit.
  private(set) var place: (number: Int, range: SourceRange)?

  /// Finds a kept finding that gives way to one of a severity.
  mutating func findPlace(for severity: Severity, among kept: [Finding]) -> Int? {
    while lowest < severity {
      while end > first {
        if kept[end - 1].severity == lowest, kept[end - 1].rule != Rule.tooManyIssues.id { return end - 1 }
        end -= 1
      }
      guard let next = Severity(rawValue: lowest.rawValue + 1) else { return nil }
      (lowest, end) = (next, kept.count)
    }
    return nil
  }

  mutating func countUnlisted(_ severity: Severity) { unlisted[Int(severity.rawValue)] += 1 }

  mutating func note(_ number: Int, _ range: SourceRange) { if place == nil { place = (number, range) } }

  func message(limit: Int) -> String {
    let counts = Severity.allCases.reversed().compactMap { severity -> String? in
      let count = unlisted[Int(severity.rawValue)]
      return count > 0 ? "\(count) of severity \(severity)" : nil
    }
    return "expected at most \(limit) findings in one \(isOfRecord ? "record" : "input"), found more; counted and not "
      + "listed are \(counts.joined(separator: ", "))"
  }
}

extension Finding {
  /// The order of findings: by place, then by rule, then by path.
  private static func stands(_ a: Finding, before b: Finding) -> Bool {
    if a.range != b.range { return a.range < b.range }
    return a.rule != b.rule ? a.rule < b.rule : a.path.byBytes < b.path.byBytes
  }

  fileprivate static func sort(_ findings: inout [Finding]) {
    findings.withUnsafeMutableBufferPointer { findings in
      if findings.indices.dropFirst().allSatisfy({ !stands(findings[$0], before: findings[$0 - 1]) }) { return }
      // These are compared and moved in place of findings, which are many words long and hold counted references.
      var keys = findings.indices.map { (range: findings[$0].range, place: $0) }
      keys.sort { a, b in
        if a.range != b.range { return a.range < b.range }
        if stands(findings[a.place], before: findings[b.place]) { return true }
        return !stands(findings[b.place], before: findings[a.place]) && a.place < b.place
      }
      // Follows each cycle of the permutation: the finding that belongs in a free place leaves another place free.
      for start in keys.indices {
        var place = start
        while case let source = keys[place].place, source != start {
          findings.swapAt(place, source)
          keys[place].place = place
          place = source
        }
        keys[place].place = place
      }
    }
  }
}

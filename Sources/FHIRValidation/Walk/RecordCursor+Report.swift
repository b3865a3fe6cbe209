import FHIRFindings
import FHIRTape
import FHIRSchema

extension RecordCursor {
  /// Whether a finding of a rule, which is certain, would not be listed: the caller need not word it. It is counted if
  /// the rule is on; else, if this is `false`, the caller must report it.
  @inline(__always) mutating func drops(_ rule: Rule) -> Bool { drops(rule.id, rule.severity) }

  /// The same for a rule whose page is not loaded.
  @inline(__always) mutating func drops(_ rule: RuleID, _ severity: Severity) -> Bool {
    if isOff(rule) { return true }
    if findings.isFull, findings.drops(rule, severity) { return true }
    assert(
      findings.follows(rule, severity, isReported: false), "the finding before \(rule) was announced and not reported")
    return false
  }

  /// Counts findings whose places are not known; their severity has enough others.
  mutating func countUnlisted(_ rule: RuleID, _ severity: Severity, _ count: Int) {
    if isOff(rule) || count == 0 { return }
    let place = notePlace(.element, record: currentRecord())
    findings.countUnlisted(rule, severity, count, place, headOfRecord)
  }

  /// Adds a finding; `range` is relative to the record's bytes.
  @inline(never) mutating func report(_ rule: Rule, at range: Range<Int>, path: FindingPath, _ message: Wording) {
    report(rule.id, rule.severity, at: range, path: path, message.text)
  }

  /// The same, but makes the message only if the finding may be listed.
  @inline(never) mutating func report(
    _ rule: Rule, at range: Range<Int>, path: FindingPath, message: (borrowing RecordCursor) -> Wording
  ) {
    if !drops(rule) { report(rule, at: range, path: path, message(self)) }
  }

  /// Adds a finding about a text or a number that stands where something else is expected.
  @inline(never) mutating func report(
    _ rule: Rule, _ severity: Severity? = nil, at value: TapeIndex, path: FindingPath,
    expected: @autoclosure () -> Wording
  ) {
    let severity = severity ?? rule.severity
    if drops(rule.id, severity) { return }
    let message: Wording = "expected \(expected().text), found \(tape.excerpt(value))"
    report(rule.id, severity, at: tape.range(value), path: path, message.text)
  }

  /// Adds a finding of a rule whose page is not loaded, and that may come from a profile.
  @inline(never) mutating func report(
    _ rule: RuleID, _ severity: Severity, at range: Range<Int>, path: FindingPath, _ message: String,
    from profile: ProfileSource? = nil
  ) {
    report(rule, severity, inInput: inputRange(range), path: path, message, from: profile)
  }

  /// Adds a finding at a place of the input, and in the record with a number; `nil` for the current one.
  mutating func report(
    _ rule: RuleID, _ severity: Severity, inInput range: Range<Int>, path: FindingPath, _ message: String,
    record: Int? = nil, from profile: ProfileSource? = nil
  ) {
    guard !isOff(rule), findings.hasRoom(for: rule, severity) else { return }
    let place = notePlace(path, record: record ?? currentRecord())
    if let profile { findings.places.note(profile, at: place) }
    if findings.isOverflowing { findings.noteOverflow(place, headOfRecord) }
    findings.add(rule, severity, SourceRange(range), place, message)
  }

  /// Where the record begins, for the finding that reports the limit.
  private var headOfRecord: SourceRange { SourceRange(inputRange(headRange(.root))) }

  /// The range of the whole value, or of the opening bracket of an object or array, which may be long.
  @inline(__always) func headRange(_ index: TapeIndex) -> Range<Int> {
    let tape = tape
    return tape.isContainer(index) ? tape.offset(index)..<tape.offset(index) + 1 : tape.range(index)
  }

  /// The number of the current record among the places of findings, -1 for none.
  private mutating func currentRecord() -> Int {
    if !record.exists { return -1 }
    return findings.places.number(ofRecordInHand: record) ?? noteRecord()
  }

  private mutating func noteRecord() -> Int {
    let known = known.resource == record && known.type.exists ? known.type : nil
    // Inline, as most exports repeat a fault in each record.
    let id = tape.tag(record) == .object ? tape.keys(of: record).first { tape.isKey($0, "id") }?.value : nil
    // An id has at most 64 characters; for a longer one a label shows the beginning.
    if let known, id.map({ tape.tag($0) == .string && tape.length($0) <= 80 }) ?? true {
      let bytes = id.map { UnsafeBufferPointer(start: tape.lexeme($0), count: tape.length($0)) }
      return findings.places.noteRecordInHand(
        record, from: place.inputOffset(tape.offset(record)), type: ReleaseRow(known.row, base: path.base), id: bytes)
    }
    let type = known.map { schema.typeNames[$0] } ?? tape.text("resourceType", of: record)?.clipped
    return findings.places.noteRecordInHand(
      record, type.map { RecordLabel(resourceType: $0, id: tape.text("id", of: record)?.clipped) },
      base: isJudged ? path.base : -1)
  }

  /// Reports a constraint that is judged without an expression, in the words of its row unless the caller gives others.
  mutating func report(
    _ native: NativeInvariant, at range: Range<Int>, path: FindingPath, expected: String? = nil, found: String? = nil
  ) {
    guard let invariant = invariants.native(native), !drops(invariant.rule, invariant.severity) else { return }
    report(invariant.rule, invariant.severity, at: range, path: path, invariant.message(expected, found))
  }

  mutating func report(_ native: NativeInvariant, inInput range: Range<Int>, path: FindingPath, found: String) {
    guard let invariant = invariants.native(native) else { return }
    report(invariant.rule, invariant.severity, inInput: range, path: path, invariant.message(nil, found))
  }

  /// Reports a fault that a release may state as a constraint: by the name and the severity of that, else of our rule.
  mutating func report(
    _ rule: Rule, or native: NativeInvariant, inInput range: Range<Int>, path: FindingPath,
    message: (borrowing RecordCursor) -> Wording
  ) {
    let (id, severity) = invariants.native(native).map { ($0.rule, $0.severity) } ?? (rule.id, rule.severity)
    if !drops(id, severity) { report(id, severity, inInput: range, path: path, message(self).text) }
  }
}

extension String {
  /// The text, or its beginning if it is too long for a message.
  var clipped: String {
    guard utf8.count > 80 else { return self }
    var text = self
    return text.withUTF8 { Excerpt.text($0, limit: 77) }
  }
}

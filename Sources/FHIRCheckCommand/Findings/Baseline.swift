import FHIRFindings
import FHIRReporting
import FHIRTape

/// The known findings of an earlier run, and those of this run for a later one, as digests.
final class Baseline: Sendable {
  struct Contents: Sendable {
    /// How often each finding occurs, by its ``Baseline/key(of:source:)``.
    var findings: [RuleID: [UInt64: Int]] = [:]
    /// Findings that were counted without a place, by rule: those of a record beyond its limit.
    var unlisted: [RuleID: Int] = [:]
    /// The reasons and ends of all findings, and of some.
    var ofAll: Note = (nil, nil)
    var ofFindings: [UInt64: Note] = [:]
    /// The exemptions of the file that have ended, without the findings that they hid.
    var ended: [Exemption] = []
  }

  typealias Note = (reason: String?, until: String?)

  let comparesFindings: Bool
  private let state: Monitor<(remaining: Contents, met: Contents?)>

  /// - Parameter records: whether the findings of this run are kept, with the reasons and ends of the known ones.
  init(known: Contents?, records: Bool) {
    comparesFindings = known != nil
    let known = known ?? Contents()
    var met = Contents()
    (met.ofAll, met.ofFindings) = (known.ofAll, known.ofFindings)
    state = Monitor((known, records ? met : nil))
  }

  /// Known findings that did not occur so far, with the reasons and ends of all.
  var remaining: Contents { state.withLock { $0.remaining } }
  /// The findings of this run, for a later one; `nil` unless they are to be written.
  var met: Contents? { state.withLock { $0.met } }

  func take(_ findings: [Finding], source: String?) -> [Finding] {
    let keys = findings.map { Self.key(of: $0, source: source) }
    return state.withLock { state in
      zip(findings, keys).filter { finding, key in
        state.met?.findings[finding.rule, default: [:]][key, default: 0] += 1
        guard let count = state.remaining.findings[finding.rule]?[key], count > 0 else { return true }
        state.remaining.findings[finding.rule]?[key] = count - 1
        return false
      }.map(\.0)
    }
  }

  /// Counts the known ones among findings without a place.
  func take(unlisted counts: FindingCounts) -> FindingCounts {
    state.withLock { state in
      var known = FindingCounts()
      counts.forEach { rule, severity, count in
        state.met?.unlisted[rule, default: 0] += count
        let taken = min(count, state.remaining.unlisted[rule] ?? 0)
        guard taken > 0 else { return }
        state.remaining.unlisted[rule, default: 0] -= taken
        known.add(rule, severity, taken)
      }
      return known
    }
  }

  var gone: [RuleID: Int] {
    let remaining = remaining
    return remaining.findings.mapValues { $0.values.reduce(0, +) }.merging(remaining.unlisted, uniquingKeysWith: +)
      .filter { $0.value > 0 }
  }

  /// Identifies a finding in a later run: source, type and id of the record, and what is stable of the finding. Lines,
  /// files and the index of an entry in its Bundle do not count. Findings with equal keys differ only in their number.
  private static func key(of finding: Finding, source: String?) -> UInt64 {
    let record = finding.record
    let digest = [record?.resourceType, record?.id].reduce(Digest.of(source ?? "")) { Digest.of($1 ?? "", from: $0) }
    return Digest.mix(StableFinding.digest(of: finding, path: PathPattern.belowEntries(finding.path), from: digest))
  }
}

/// The file: one finding on each line, sorted, so that diff tools show what has changed.
extension Baseline.Contents {
  /// Raised when readers of the earlier format cannot read the file.
  private static let version = 1

  var bytes: [UInt8] {
    var lines: [String] = []
    func line(_ rule: RuleID, _ key: UInt64?, _ count: Int) {
      lines.append(
        JSONWriter.object { writer in
          writer.members(["rule": rule.rawValue, "fingerprint": key.map { String(hexadecimal: $0) }])
          if key == nil || count > 1 { writer.member("count", count) }
          let note = key.flatMap { ofFindings[$0] }
          writer.members(["reason": note?.reason, "until": note?.until])
        })
    }
    for rule in Set(findings.keys).union(unlisted.keys).sorted() {
      for (key, count) in (findings[rule] ?? [:]).inOrder { line(rule, key, count) }
      if let count = unlisted[rule], count > 0 { line(rule, nil, count) }
    }
    let head = JSONWriter.object { writer in
      writer.member("baselineVersion", Self.version)
      writer.members(["tool": "fhircheck", "version": Version.current, "reason": ofAll.reason, "until": ofAll.until])
    }
    let list = lines.isEmpty ? "" : "\n" + lines.joined(separator: ",\n")
    return Array((head.dropLast() + ",\"findings\":[" + list + "\n]}\n").utf8)
  }

  init(of path: String, today: String) throws(UsageError) {
    guard let contents = Self.read(try SmallFile.read(path), today) else {
      throw UsageError("\(path): this is no baseline that fhircheck has written")
    }
    self = contents
  }

  private static func read(_ bytes: [UInt8], _ today: String) -> Self? {
    try? TapedJSON.read(bytes, maximumDepth: 4) { tape -> Self? in
      guard let known = tape.member("baselineVersion", of: .root), tape.wholeNumber(known) == version,
        let list = tape.member("findings", of: .root), tape.tag(list) == .array
      else { return nil }
      /// The note of an object; `nil` if its end is no date.
      func note(_ object: TapeIndex) -> Baseline.Note? {
        let end = tape.member("until", of: object)
        let note = (tape.text("reason", of: object), end.flatMap { tape.text($0) })
        return end == nil || note.1.map(Exemption.isDate) == true ? note : nil
      }
      var contents = Self()
      func isOver(_ note: Baseline.Note, _ rule: String, _ range: Range<Int>) -> Bool {
        guard let until = note.until, until < today else { return false }
        contents.ended.append(Exemption(rule: rule, reason: note.reason, until: until, isOver: true, range: range))
        return true
      }
      guard let ofAll = note(.root) else { return nil }
      contents.ofAll = ofAll
      if isOver(ofAll, "*", tape.range(known)) { return contents }
      for item in tape.items(of: list) {
        let count = tape.member("count", of: item).map { tape.wholeNumber($0) ?? 0 } ?? 1
        guard let rule = tape.text("rule", of: item), count > 0, let note = note(item) else { return nil }
        let id = RuleID(rawValue: rule)
        if isOver(note, rule, tape.range(item)) { continue }
        if let place = tape.member("fingerprint", of: item) {
          guard let digits = tape.text(place), digits.utf8.count == 16, let key = UInt64(digits, radix: 16) else {
            return nil
          }
          contents.findings[id, default: [:]][key, default: 0] += count
          if note.reason != nil || note.until != nil { contents.ofFindings[key] = note }
        } else {
          contents.unlisted[id, default: 0] += count
        }
      }
      return contents
    }
  }
}

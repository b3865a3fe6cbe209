import ClinicalSources
import FHIRFindings
import FHIRReporting
import FHIRTape

/// The known findings of an earlier run, and those of this run for a later one, as digests.
final class Baseline: Sendable {
  /// The content of a baseline.
  struct Contents: Sendable {
    /// How often each finding occurs.
    var findings: [RuleID: [BaselineKey: Int]] = [:]
    var notes = Notes()
    /// The exemptions of the file that have ended, without the findings that they hid.
    var ended: [Exemption] = []
    /// Findings that were counted without a place, by rule: those of a record beyond its limit.
    var unlisted: [RuleID: Int] = [:]

    /// The remaining findings, by rule.
    var byRule: [RuleID: Int] {
      findings.mapValues { $0.values.reduce(0, +) }.merging(unlisted, uniquingKeysWith: +).filter { $0.value > 0 }
    }
  }

  /// The reasons and ends of findings, and of all of them, which a new baseline keeps.
  struct Notes: Sendable {
    typealias Note = (reason: String?, until: String?)
    var ofAll: Note = (nil, nil)
    var ofFindings: [BaselineKey: Note] = [:]
  }

  private struct State {
    /// Known findings that did not occur so far.
    var remaining: Contents
    /// The findings of this run; `nil` unless they are to be written.
    var met: Contents?
  }

  /// Whether findings are compared with those of an earlier run.
  let comparesFindings: Bool
  let notes: Notes
  /// The exemptions of the file that have ended.
  let ended: [Exemption]
  private let state: Monitor<State>

  /// - Parameters:
  ///   - known: the findings of an earlier run.
  ///   - records: whether the findings of this run are kept for a later one.
  init(known: Contents?, records: Bool) {
    comparesFindings = known != nil
    (notes, ended) = (known?.notes ?? Notes(), known?.ended ?? [])
    state = Monitor(State(remaining: known ?? Contents(), met: records ? Contents() : nil))
  }

  /// Removes the known findings.
  func take(_ findings: [Finding], source: String?) -> [Finding] {
    let keys = findings.map { BaselineKey($0, source: source) }
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

  /// Known findings that no longer occur, by rule.
  var gone: [RuleID: Int] { state.withLock { $0.remaining.byRule } }

  /// The findings of this run, for a later one.
  var met: Contents? { state.withLock { $0.met } }
}

/// A baseline as a file: one finding on each line, sorted, so that diff tools show what has changed.
enum BaselineFile {
  /// Raised when readers of the earlier format cannot read the file.
  private static let version = 1

  static func write(_ contents: Baseline.Contents, _ notes: Baseline.Notes) -> [UInt8] {
    func write(_ note: Baseline.Notes.Note?, _ writer: inout JSONWriter) {
      if let reason = note?.reason { writer.member("reason", reason) }
      if let until = note?.until { writer.member("until", until) }
    }
    var lines: [String] = []
    func line(_ rule: RuleID, _ key: BaselineKey?, _ count: Int) {
      lines.append(
        JSONWriter.object { writer in
          writer.member("rule", rule.rawValue)
          if let key { writer.member("fingerprint", key.text) }
          if key == nil || count > 1 { writer.member("count", count) }
          write(key.flatMap { notes.ofFindings[$0] }, &writer)
        })
    }
    for rule in Set(contents.findings.keys).union(contents.unlisted.keys).sorted() {
      for (key, count) in (contents.findings[rule] ?? [:]).sorted(by: { $0.key < $1.key }) { line(rule, key, count) }
      if let count = contents.unlisted[rule], count > 0 { line(rule, nil, count) }
    }
    let head = JSONWriter.object { writer in
      writer.member("baselineVersion", version)
      writer.member("tool", "fhircheck")
      writer.member("version", Version.current)
      write(notes.ofAll, &writer)
    }
    let list = lines.isEmpty ? "" : "\n" + lines.joined(separator: ",\n")
    return Array((head.dropLast() + ",\"findings\":[" + list + "\n]}\n").utf8)
  }

  /// Reads a baseline.
  ///
  /// - Parameter today: the date after which exemptions end.
  static func read(_ path: String, today: String) throws(UsageError) -> Baseline.Contents {
    guard let contents = contents(of: try SmallFile.read(path), today) else {
      throw UsageError(sentence: "\(path): this is no baseline that fhircheck has written")
    }
    return contents
  }

  private static func contents(of bytes: [UInt8], _ today: String) -> Baseline.Contents? {
    Tape.read(bytes, maximumDepth: 4) { tape, _ in
      guard let known = tape.member("baselineVersion", of: .root), tape.number(known) == version,
        let list = tape.member("findings", of: .root), tape.tag(list) == .array
      else { return nil }
      /// The note of an object; `nil` if its end is no date.
      func note(_ object: TapeIndex) -> Baseline.Notes.Note? {
        let end = tape.member("until", of: object)
        let note = (tape.member("reason", of: object).flatMap(tape.text), end.flatMap(tape.text))
        return end == nil || note.1.map(Exemption.isDate) == true ? note : nil
      }
      var contents = Baseline.Contents()
      func isOver(_ note: Baseline.Notes.Note, _ rule: String, _ range: Range<Int>) -> Bool {
        guard let until = note.until, until < today else { return false }
        contents.ended.append(Exemption(rule: rule, reason: note.reason, until: until, isOver: true, range: range))
        return true
      }
      guard let ofAll = note(.root) else { return nil }
      contents.notes.ofAll = ofAll
      if isOver(ofAll, "*", tape.range(known)) { return contents }
      for item in tape.items(of: list) {
        let count = tape.member("count", of: item).map { tape.number($0) ?? 0 } ?? 1
        guard let rule = tape.member("rule", of: item).flatMap(tape.text), count > 0 else { return nil }
        let id = RuleID(rawValue: rule)
        guard let note = note(item) else { return nil }
        if isOver(note, rule, tape.range(item)) { continue }
        if let place = tape.member("fingerprint", of: item) {
          guard let key = tape.text(place).flatMap({ BaselineKey($0) }) else { return nil }
          contents.findings[id, default: [:]][key, default: 0] += count
          if note.reason != nil || note.until != nil { contents.notes.ofFindings[key] = note }
        } else {
          contents.unlisted[id, default: 0] += count
        }
      }
      return contents
    }
  }
}

/// Identifies a finding in a later run: source, type and id of the record, and what is stable of rule, path and message
/// (``StableFinding``).
///
/// Line numbers, the name of the file, and the index of an entry in its Bundle do not count. Findings with equal keys
/// are distinguished only by their number.
struct BaselineKey: Hashable, Sendable, Comparable {
  let number: UInt64

  init(_ finding: Finding, source: String?) {
    let record = finding.record
    var digest = Digest.of(source ?? "")
    digest = Digest.of(record?.resourceType ?? "", from: digest)
    digest = Digest.of(record?.id ?? "", from: digest)
    number = Digest.mix(
      StableFinding.digest(of: finding, path: PathPattern.belowEntries(finding.path), from: digest))
  }

  /// Parses sixteen digits.
  init?(_ text: String) {
    guard text.utf8.count == 16, let number = UInt64(text, radix: 16) else { return nil }
    self.number = number
  }

  /// Sixteen digits.
  var text: String { String(hexadecimal: number) }

  static func < (a: BaselineKey, b: BaselineKey) -> Bool { a.number < b.number }
}

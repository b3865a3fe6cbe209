import ClinicalSources
import FHIRDiagnostics
import FHIRReporting
import FHIRTape

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

  init(_ finding: Diagnostic, source: String?) {
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

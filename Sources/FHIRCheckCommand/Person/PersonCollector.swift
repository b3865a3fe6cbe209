import FHIRFindings
import FHIRReporting

/// Keeps what a person's page shows, in bounded memory: the facts of the first records, and the faults by source.
final class PersonCollector: ReportRenderer {
  /// How many bytes of facts are kept: those of some forty thousand records.
  private static let mostBytes = 24 << 20
  /// How many sorts of faults are kept, and how many examples of each.
  private static let (mostSorts, mostExamples, mostNames, mostFiles) = (120, 5, 3, 20)

  struct State {
    var records: [PersonReport.Record] = []
    /// The bytes of the facts, and how many records came after there were too many.
    var (size, leftOut) = (0, 0)
    /// Reports of results, and files with a record.
    var (labReports, files) = (0, 0)
    var faults: [Fault] = []
    fileprivate var places: [ByteText: Int] = [:]
    var faulty: [ByteText: Int] = [:]
    /// The last record, to which the faults in it belong, and whether it has one.
    fileprivate var last: (record: PersonReport.Record, end: Int, isFaulty: Bool)?
  }

  struct Fault {
    let source: String
    let rule: RuleID
    /// The element that is missing, and in what kind of record.
    let lack: PersonWords.Lack?
    var count = 0
    var examples: [String] = []
    /// The first records by name and day, and the first files.
    var names: [String] = []
    var files: [String] = []

    mutating func note(_ name: String, _ file: String) {
      let name = name.isEmpty ? "File " + PersonPage.name(ofFile: file) : name
      if names.count < mostNames, !names.contains(where: { $0.byBytes == name.byBytes }) { names.append(name) }
      if files.count < mostFiles, files.last?.byBytes != file.byBytes { files.append(file) }
    }
  }

  let redaction: Redaction?
  var isRedacted: Bool { redaction != nil }
  private let state = Monitor(State())

  init(_ redaction: Redaction?) { self.redaction = redaction }

  /// Whether no more facts are kept. Records come in order, so this does not depend on how work is divided.
  var isFull: Bool { state.withLock { $0.size >= Self.mostBytes } }
  var kept: State { state.withLock { $0 } }

  /// The rows of ``PersonRowMaker``, and the faults in records that a person is told of.
  func render(_ part: ReportPart, into output: inout [UInt8]) {
    guard case .issue(let issue, _) = part else { return }
    let row = RowBatch.row(of: issue.finding)
    guard row != nil || PersonWords.concerns(issue.finding) else { return }
    var record = row?.facts.first ?? PersonReport.Record()
    record.file = PersonReport.clean(redaction?.name(ofFile: issue.file) ?? issue.file)
    (record.line, record.offset) = (issue.position?.line ?? 0, (row?.range ?? issue.finding.range).start)
    if let row { return state.withLock { Self.add(record, row.range.end, to: &$0) } }
    let shown = redaction?.redacted(issue) ?? issue
    record.source = PersonReport.short(shown.source ?? "")
    let message = PersonReport.short(shown.finding.message)
    let isMissing = shown.finding.rule == "structure/missing-element"
    let element = isMissing ? issue.finding.path.split(separator: ".").last.map(String.init) ?? "" : ""
    state.withLock { Self.count(shown.finding.rule, message, element, at: record, in: &$0) }
  }

  private static func add(_ record: PersonReport.Record, _ end: Int, to state: inout State) {
    if record.kind == .labReport { state.labReports += 1 }
    if state.last?.record.file != record.file { state.files += 1 }
    state.last = (record, end, false)
    if state.size >= mostBytes { return state.leftOut += 1 }
    state.size += record.size
    state.records.append(record)
  }

  /// Counts a fault under the record that it is in, else under the source of the file.
  private static func count(
    _ rule: RuleID, _ message: String, _ element: String, at place: PersonReport.Record, in state: inout State
  ) {
    var rule = rule
    if rule == "structure/unknown-resource-type", let (record, end, _) = state.last,
      record.manner == PersonReport.Record.unrecognised, record.offset..<end ~= place.offset
    {
      rule = "prescription"
    }
    let words = PersonWords.of(rule)
    var (source, name, label, kind) = (place.source, "", "", PersonReport.Kind.other)
    if let (record, end, isFaulty) = state.last, record.file == place.file, record.offset..<end ~= place.offset {
      (name, label, kind) = (record.name, record.name.isEmpty ? "" : record.label, record.kind)
      if !record.source.isEmpty { source = record.source }
      if !isFaulty, words.culprit == .record {
        state.faulty[source.byBytes, default: 0] += 1
        state.last?.isFaulty = true
      }
    }
    let lack = element.isEmpty ? nil : PersonWords.Lack(element: element, kind: kind)
    let key = [source, words.sentence, lack?.sentence(2) ?? ""].joined(separator: "\u{1F}").byBytes
    var number = state.places[key] ?? mostSorts
    if number == mostSorts, state.faults.count <= mostSorts {
      // The last sort stands for all others.
      let isLast = state.faults.count == mostSorts
      state.faults.append(
        isLast ? Fault(source: "", rule: "", lack: nil) : Fault(source: source, rule: rule, lack: lack))
      if !isLast { state.places[key] = state.faults.count - 1 }
      number = state.faults.count - 1
    }
    state.faults[number].count += 1
    state.faults[number].note(label, place.file)
    guard state.faults[number].examples.count < mostExamples else { return }
    let file = PersonPage.name(ofFile: place.file) + (place.line > 1 ? ", line \(place.line)" : "")
    state.faults[number].examples.append((name.isEmpty ? "" : name + ", ") + file + ": " + message)
  }
}

extension PersonReport {
  private static let (mostCharacters, mostEntries) = (200, 60)

  /// The beginning of a text, on one line, without hidden characters and passwords.
  static func short(_ text: String) -> String {
    guard text.utf8.count > mostCharacters, text.unicodeScalars.count > mostCharacters else { return clean(text) }
    return clean(String(String.UnicodeScalarView(text.unicodeScalars.prefix(mostCharacters - 1))) + "…")
  }

  static func clean(_ text: String) -> String {
    guard text.utf8.contains(where: { !(0x20..<0x7F ~= $0) }) else { return MaskedAddress.text(text) }
    let shown = text.unicodeScalars.compactMap { scalar -> Unicode.Scalar? in
      scalar.value < 0x20 ? " " : HiddenCharacters.contains(scalar) ? nil : scalar
    }
    return MaskedAddress.text(TerminalText.visible(String(String.UnicodeScalarView(shown))))
  }

  /// Bounds and cleans the facts of a record, and states their size.
  static func settle(_ record: inout Record) {
    var size = 256
    func settle<Fact>(_ facts: inout Fact, _ texts: [WritableKeyPath<Fact, String>]) {
      for text in texts where !facts[keyPath: text].isEmpty {
        facts[keyPath: text] = short(String(facts[keyPath: text].drop { $0 == " " }))
        size += facts[keyPath: text].utf8.count
      }
    }
    settle(
      &record,
      [
        \.source, \.type, \.id, \.version, \.updated, \.name, \.code, \.system, \.site, \.status, \.start, \.end,
        \.issued, \.time, \.manner, \.detail, \.remark, \.address, \.owner, \.ownerName, \.verdict,
      ])
    record.results = Array(record.results.prefix(mostEntries))
    for number in record.results.indices {
      settle(
        &record.results[number],
        [
          \.name, \.code, \.system, \.value, \.unit, \.unitCode, \.number, \.second, \.low, \.high, \.range, \.missed,
          \.marks, \.called,
        ])
    }
    record.members = record.members.prefix(mostEntries).map(short)
    record.size = record.members.reduce(size) { $0 + $1.utf8.count }
  }
}

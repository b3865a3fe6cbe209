import ClinicalSources
import FHIRDiagnostics
import FHIRReporting
import FHIRSupport

/// Keeps what a person's page shows, in bounded memory: the facts of the first records, and the faults in records by
/// source.
///
/// It is the destination of a report whose lines are records and faults, so they come in the order of the input.
final class PersonCollector: Sendable {
  /// How many bytes of facts are kept, with 256 for each record: of some forty thousand records.
  private static let mostBytes = 24 << 20
  /// How many sorts of faults are kept, and how many examples of each.
  private static let (mostSorts, mostExamples) = (60, 5)

  struct State {
    var records: [PersonReport.Record] = []
    /// The bytes of the facts, and how many records came after there were too many.
    var (size, leftOut) = (0, 0)
    /// The reports of laboratories among all records.
    var labReports = 0
    var faults: [Fault] = []
    fileprivate var places: [ByteText: Int] = [:]
    /// The part of a line that was not read yet.
    fileprivate var rest: [UInt8] = []
    /// The last record, to which the faults in it belong.
    fileprivate var last: (record: PersonReport.Record, end: Int)?
  }

  /// The faults of one sort in the records of one source.
  struct Fault {
    let source: String
    let rule: RuleID
    var count = 0
    var examples: [String] = []
  }

  /// Replaces the values of records, if requested.
  let redaction: Redaction?
  var isRedacted: Bool { redaction != nil }
  private let state = Monitor(State())

  init(_ redaction: Redaction?) { self.redaction = redaction }

  /// Whether no more facts are kept. Records come in order, so this does not depend on how work is divided.
  var isFull: Bool { state.withLock { $0.size >= Self.mostBytes } }

  /// What was kept; nothing may be written afterwards.
  var kept: State { state.withLock { $0 } }

  /// Distinguishes its report from the page.
  let format = ReportFormat.jsonl

  /// The report whose lines it reads.
  func report(in context: CommandContext) -> Report {
    var context = context
    context.writeOutput = { [self] in
      read($0)
      return 0
    }
    var report = Report(PersonLineRenderer(redaction: redaction), in: context)
    report.format = format
    return report
  }

  /// Reads the next bytes of the report.
  func read(_ bytes: UnsafeRawBufferPointer) {
    state.withLock { state in
      state.rest.append(contentsOf: bytes)
      let end = (state.rest.lastIndex(of: PersonLine.end) ?? -1) + 1
      for line in state.rest[..<end].split(separator: PersonLine.end) { Self.take(line, &state) }
      state.rest.removeFirst(end)
    }
  }

  private static func take(_ line: ArraySlice<UInt8>, _ state: inout State) {
    var fields = PersonLine(reading: line)
    var (rule, record, end) = ("", PersonReport.Record(), 0)
    fields.pass(&record.file, isWhole: true)
    fields.pass(&record.line)
    fields.pass(&record.offset)
    fields.pass(&end)
    fields.pass(&rule)
    if !rule.isEmpty { return take(RuleID(rawValue: rule), at: record, &fields, &state) }
    record.pass(&fields)
    if record.kind == .labReport { state.labReports += 1 }
    state.last = (record, end)
    if state.size >= mostBytes { return state.leftOut += 1 }
    state.size += line.count + 256
    state.records.append(record)
  }

  /// Counts a fault under the record that it is in, else under the source of the file.
  private static func take(
    _ rule: RuleID, at place: PersonReport.Record, _ fields: inout PersonLine, _ state: inout State
  ) {
    var (source, message) = ("", "")
    fields.pass(&source)
    fields.pass(&message)
    var name = ""
    if let (record, end) = state.last, record.file == place.file, record.offset..<end ~= place.offset {
      name = record.name
      if !record.source.isEmpty { source = record.source }
    }
    let sort = PersonWords.of(rule)
    let key = (source + "\u{1F}" + sort.sentence).byBytes
    var number = state.places[key] ?? mostSorts
    if number == mostSorts, state.faults.count <= mostSorts {
      // The last sort stands for all others.
      let isLast = state.faults.count == mostSorts
      state.faults.append(isLast ? Fault(source: "", rule: "") : Fault(source: source, rule: rule))
      if !isLast { state.places[key] = state.faults.count - 1 }
      number = state.faults.count - 1
    }
    state.faults[number].count += 1
    guard state.faults[number].examples.count < mostExamples else { return }
    let file = PersonPage.name(ofFile: place.file) + (place.line > 1 ? ", line \(place.line)" : "")
    state.faults[number].examples.append((name.isEmpty ? "" : name + ", ") + file + ": " + message)
  }
}

/// Writes the rows of ``PersonRowMaker``, and the errors in records, as the lines that ``PersonCollector`` reads.
private struct PersonLineRenderer: ReportRenderer {
  let redaction: Redaction?

  func render(_ part: ReportPart, into output: inout [UInt8]) {
    guard case .issue(let issue, _) = part else { return }
    let diagnostic = issue.diagnostic
    let row = RowBatch.row(of: diagnostic)
    // A record that was not judged is no error, and still something that is missing.
    guard row != nil || PersonWords.concerns(diagnostic) else { return }
    let range = row?.range ?? diagnostic.range
    var file = redaction?.name(ofFile: issue.file) ?? issue.file
    var (line, start, end) = (issue.position?.line ?? 0, range.start, range.end)
    var rule = row == nil ? diagnostic.rule.rawValue : ""
    var fields = PersonLine()
    fields.pass(&file, isWhole: true)
    fields.pass(&line)
    fields.pass(&start)
    fields.pass(&end)
    fields.pass(&rule)
    if row == nil {
      let shown = redaction?.redacted(issue) ?? issue
      var (source, message) = (shown.source ?? "", shown.diagnostic.message)
      fields.pass(&source)
      fields.pass(&message)
    }
    PersonLine.append(fields.fields + (row?.texts ?? []), to: &output)
  }
}

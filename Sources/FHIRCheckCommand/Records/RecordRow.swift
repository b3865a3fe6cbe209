import ClinicalRecords
import ClinicalSources
import FHIRFindings
import FHIRReporting
import FHIRSchema
import FHIRTape
import FHIRValidation

struct RecordRow {
  let range: SourceRange
  /// For each column, the text that comes from the record itself; empty for its place and its findings.
  let texts: [String]
  /// What a person's page shows of it; none in a table.
  var facts: [PersonReport.Record] = []
  var isLeftOut = false
  var errors = 0
  var warnings = 0

  /// The rule of findings that carry rows through the loop for findings.
  static let rule = RuleID(rawValue: "records/row")

  static let numbers: Set<RecordColumn> = [
    .line, .column, .component, .duplicateGroup, .byteOffset, .byteLength, .errors, .warnings,
  ]

  /// The cell of a column; without the finding that carries the row, file and line are unknown.
  func cell(_ column: RecordColumn, _ number: Int, _ issue: LocatedFinding? = nil) -> String {
    switch column {
    case .file: issue?.file ?? ""
    case .line: issue?.position.map { "\($0.line)" } ?? ""
    case .column: issue?.position.map { "\($0.column)" } ?? ""
    case .byteOffset: "\(range.start)"
    case .byteLength: "\(range.end - range.start)"
    case .errors: "\(errors)"
    case .warnings: "\(warnings)"
    default: texts[number]
    }
  }
}

/// Some rows in the order of the records. Each is passed on as a finding whose place is the batch, so it needs no text.
final class RowBatch: RecordedPlaces {
  private let rows: [RecordRow]

  init(_ rows: [RecordRow]) { self.rows = rows }

  var findings: [Finding] {
    rows.indices.map { index in
      Finding(
        rule: RecordRow.rule, severity: .information, range: rows[index].range, message: "", places: self, place: index)
    }
  }

  static func row(of finding: Finding) -> RecordRow? { (finding.places as? RowBatch)?.rows[finding.place] }
  func path(of place: Int) -> String { "" }
  func record(of place: Int) -> RecordLabel? { nil }
  func pointer(of place: Int) -> String? { nil }
  func release(of place: Int) -> String? { nil }
}

/// CSV as in RFC 4180: a header row, then one row for each record.
struct RecordCSVRenderer: ReportRenderer {
  let columns: [RecordColumn]
  /// Whether a cell that a spreadsheet would take for a formula gets an apostrophe in front.
  let isHarmless: Bool
  /// Whether characters that control a terminal, or that it hides, are made visible.
  let isVisible: Bool

  func render(_ part: ReportPart, into output: inout [UInt8]) {
    if case .start = part { output += columns.map(\.rawValue).joined(separator: ",") + "\r\n" }
    guard case .issue(let issue, _) = part, let row = RowBatch.row(of: issue.finding) else { return }
    let fields = columns.enumerated().map { field(row.cell($1, $0, issue)) }
    output += fields.joined(separator: ",") + "\r\n"
  }

  private func field(_ text: String) -> String {
    // Judged as written: a tab becomes spaces, and some spreadsheets skip both.
    let mark = isHarmless && isFormula(text) ? "'" : ""
    let shown = mark + (isVisible ? TerminalText.visible(text) : text)
    return shown.utf8.contains { ",\"\n\r".utf8.contains($0) } ? shown.quotedForCSV : shown
  }

  /// Whether a spreadsheet may evaluate a text; a plain number is harmless.
  private func isFormula(_ text: String) -> Bool {
    switch text.utf8.first {
    case UInt8(ascii: "="), UInt8(ascii: "@"), 0x09, 0x0D: true
    case UInt8(ascii: "+"), UInt8(ascii: "-"): Double(text) == nil
    default: false
    }
  }
}

/// One object on a line for each record; an empty cell has no member.
struct RecordLinesRenderer: ReportRenderer {
  let columns: [RecordColumn]
  /// Writes other findings, if they are listed too; each line then states its type.
  let issues: JSONLinesRenderer?

  func render(_ part: ReportPart, into output: inout [UInt8]) {
    guard case .issue(let issue, _) = part, let row = RowBatch.row(of: issue.finding) else {
      issues?.render(part, into: &output)
      return
    }
    JSONWriter.appendObject(to: &output) { writer in
      if issues != nil { writer.member("type", "record") }
      for (number, column) in columns.enumerated() {
        let cell = row.cell(column, number, issue)
        if cell.isEmpty { continue }
        writer.key(column.rawValue)
        if RecordRow.numbers.contains(column) { writer.raw(cell) } else { writer.string(cell) }
      }
    }
    output += "\n"
  }
}

struct RecordRowMaker: RowMaker {
  private let columns: [RecordColumn]
  private let conditions: [RowCondition]
  private let groups: DuplicateGroups
  private let splitsComponents: Bool
  private let key: FingerprintKey
  private let needsConcept: Bool
  private let classifier = Classifier()

  /// Makes rows with a cell for each column, and after these for each column of the conditions.
  init(_ columns: [RecordColumn], _ invocation: Invocation, _ groups: DuplicateGroups) {
    conditions = invocation.conditions
    let columns = columns + conditions.compactMap(\.cell?.column)
    (self.columns, self.groups, splitsComponents) = (columns, groups, invocation.splitsComponents)
    key = invocation.digestKey ?? .published
    needsConcept = columns.contains { $0 == .code || $0 == .system || $0 == .display }
  }

  func rows(of record: VisitedRecord, in input: RowInput) -> [RecordRow] {
    let (tape, index) = (record.tape, record.index)
    let medication = needsConcept ? input.medication(of: record) : nil
    func cells(_ component: TapeIndex) -> RecordCells {
      RecordCells(
        tape, at: index, typeIndex: record.typeIndex, entry: record.entry, medication: medication, component: component)
    }
    let own = cells(.none)
    // Made only if a column is about them.
    lazy var type = classifier.classify(tape, at: index, typeIndex: record.typeIndex, release: record.release)
    lazy var identity = IdentityFingerprints.of(
      tape, resource: index, entry: record.entry, source: input.observer.source, release: record.release, key: key)
    let range = record.place.inputRange(tape.range(index))
    let member = groups[RecordLocation(file: input.observer.file, offset: range.start)]
    let isLeftOut = !conditions.allSatisfy { $0.holds(for: record, in: input) }
    func row(_ cells: RecordCells, _ component: Int?, _ range: SourceRange) -> RecordRow {
      var cells = cells
      let texts = columns.map { column -> String? in
        switch column {
        case .release: return record.release.name
        case .releaseToldBy: return record.reason.rawValue
        case .source: return MaskedAddress.text(cells.source(given: input.observer.source, release: record.release))
        case .clinicalType: return type.clinicalType?.rawValue
        case .noClinicalType: return type.reason?.rawValue
        case .identity: return identity.standing.rawValue
        case .identityDigest: return identity.fingerprints?.folded.text
        case .idDigest: return identity.fingerprints.map { String(hexadecimal: $0.id) }
        case .versionDigest: return identity.fingerprints.map { String(hexadecimal: $0.version) }
        case .contentDigest: return identity.fingerprints?.content.text
        case .card: return input.observer.card?.standing.rawValue
        case .component: return component.map { "\($0)" }
        case .duplicateGroup: return member.map { "\($0.group)" }
        case .duplicateRole: return member?.role
        case .performer: if let name = input.performer(of: record) { return name }
        default: break
        }
        return cells.text(column)
      }
      return RecordRow(range: range, texts: texts.map { $0 ?? "" }, isLeftOut: isLeftOut)
    }
    let components = splitsComponents ? own.components : []
    return [row(own, nil, range)]
      + components.enumerated().map { number, component in
        row(cells(component), number + 1, record.place.inputRange(tape.range(component)))
      }
  }

  func leavesOut(_ row: RecordRow) -> Bool {
    let cells = conditions.compactMap(\.cell)
    for (number, (column, value)) in cells.enumerated() {
      if row.cell(column, columns.count - cells.count + number).byBytes != value.byBytes { return true }
    }
    return row.isLeftOut
  }

  func rows(ofUnknown found: [Finding], in bytes: UnsafeRawBufferPointer) -> [RecordRow] { [] }
}

extension RecordCells {
  mutating func text(_ column: RecordColumn) -> String {
    var bytes: [UInt8] = []
    append(column, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension RecordPlace {
  /// Where a range of the text of a tape is in the input.
  func inputRange(_ range: Range<Int>) -> SourceRange {
    SourceRange(start: inputOffset(range.lowerBound), end: inputOffset(range.upperBound))
  }
}

extension Fingerprint {
  fileprivate var text: String { String(hexadecimal: low) + String(hexadecimal: high) }
}

/// The groups of records that are there several times, for the columns that mark them. They are in memory.
struct DuplicateGroups: Sendable {
  private var members: [RecordLocation: (group: Int, role: String)] = [:]
  private var count = 0

  mutating func add(_ finding: IdentityFinding) {
    guard let first = finding.other else { return }
    if members[first] == nil {
      count += 1
      members[first] = (count, "first")
    }
    let rule = finding.problem.reportedRule.id.rawValue.dropFirst("identity/".count)
    members[finding.record] = (members[first]?.group ?? count, String(rule))
  }

  subscript(_ place: RecordLocation) -> (group: Int, role: String)? { members[place] }
}

import ClinicalRecords
import Diagnostics
import FHIRValidation
import Reporting
import RowStore

/// Reports what the index of a run has found: after the issues of all files, in the order of the input.
///
/// A record's copy may be the last of the run, so nothing can be said before. Two places are named, and lines are counted
/// from the start of a file: so findings are sorted by the earlier place, which is resolved in one pass over the files,
/// then by the later one, which is resolved in another. Both sortings are as bounded as the index itself.
struct IdentityReport {
  let storage: InputStorage
  let renderer: any ReportRenderer
  /// How many findings may still be listed.
  let limit: Int?
  /// The memory for sorting, in bytes.
  let budget: Int
  /// Where the findings go.
  let output: OrderedOutput
  /// Their place in its order.
  let turn: OrderedOutput.Turn

  /// What was found, listed or not.
  struct Counts {
    var issues: [Severity: Int] = [:]
    var problems: [IdentityProblem: Int] = [:]
    var files = FileSet()
  }

  private static let rules: [IdentityProblem: Rule] = [
    .caseDiffers: .caseDiffers, .conflictingRecord: .conflictingRecord, .duplicateRecord: .duplicateRecord,
    .missingID: .missingId, .newerVersion: .newerVersion,
  ]

  /// Reports everything; uses the index up.
  func run(_ index: RecordIndex) throws -> Counts {
    var counts = Counts()
    var listed = 0
    // The finding in words: earlier file and offset, later file and offset, problem.
    let byEarlier = RowSorter(budget: budget / 4)
    let byLater = RowSorter(budget: budget / 4)
    try index.findings(in: storage) { finding in
      guard let rule = IdentityReport.rules[finding.problem] else { return }
      counts.issues[rule.severity, default: 0] += 1
      counts.problems[finding.problem, default: 0] += 1
      counts.files.insert(finding.record.file)
      guard limit.map({ listed < $0 }) ?? true else { return }
      listed += 1
      let problem = UInt64(finding.problem.rawValue)
      let (file, offset) = (UInt64(finding.record.file), UInt64(finding.record.offset))
      if let other = finding.other {
        try byEarlier.append(IndexRow(UInt64(other.file), UInt64(other.offset), file, offset, problem))
      } else {
        try byLater.append(IndexRow(file, offset, problem))
      }
    }
    // From here on records are read in order.
    storage.closeAll()
    try resolveEarlier(byEarlier, into: byLater)
    try write(byLater)
    return counts
  }

  /// Puts the line of the earlier place into each finding.
  private func resolveEarlier(_ findings: RowSorter, into result: RowSorter) throws {
    let merge = try RowMerge([findings], budget: budget / 4)
    var reading: FileReading?
    while let row = try merge.next() {
      let file = Int(row.w0)
      if reading?.file != file { reading = FileReading(file, storage) }
      let offset = Int(row.w1)
      let position = reading?.position(of: offset) ?? SourcePosition(line: 1, column: 1)
      try result.append(
        IndexRow(row.w2, row.w3, row.w4, row.w0, UInt64(position.line), UInt64(position.column)))
    }
  }

  private func write(_ findings: RowSorter) throws {
    let merge = try RowMerge([findings], budget: budget / 4)
    let records = RecordLabels()
    var reading: FileReading?
    var writer: IssueWriter?
    while let row = try merge.next() {
      if output.isBroken { return }
      let location = RecordLocation(file: Int(row.w0), offset: Int(row.w1))
      guard let problem = IdentityProblem(rawValue: UInt8(row.w2)), let rule = IdentityReport.rules[problem] else {
        continue
      }
      if reading?.file != location.file {
        if let writer { output.append(writer.piece, of: turn) }
        reading = FileReading(location.file, storage)
        writer = IssueWriter(
          file: storage.name(of: location.file), source: storage.givenSource(of: location.file), renderer: renderer,
          limit: nil)
      }
      let label = records.label(of: location, in: storage)
      let diagnostic = Diagnostic(
        rule: rule.id, severity: rule.severity,
        range: SourceRange(start: location.offset, end: location.offset + 1), path: label?.resourceType ?? "",
        message: message(problem, earlier: row.w4 == 0 ? "" : name(row)), record: label)
      writer?.write(
        [diagnostic], feed: { reading?.feed(&$0) }, rewind: { reading?.rewind() },
        handOut: { output.append($0, of: turn) })
    }
    if let writer { output.append(writer.piece, of: turn) }
  }

  /// The earlier place: file and line, and the column where the record does not begin its line.
  private func name(_ row: IndexRow) -> String {
    let file = storage.name(of: Int(row.w3))
    return (file == "-" ? "standard input" : file) + ":\(row.w4)" + (row.w5 > 1 ? ":\(row.w5)" : "")
  }

  private func message(_ problem: IdentityProblem, earlier: String) -> String {
    switch problem {
    case .caseDiffers:
      "expected ids that differ in more than case, found one that differs only in case from the one in \(earlier)"
    case .conflictingRecord:
      "expected one content for one version of a record, found other content than in \(earlier)"
    case .duplicateRecord: "expected each record once, found the same content as in \(earlier)"
    case .missingID: "expected an id, found none; whether the record is there twice was not judged"
    case .newerVersion: "expected each record once, found another version of the one in \(earlier)"
    }
  }
}

/// A file that is read once more from its start, for lines and columns.
private final class FileReading {
  let file: Int
  private let read: InputStorage.Reading?
  private var offset = 0
  private var resolver = PositionResolver(excerpts: false)
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 10, alignment: 16)

  init(_ file: Int, _ storage: InputStorage) {
    self.file = file
    read = storage.reading(of: file)
  }

  deinit { buffer.deallocate() }

  /// Gives a resolver the next piece.
  func feed(_ resolver: inout PositionResolver) {
    guard let count = read?(offset, buffer), count > 0 else { return resolver.finish() }
    resolver.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    offset += count
  }

  func rewind() { offset = 0 }

  /// The position of a byte; offsets come in ascending order.
  func position(of offset: Int) -> SourcePosition {
    while true {
      switch resolver.locate(SourceRange(start: offset, end: offset + 1)) {
      case .located(let position, _): return position
      case .needsBytes: feed(&resolver)
      case .needsRestart:
        rewind()
        resolver.restart()
      }
    }
  }
}

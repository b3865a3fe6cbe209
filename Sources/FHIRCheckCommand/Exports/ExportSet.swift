import ClinicalRecords
import ClinicalSources
import FHIRFindings
import FHIRSchema
import FHIRTape
import FHIRValidation

/// The Apple Health exports among the inputs of a run, read before all records: what their stubs state about files.
struct ExportSet: Sendable {
  /// What the export of an input states about it: the stub of the file, and the export.xml that has the stub, or lacks it.
  typealias Facts = (stub: ExportStub?, export: String)

  private var exports: [AppleHealthExport] = []
  private var sourceFindings: [[Finding]] = []
  private var exportOfItem: [Int: Int] = [:]
  /// The export that has, or lacks, the stub of each input.
  private var factsOfItem: [Int: Int] = [:]
  private let isQuiet: Bool

  /// Finds and reads the exports among the inputs of a run; leaves the error for an unreadable one to the reader of the
  /// inputs. If these are only queried, the stubs give their sources and releases, and no faults are reported.
  init(_ items: [any InputItem], isQuiet: Bool = false) {
    self.isQuiet = isQuiet
    let paths = items.map { $0 is ArchiveInput ? "" : $0.name }
    let candidates = AppleHealthExport.candidates(in: paths)
    if candidates.isEmpty { return }
    var series = ExportSeries(paths, limits: ExportLimits())
    for item in candidates {
      guard var source = try? items[item].open(), (try? AppleHealthExport.isExport(&source)) == true,
        (try? source.rewind()) != nil, (try? series.read(item, from: source)) != nil
      else { continue }
      exportOfItem[item] = series.exports.count - 1
      // The faults of a damaged or compressed file are known only after reading it to its end.
      sourceFindings.append(source.findings + (source.fault.map { [$0] } ?? []))
    }
    exports = series.exports
    // If two exports are in one folder, the stubs of both count.
    let joined = exports.enumerated().flatMap { number, export in export.filesWithStub.map { ($0, number) } }
    let others = exports.enumerated().flatMap { number, export in export.filesWithoutStub.map { ($0, number) } }
    factsOfItem = [Int: Int](joined + others) { first, _ in first }
  }

  /// The findings for an input that is an export.xml; `nil` for other inputs.
  func findings(ofExport item: Int) -> [Finding]? {
    isQuiet ? nil : exportOfItem[item].map { exports[$0].findings + sourceFindings[$0] }
  }

  /// What the export of an input states about it; `nil` if it is in none.
  func facts(of item: Int) -> Facts? { isQuiet ? nil : known(of: item) }

  private func known(of item: Int) -> Facts? {
    factsOfItem[item].map { (exports[$0].stub(of: item), exports[$0].path) }
  }

  func source(of item: Int) -> String? { known(of: item)?.stub.flatMap { $0.sourceName.isEmpty ? nil : $0.sourceName } }

  /// The release in the stub of an input: `nil` if the version cannot be read, `unknown` if it is neither DSTU2 nor R4.
  func release(of item: Int) -> FHIRRelease? { known(of: item)?.stub.flatMap { FHIRVersion($0.fhirVersion)?.release } }

  func stub(at offset: Int, of file: String) -> ExportStub? {
    let stubs = exports.first { $0.path.byBytes == file.byBytes }?.stubs ?? []
    let place = stubs.bisect { $0.range.end >= offset }
    return place < stubs.endIndex && stubs[place].range.start <= offset ? stubs[place] : nil
  }

  /// The latest day on which one of the exports says that it was written.
  var exportDate: String? { exports.map(\.date).filter { ReceivedDate($0).secondsSince1970 != nil }.max() }
  var tally: ExportTally? { exports.isEmpty ? nil : ExportTally(of: exports) }

  /// The first and the last date of download among the stubs that are joined with a file.
  var receivedDates: (first: ReceivedDate, last: ReceivedDate)? {
    let dates = factsOfItem.keys.compactMap { facts(of: $0)?.stub }.map { ReceivedDate($0.receivedDate) }
      .filter { $0.secondsSince1970 != nil }
    // By time, then by text, so that two spellings of the same time have a defined order.
    func isBefore(_ a: ReceivedDate, _ b: ReceivedDate) -> Bool {
      (a.secondsSince1970 ?? 0, a.text.byBytes) < (b.secondsSince1970 ?? 0, b.text.byBytes)
    }
    guard let first = dates.min(by: isBefore), let last = dates.max(by: isBefore) else { return nil }
    return (first, last)
  }
}

/// The finding of a file that comes from its export and not from its records.
final class FileRemarks {
  private let facts: ExportSet.Facts?
  /// The finding, as far as the records so far show it.
  private(set) var remark: Finding?
  private var hasSeenRecord = false

  init(_ facts: ExportSet.Facts?) {
    self.facts = facts
    remark = facts.flatMap { $0.stub == nil ? StubCheck.missingStub(in: $0.export) : nil }
  }

  /// Receives a record of the file; compares the first one with the stub.
  func visit(_ record: VisitedRecord) {
    guard !hasSeenRecord else { return }
    hasSeenRecord = true
    guard let facts, let stub = facts.stub else { return }
    remark = StubCheck.disagreement(of: record.tape, at: record.index, in: record.place, with: stub, in: facts.export)
  }
}

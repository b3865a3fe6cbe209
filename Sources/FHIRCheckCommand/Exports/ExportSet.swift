import ClinicalRecords
import FHIRDiagnostics
import FHIRSchema
import FHIRTape
import ClinicalSources
import FHIRText

/// The Apple Health exports among the inputs of a run, read before all records: what their stubs say of each file.
struct ExportSet: Sendable {
  /// What is known of an input from the export that it lies in.
  struct Facts {
    /// The stub of the file.
    var stub: ExportStub?
    /// The export.xml that has the stub, or lacks one.
    var export: String
  }

  private var exports: [AppleHealthExport] = []
  /// What is wrong with the bytes of each export.xml.
  private var sourceFindings: [[Diagnostic]] = []
  /// The export that an input is the export.xml of.
  private var exportOfItem: [Int: Int] = [:]
  /// The export that has the stub of an input, or lacks one.
  private var factsOfItem: [Int: Int] = [:]
  private var limits = ExportLimits()
  /// The release that all stubs of an export give, `nil` where they differ.
  private var releases: [FHIRRelease?] = []

  /// Whether nothing is said of the exports themselves and of what goes together.
  private var isQuiet = false

  /// No exports.
  init() {}

  /// The exports among inputs whose records are only asked, and not judged: the stubs tell their sources and releases, and
  /// nothing else is said of them.
  init(quietly items: [InputItem]) {
    self.init(items)
    isQuiet = true
  }

  /// Finds and reads the exports among the inputs of a run; one that cannot be read is left to whoever reads the inputs.
  init(_ items: [InputItem]) {
    let paths = items.map { $0.isArchive ? "" : $0.name }
    let candidates = AppleHealthExport.candidates(in: paths)
    if candidates.isEmpty { return }
    var series = ExportSeries(paths, limits: limits)
    for item in candidates {
      guard var source = try? items[item].open(), (try? AppleHealthExport.isExport(&source)) == true,
        (try? source.rewind()) != nil, (try? series.read(item, from: source)) != nil
      else { continue }
      exportOfItem[item] = series.exports.count - 1
      // Of a damaged or compressed file only reading it to its end tells.
      sourceFindings.append(source.findings + (source.fault.map { [$0] } ?? []))
    }
    exports = series.exports
    // Where two exports lie in one folder, the stub of either counts.
    for (number, export) in exports.enumerated() {
      for file in export.filesWithStub where factsOfItem[file] == nil { factsOfItem[file] = number }
    }
    for (number, export) in exports.enumerated() {
      for file in export.filesWithoutStub where factsOfItem[file] == nil { factsOfItem[file] = number }
    }
    releases = exports.map { export in
      let all = Set(
        export.filesWithStub.compactMap { export.stub(of: $0).flatMap { FHIRVersion($0.fhirVersion)?.release } })
      return all.count == 1 ? all.first : nil
    }
  }

  /// What is wrong with an input that is an export.xml; `nil` for other inputs.
  func diagnostics(ofExport item: Int) -> [Diagnostic]? {
    isQuiet ? nil : exportOfItem[item].map { exports[$0].diagnostics + sourceFindings[$0] }
  }

  /// What the export of an input says of it; `nil` where it lies in none.
  func facts(of item: Int) -> Facts? { isQuiet ? nil : known(of: item) }

  private func known(of item: Int) -> Facts? {
    guard !factsOfItem.isEmpty, let number = factsOfItem[item] else { return nil }
    return Facts(stub: exports[number].stub(of: item), export: exports[number].path)
  }

  /// The name of the institution that the stub of an input gives.
  func source(of item: Int) -> String? {
    known(of: item)?.stub.flatMap { $0.sourceName.isEmpty ? nil : $0.sourceName }
  }

  /// The release that the stub of an input gives: `nil` where the version cannot be read, `FHIRRelease.unknown` where
  /// it is of neither DSTU2 nor R4.
  func release(of item: Int) -> FHIRRelease? {
    known(of: item)?.stub.flatMap { FHIRVersion($0.fhirVersion)?.release }
  }

  /// The release that all stubs give of the export that an input lies in, `nil` where they differ or there is none.
  func releaseOfAll(besides item: Int) -> FHIRRelease? { factsOfItem[item].flatMap { releases[$0] } }

  /// How all stubs and files went together; `nil` without an export.
  var tally: ExportTally? { exports.isEmpty ? nil : ExportTally(of: exports) }

  /// The first and the last date of download among the stubs that have their file.
  var receivedDates: (first: ReceivedDate, last: ReceivedDate)? {
    var first: ReceivedDate?
    var last: ReceivedDate?
    for item in factsOfItem.keys {
      guard let text = facts(of: item)?.stub?.receivedDate else { continue }
      let date = ReceivedDate(text)
      guard date.secondsSince1970 != nil else { continue }
      if first.map({ date.isBefore($0) }) ?? true { first = date }
      if last.map({ $0.isBefore(date) }) ?? true { last = date }
    }
    guard let first, let last else { return nil }
    return (first, last)
  }
}

extension ReceivedDate {
  /// Orders by moment, then by text, so that two spellings of a moment have an order too.
  fileprivate func isBefore(_ other: ReceivedDate) -> Bool {
    (secondsSince1970 ?? 0, text.byBytes) < (other.secondsSince1970 ?? 0, other.text.byBytes)
  }
}

import FHIRFindings
import FHIRTape
import ClinicalSources

/// Checks the reader of clinical documents, the reader of an export.xml and the joining of its stubs with files: nothing
/// traps, every place is in the file, and the result depends neither on the pieces of the input nor on the window.
func checkExport(_ bytes: [UInt8]) {
  bytes.withUnsafeBytes { bytes in
    var source = MemorySource(bytes)
    guard let fault = try? ClinicalDocument(from: &source).fault else { return }
    requireSound([fault.finding], in: Array(bytes))
  }
  var limits = ExportLimits()
  limits.maximumStubBytes = 512
  limits.maximumStubs = 20
  limits.maximumFindings = 30
  let whole = export(bytes, paths: ["export.xml"], limits)
  let lines = LineTable(bytes)
  for stub in whole.stubs {
    require(isInside(stub.range, bytes) && stub.range.start < stub.range.end, "a stub outside of the file: \(stub)")
    require(
      bytes[stub.range.start...].starts(with: "<ClinicalRecord".utf8), "no stub begins at \(stub.range.start)")
    require(stub.position == lines.position(of: stub.range.start), "a stub on another line: \(stub)")
  }
  require(whole.stubs.count <= limits.maximumStubs, "\(whole.stubs.count) stubs, beyond the limit")
  require(whole.findings.count <= limits.maximumFindings + 1, "\(whole.findings.count) findings")
  requireSound(whole.findings, in: bytes)
  // Files for some of the stubs, and some that no stub names.
  let named = whole.stubs.map(\.resourceFilePath).enumerated().filter { $0.offset % 3 != 1 }.map {
    String($0.element.drop { $0 == "/" })
  }
  let paths = named + ["export.xml", "clinical-records/a.json", "clinical_records/b.json"]
  let joined = export(bytes, paths: paths, limits)
  checkTally(joined, paths)
  for (piece, window) in [(1, 64), (7, 100), (61, 64), (4096, 257)] {
    limits.windowBytes = window
    let again = export(bytes, paths: paths, limits, piece: piece)
    require(again.stubs == joined.stubs, "pieces of \(piece) bytes give other stubs", joined.stubs, again.stubs)
    require(
      again.findings == joined.findings, "pieces of \(piece) bytes give other findings", joined.findings,
      again.findings)
  }
}

private func export(_ bytes: [UInt8], paths: [String], _ limits: ExportLimits, piece: Int = .max) -> AppleHealthExport {
  let file = paths.firstIndex(of: "export.xml") ?? 0
  do {
    let source = ChunkedSource(bytes, largest: min(piece, max(bytes.count, 1)))
    return try AppleHealthExport(file, of: paths, from: source, limits: limits)
  } catch {
    stop("the bytes made the reader throw: \(error)")
  }
}

private func checkTally(_ export: AppleHealthExport, _ paths: [String]) {
  let tally = export.tally
  require(
    tally.joined + tally.stubsOfSameFile + tally.stubsWithoutFile == tally.stubs, "stubs do not add up: \(tally)")
  require(tally.stubs == export.stubs.count, "\(export.stubs.count) stubs, counted \(tally.stubs)")
  for (file, path) in paths.enumerated() {
    if let stub = export.stub(of: file) {
      require(path.hasSuffix(".json") || path.lowercased().hasSuffix(".json"), "a stub of \(path): \(stub)")
      require(!export.filesWithoutStub.contains(file), "\(path) has a stub and has none")
    }
  }
}

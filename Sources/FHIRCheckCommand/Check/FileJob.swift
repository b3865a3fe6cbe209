import Diagnostics
import FHIRSchema
import FHIRValidation
import RecordSources
import Reporting

/// What is done with one input, on whichever thread.
struct FileJob<Checker: RecordChecker>: Sendable {
  let checker: Checker
  let renderer: any ReportRenderer
  let source: String?
  /// The release of all records, where the caller has said so.
  let release: FHIRRelease?
  let exports: ExportSet
  /// How many issues the run may list.
  let limit: Int?
  let standardInput: Int32
  let output: OrderedOutput

  func run(_ item: InputList.Item, _ index: Int, _ worker: Worker) {
    switch item {
    case .named(let path):
      check(path.text, index, worker, mustLookLikeJSON: false) { () throws(SystemError) in
        try OpenFile(path)
      }
    case .found(let path):
      check(path.text, index, worker, mustLookLikeJSON: !path.isNamedLikeJSON) {
        () throws(SystemError) in
        try OpenFile(path)
      }
    case .standardInput:
      check("-", index, worker, mustLookLikeJSON: false) { OpenFile(borrowing: standardInput) }
    case .unreadable(let path, let error):
      output.finish(index, Piece(), OrderedOutput.Ending(errorPath: path.text, error: error))
    }
  }

  private func check(
    _ name: String, _ index: Int, _ worker: Worker, mustLookLikeJSON: Bool, open: () throws(SystemError) -> OpenFile
  ) {
    var writer = IssueWriter(
      file: name, source: exports.source(of: index) ?? source, renderer: renderer, limit: limit)
    do {
      if let findings = exports.diagnostics(ofExport: index) {
        worker.counts.add(try report(findings, at: try open(), index, &writer), of: index)
        return output.finish(index, writer.piece)
      }
      let remarks = FileRemarks(exports.facts(of: index))
      let observer = worker.observer(of: index, source: exports.source(of: index) ?? source, remarks)
      switch try worker.reader.read(try open(), mustLookLikeJSON: mustLookLikeJSON) {
      case .whole(let count):
        let bytes = worker.reader.bytes(count)
        if !worker.reader.canBeOpenedAgain { worker.collector?.keep(.bytes(Array(bytes)), of: index) }
        worker.counts.add(check(bytes, index, observer, remarks, &writer), worker.counter.take(), of: index)
      case .seekable(let file):
        if !worker.reader.canBeOpenedAgain { worker.collector?.keep(.file(file), of: index) }
        let tally = try check(file.descriptor, index, observer, remarks, &writer)
        worker.counts.add(tally, worker.counter.take(), of: index)
      case .notJSON: worker.counts.filesSkipped += 1
      }
      output.finish(index, writer.piece)
    } catch let error as SystemError {
      output.finish(index, writer.piece, OrderedOutput.Ending(errorPath: name, error: error))
    } catch {
      // Nobody reads the report any more.
      output.finish(index, Piece())
    }
  }

  /// The release of all records of an input, where somebody has said so; the caller has the last word.
  private func givenRelease(of index: Int) -> FHIRRelease? { release ?? exports.release(of: index) }

  private func check(
    _ bytes: UnsafeRawBufferPointer, _ index: Int, _ observer: RecordObserver, _ remarks: FileRemarks,
    _ writer: inout IssueWriter
  ) -> ValidationTally {
    var (diagnostics, tally) = checker.check(bytes, given: givenRelease(of: index), observer: observer)
    remarks.add(to: &diagnostics, &tally)
    guard !diagnostics.isEmpty, !writer.isFull else { return tally }
    writer.write(
      diagnostics,
      feed: { resolver in
        resolver.append(bytes)
        resolver.finish()
      }, rewind: {}, handOut: { output.append($0, of: index) })
    return tally
  }

  private func check(
    _ descriptor: Int32, _ index: Int, _ observer: RecordObserver, _ remarks: FileRemarks,
    _ writer: inout IssueWriter
  ) throws -> ValidationTally {
    let output = output
    let source = FileSource(descriptor: descriptor) { output.progress(bytes: $0) }
    // The second reading, for positions, follows the first one batch by batch and reads only up to the last finding.
    let places = Places(FileSource(descriptor: descriptor))
    var tally = try checker.check(from: source, given: givenRelease(of: index), observer: observer) { diagnostics in
      if output.isBroken { throw OutputBroken() }
      try write(diagnostics, places, index, &writer)
    }
    var more: [Diagnostic] = []
    remarks.add(to: &more, &tally)
    try write(more, places, index, &writer)
    return tally
  }

  /// Reports what is wrong with an export.xml, which was read before.
  private func report(
    _ findings: [Diagnostic], at file: consuming OpenFile, _ index: Int, _ writer: inout IssueWriter
  ) throws -> ValidationTally {
    var tally = ValidationTally()
    for finding in findings { tally.issues[finding.severity, default: 0] += 1 }
    try write(findings, Places(FileSource(descriptor: file.descriptor)), index, &writer)
    return tally
  }

  private func write(
    _ diagnostics: [Diagnostic], _ places: Places, _ index: Int, _ writer: inout IssueWriter
  ) throws {
    if diagnostics.isEmpty || writer.isFull { return }
    try writer.write(
      diagnostics, feed: { try places.feed(&$0) }, rewind: { places.source.rewind() },
      handOut: { output.append($0, of: index) })
  }

  /// A file that is read once more, for lines and columns, as far as there are findings.
  private final class Places {
    var source: FileSource
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 16)

    init(_ source: FileSource) { self.source = source }
    deinit { buffer.deallocate() }

    func feed(_ resolver: inout PositionResolver) throws {
      let count = try source.read(into: buffer)
      guard count > 0 else { return resolver.finish() }
      resolver.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }
  }

  private struct OutputBroken: Error {}
}

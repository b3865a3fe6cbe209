import Diagnostics
import FHIRValidation
import RecordSources
import Reporting

/// What is done with one input, on whichever thread.
struct FileJob<Checker: RecordChecker>: Sendable {
  let checker: Checker
  let renderer: any ReportRenderer
  let source: String?
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
    var writer = IssueWriter(file: name, source: source, renderer: renderer, limit: limit)
    do {
      let observer = worker.observer(of: index)
      switch try worker.reader.read(try open(), mustLookLikeJSON: mustLookLikeJSON) {
      case .whole(let count):
        let bytes = worker.reader.bytes(count)
        if !worker.reader.canBeOpenedAgain { worker.collector?.keep(.bytes(Array(bytes)), of: index) }
        worker.counts.add(check(bytes, index, observer, &writer), worker.counter.take(), of: index)
      case .seekable(let file):
        if !worker.reader.canBeOpenedAgain { worker.collector?.keep(.file(file), of: index) }
        worker.counts.add(try check(file.descriptor, index, observer, &writer), worker.counter.take(), of: index)
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

  private func check(
    _ bytes: UnsafeRawBufferPointer, _ index: Int, _ observer: RecordObserver, _ writer: inout IssueWriter
  ) -> ValidationTally {
    let (diagnostics, tally) = checker.check(bytes, observer: observer)
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
    _ descriptor: Int32, _ index: Int, _ observer: RecordObserver, _ writer: inout IssueWriter
  ) throws -> ValidationTally {
    let output = output
    let source = FileSource(descriptor: descriptor) { output.progress(bytes: $0) }
    // The second reading, for positions, follows the first one batch by batch and reads only up to the last finding.
    var places = FileSource(descriptor: descriptor)
    var buffer: UnsafeMutableRawBufferPointer?
    defer { buffer?.deallocate() }
    return try checker.check(from: source, observer: observer) { diagnostics in
      if output.isBroken { throw OutputBroken() }
      if diagnostics.isEmpty || writer.isFull { return }
      let chunk = buffer ?? .allocate(byteCount: 256 << 10, alignment: 16)
      buffer = chunk
      try writer.write(
        diagnostics,
        feed: { resolver in
          let count = try places.read(into: chunk)
          guard count > 0 else { return resolver.finish() }
          resolver.append(UnsafeRawBufferPointer(rebasing: chunk[..<count]))
        }, rewind: { places.rewind() }, handOut: { output.append($0, of: index) })
    }
  }

  private struct OutputBroken: Error {}
}

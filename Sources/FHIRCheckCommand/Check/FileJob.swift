import FHIRDiagnostics
import FHIRSchema
import FHIRValidation
import FHIRTape
import ClinicalSources
import FHIRReporting
import FHIRText

/// The work on one input, on any thread.
struct FileJob<Checker: RecordChecker>: Sendable {
  let checker: Checker
  let reports: ReportSet
  let source: String?
  /// The release of all records, if the caller named one.
  let release: FHIRRelease?
  let exports: ExportSet
  /// How findings are counted and listed.
  var plan = FindingPlan()
  let output: OrderedOutput
  /// Whether an input without any text is accepted.
  var allowsEmpty = false

  /// Reads a whole input.
  func run(_ item: InputItem, _ index: Int, _ worker: Worker) {
    let turn = OrderedOutput.Turn(item: index)
    let source = exports.source(of: index) ?? source
    worker.desk.begin(item.name)
    var writer = makeWriter(item, turn, worker, source, isText: !item.isArchive)
    do {
      switch item {
      case .unreadable(_, let error): throw error
      case .archive(let archive): report(archive, index, worker, &writer)
      case .pipe(let pipe):
        if let part = pipe.part {
          try check(item, index, part, worker, &writer)
        } else {
          try check(item, index, worker, source, &writer)
        }
      case .file, .entry: try check(item, index, worker, source, &writer)
      }
      output.finish(turn, writer.takePiece())
    } catch let error as SystemError {
      output.finish(turn, writer.takePiece(), OrderedOutput.Ending(errorPath: item.name, error: error))
    } catch let fault as SourceFault {
      // Without an open file, there is no text to find places in.
      var writer = makeWriter(item, turn, worker, source, isText: false)
      var tally = ValidationTally()
      tally.addNotOpened(1)
      writer.write(tally.counting(fault.diagnostic, writer), feed: { $0.finish() }, rewind: {}, handOut: { _ in })
      worker.counts.add(worker.take(tally), of: index)
      output.finish(turn, writer.takePiece())
    } catch {
      // All readers of the reports have gone.
      output.finish(turn, Piece())
    }
  }

  /// Reads a part of a large file of lines.
  func run(_ part: LineParts.Part, of file: PartedFile, _ worker: Worker) {
    let turn = OrderedOutput.Turn(item: file.index, part: part.number)
    var ending = OrderedOutput.Ending(isLastPart: part.isLast)
    worker.desk.begin(file.item.name)
    var writer = makeWriter(file.item, turn, worker, source, start: part.start)
    var found: Counts.Taken?
    do {
      let remarks = FileRemarks(nil)
      let observer = worker.observer(of: file.index, source: source, remarks)
      let tally = try check(
        file.open(part), Places(file.open(part)), turn, lineStart: part.range.lowerBound,
        file: try file.release { try checker.survey($0) }, observer, remarks, &writer)
      found = worker.take(tally)
    } catch let error as SystemError {
      (ending.errorPath, ending.error) = (file.item.name, error)
    } catch {
      // All readers of the reports have gone.
    }
    if let taken = file.finish(part, found) { worker.counts.add(taken, of: file.index) }
    output.finish(turn, writer.takePiece(), ending)
  }

  private func makeWriter(
    _ item: InputItem, _ turn: OrderedOutput.Turn, _ worker: Worker, _ source: String?, isText: Bool = true,
    start: PositionCursor = PositionCursor()
  ) -> IssueWriter {
    var writer = IssueWriter(
      file: item.name, number: turn.item, source: source, reports: reports, desk: worker.desk, limit: plan.limit,
      isText: isText, start: start)
    writer.awaitTurn = { [output] in output.await(turn) }
    return writer
  }

  private func check(
    _ item: InputItem, _ index: Int, _ worker: Worker, _ source: String?, _ writer: inout IssueWriter
  ) throws {
    let turn = OrderedOutput.Turn(item: index)
    let input = try item.open()
    if let findings = exports.diagnostics(ofExport: index) {
      return worker.counts.addOther(worker.take(try report(findings, of: input, index, &writer)), of: index)
    }
    let remarks = FileRemarks(exports.facts(of: index))
    let observer = worker.observer(of: index, source: source, remarks)
    switch try worker.reader.read(input, mustLookLikeJSON: item.mustLookLikeJSON, isNamed: item.isNamed) {
    case .whole(let count):
      let tally = check(worker.reader.bytes(count), of: input, index, observer, remarks, &writer)
      worker.counts.add(worker.take(tally), of: index)
    case .large:
      let tally = try check(input, Places(try item.open()), turn, observer, remarks, &writer)
      worker.counts.add(worker.take(tally), of: index)
    case .other(let kind):
      let fault = item.mustLookLikeJSON ? nil : SourceFault.notJSON(kind)
      let findings = input.findings + [input.fault, fault?.diagnostic].compactMap { $0 }
      if findings.isEmpty { return worker.counts.addSkipped(.content(kind), of: index) }
      if !kind.hasLines { writer = makeWriter(item, turn, worker, source, isText: false) }
      var tally = try report(findings, of: input, index, &writer)
      if fault != nil { tally.notJudged[.otherFormat] = 1 }
      worker.counts.addSkipped(.content(kind), worker.take(tally), of: index)
    case .report: worker.counts.addSkipped(.report, of: index)
    case .nested(let fault):
      writer = makeWriter(item, turn, worker, source, isText: false)
      var tally = try report(input.findings + [fault.diagnostic], of: input, index, &writer)
      tally.addNotOpened(1)
      worker.counts.add(worker.take(tally), of: index)
    }
  }

  /// Validates a part of a file of lines.
  private func check(
    _ item: InputItem, _ index: Int, _ part: PipedInput.Part, _ worker: Worker, _ writer: inout IssueWriter
  ) throws {
    let turn = OrderedOutput.Turn(item: index)
    writer = makeWriter(item, turn, worker, source, start: part.start)
    let remarks = FileRemarks(nil)
    let observer = worker.observer(of: index, source: source, remarks)
    let tally = try check(
      try item.open(), Places(try item.open()), turn, lineStart: part.start.offset,
      file: try checker.survey(ByteRange(part.fromLead)), observer, remarks, &writer)
    worker.counts.add(worker.take(tally), of: index)
  }

  /// What is known about the release of an input's records; the caller's choice has precedence.
  private func hints(of index: Int) -> ReleaseHints {
    release.map { ReleaseHints(given: $0, by: .caller) } ?? ReleaseHints(given: exports.release(of: index), by: .stub)
  }

  /// Validates an input in memory.
  private func check(
    _ bytes: UnsafeRawBufferPointer, of input: InputSource, _ index: Int, _ observer: RecordObserver,
    _ remarks: FileRemarks, _ writer: inout IssueWriter
  ) -> ValidationTally {
    var diagnostics: [Diagnostic] = []
    var unwritten = input.findings
    func write(_ diagnostics: [Diagnostic]) {
      if diagnostics.isEmpty || !writer.wantsFindings(hasReader: !output.hasNoReader) { return }
      writer.write(
        diagnostics,
        feed: { resolver in
          resolver.append(bytes)
          resolver.finish()
        }, rewind: {}, handOut: { output.append($0, of: OrderedOutput.Turn(item: index)) })
    }
    var tally = ValidationTally()
    // If nothing of a file can be read, its fault is the only finding.
    if bytes.isEmpty, input.fault != nil {
      tally.addNotOpened(1)
    } else {
      var observer = observer
      observer.isListing = writer.wantsFindings()
      tally = checker.check(bytes, hints: hints(of: index), observer: observer) { batch in
        // The last batch is written together with the findings about the whole input.
        if !diagnostics.isEmpty {
          write(unwritten + diagnostics)
          unwritten = []
        }
        diagnostics = batch
      }
    }
    if allowsEmpty { tally.forgetEmpty(&diagnostics) }
    remarks.add(to: &diagnostics, &tally, writer)
    _ = tally.counting(input.findings, writer)
    write(unwritten + diagnostics + tally.counting(input.fault, writer))
    return tally
  }

  /// Validates an input of any size.
  ///
  /// - Parameters:
  ///   - places: the same input, to be read a second time for positions: this reading follows the first batch by batch,
  ///     and goes only up to the last finding.
  ///   - lineStart: where the input begins, if it is a part of a file of lines.
  ///   - file: the release that the records of that file show.
  private func check(
    _ input: InputSource, _ places: Places, _ turn: OrderedOutput.Turn, lineStart: Int? = nil, file: FHIRRelease? = nil,
    _ observer: RecordObserver, _ remarks: FileRemarks, _ writer: inout IssueWriter
  ) throws -> ValidationTally {
    let output = output
    try input.rewind()
    input.didRead = { output.progress(bytes: $0) }
    try write(input.findings, places, turn, &writer)
    var observer = observer
    observer.isListing = writer.wantsFindings()
    var hints = hints(of: turn.item)
    hints.file = file
    var tally = try checker.check(
      from: input, hints: hints, lineStart: lineStart, observer: observer
    ) { diagnostics in
      if output.isBroken { throw OutputBroken() }
      try write(diagnostics, places, turn, &writer)
    }
    var more: [Diagnostic] = []
    remarks.add(to: &more, &tally, writer)
    _ = tally.counting(input.findings, writer)
    try write(more + tally.counting(input.fault, writer), places, turn, &writer)
    return tally
  }

  /// Reports findings of an input whose records are not validated.
  private func report(
    _ findings: [Diagnostic], of input: InputSource, _ index: Int, _ writer: inout IssueWriter
  ) throws -> ValidationTally {
    var tally = ValidationTally()
    try input.rewind()
    try write(tally.counting(findings, writer), Places(input), OrderedOutput.Turn(item: index), &writer)
    return tally
  }

  /// Reports the faults of an archive as a whole, and the entries that are not read.
  private func report(_ archive: ArchiveInput, _ index: Int, _ worker: Worker, _ writer: inout IssueWriter) {
    var tally = ValidationTally()
    archive.zip.findings { finding in
      writer.write(
        tally.counting(finding, writer), feed: { $0.finish() }, rewind: {},
        handOut: { output.append($0, of: OrderedOutput.Turn(item: index)) })
    }
    if archive.zip.hiddenCount > 0 { worker.counts.filesSkipped[.hidden, default: 0] += archive.zip.hiddenCount }
    worker.counts.filesNotOpened += archive.zip.notOpenedCount
    tally.addNotOpened(archive.zip.notOpenedCount)
    // An archive counts as a file if it has findings; otherwise only its files count.
    if !tally.findings.isEmpty { worker.counts.addOther(worker.take(tally), of: index) }
  }

  private func write(
    _ diagnostics: [Diagnostic], _ places: Places, _ turn: OrderedOutput.Turn, _ writer: inout IssueWriter
  ) throws {
    if diagnostics.isEmpty || !writer.wantsFindings(hasReader: !output.hasNoReader) { return }
    try writer.write(
      diagnostics, feed: { try places.feed(&$0) }, rewind: { try places.input.rewind() },
      handOut: { output.append($0, of: turn) })
  }
}

/// Ends the work when no report can be written any more.
struct OutputBroken: Error {}

extension ValidationTally {
  /// Counts files that were not opened, each as a place where a record was expected.
  fileprivate mutating func addNotOpened(_ count: Int) {
    guard count > 0 else { return }
    notJudged[.notOpened, default: 0] += count
    self.count(notChecked: "files that were not opened", count)
  }

  /// Removes the finding about an input without text.
  fileprivate mutating func forgetEmpty(_ diagnostics: inout [Diagnostic]) {
    guard notJudged[.empty] == 1 else { return }
    // It is counted, whether or not a report lists it.
    self.findings.remove(Rule.emptyInput.id, Rule.emptyInput.severity)
    diagnostics.removeAll { $0.rule == Rule.emptyInput.id }
    notJudged[.empty] = nil
    notChecked["unreadable texts"] = nil
  }

  /// Counts findings that do not come from the validator, and returns them.
  fileprivate mutating func counting(_ findings: [Diagnostic], _ writer: IssueWriter) -> [Diagnostic] {
    for finding in findings {
      self.findings.add(finding.rule, finding.severity)
      writer.note(fault: finding)
      // What was not read may be records.
      if finding.rule == Rule.trailingData.id { addNotOpened(1) }
    }
    return findings
  }

  /// As ``counting(_:_:)-([Diagnostic],_)``, for at most one finding.
  fileprivate mutating func counting(_ finding: Diagnostic?, _ writer: IssueWriter) -> [Diagnostic] {
    counting(finding.map { [$0] } ?? [], writer)
  }
}

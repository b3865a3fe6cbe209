import FHIRDiagnostics
import FHIRSchema
import FHIRValidation
import FHIRTape
import ClinicalSources
import FHIRReporting
import FHIRText

/// The work on one input, on any thread: finds out what it holds, lets its records be validated, and passes the
/// findings on.
struct FileJob<Checker: RecordChecker>: Sendable {
  let checker: Checker
  let invocation: Invocation
  let exports: ExportSet
  let output: OrderedOutput

  /// Reads an input, or a part of one.
  func run(_ task: InputTask, _ worker: Worker) {
    let file = ReportedFile(number: task.index, name: task.item.name, source: source(of: task.index))
    worker.begin(file, task.turn)
    var ending = OrderedOutput.Ending.complete
    var found: (standing: Counts.Standing, tally: ValidationTally)?
    do {
      found = try read(task, worker)
    } catch let error as SystemError {
      ending = .failed(error)
    } catch {
      // No report can be written any more.
    }
    var counts = found.map { worker.take($0.tally) }
    if let file = task.file, let part = task.part { counts = file.finish(part, counts) }
    if let counts, let found { worker.counts.add(counts, of: task.index, as: found.standing) }
    worker.flow.finish(ending)
  }

  /// The name of the source of an input's records.
  func source(of index: Int) -> String? { exports.source(of: index) ?? invocation.source }

  private func read(
    _ task: InputTask, _ worker: Worker
  ) throws -> (standing: Counts.Standing, tally: ValidationTally) {
    var tally = ValidationTally()
    if case .archive(let archive) = task.item {
      let standing = report(archive, worker, &tally)
      return (standing, tally)
    }
    let input: InputSource
    do {
      input = try task.open()
    } catch let fault as SourceFault {
      // Without an open file, there is no text to find places in.
      tally.addNotOpened(1)
      try report([fault.diagnostic], worker, &tally)
      return (.records, tally)
    }
    worker.flow.locator = Locator(from: task.start, task.open)
    if task.isPart {
      try judge(input, nil, task, worker, &tally)
      return (.records, tally)
    }
    if let findings = exports.diagnostics(ofExport: task.index) {
      try report(findings, worker, &tally)
      return (.otherUse, tally)
    }
    let item = task.item
    switch try worker.reader.read(input, mustLookLikeJSON: item.mustLookLikeJSON, isNamed: item.isNamed) {
    case .whole(let count):
      let bytes = worker.reader.bytes(count)
      worker.flow.locator = Locator { MemorySource(bytes) }
      try judge(input, bytes, task, worker, &tally)
      return (.records, tally)
    case .large:
      try judge(input, nil, task, worker, &tally)
      return (.records, tally)
    case .other(let kind):
      if !kind.hasLines { worker.flow.locator = Locator() }
      let fault = item.mustLookLikeJSON ? nil : SourceFault.notJSON(kind)
      try report(input.findings + [input.fault, fault?.diagnostic].compactMap { $0 }, worker, &tally)
      if fault != nil { tally.notJudged[.otherFormat] = 1 }
      return (.skipped(.content(kind)), tally)
    case .report: return (.skipped(.report), tally)
    case .nested(let fault):
      worker.flow.locator = Locator()
      tally.addNotOpened(1)
      try report(input.findings + [fault.diagnostic], worker, &tally)
      return (.records, tally)
    }
  }

  /// Validates the records of an input, and adds the findings about the input itself.
  ///
  /// - Parameter bytes: the whole input, if it is in memory; otherwise it is read in pieces.
  private func judge(
    _ input: InputSource, _ bytes: UnsafeRawBufferPointer?, _ task: InputTask, _ worker: Worker,
    _ tally: inout ValidationTally
  ) throws {
    let flow = worker.flow
    let remarks = FileRemarks(task.isPart ? nil : exports.facts(of: task.index))
    var observer = worker.observer(of: task.index, source: source(of: task.index), remarks)
    observer.isListing = flow.wantsFindings
    // The last batch is held back, because a finding about the whole input may belong in it.
    var last: [Diagnostic] = []
    func receive(_ batch: [Diagnostic]) throws {
      if output.isBroken { throw OutputBroken() }
      try flow.take(last)
      last = batch
    }
    if let bytes {
      try report(input.findings, worker, &tally)
      // If nothing of a file can be read, its fault is the only finding.
      if bytes.isEmpty, input.fault != nil {
        tally.addNotOpened(1)
      } else {
        tally.merge(
          checker.check(bytes, hints: hints(for: task), observer: observer) { batch in
            // Places in memory are found without reading, so only the output can fail, and it stays broken.
            try? receive(batch)
          })
      }
    } else {
      try input.rewind()
      input.didRead = { [output] in output.progress(bytes: $0) }
      try report(input.findings, worker, &tally)
      var hints = hints(for: task)
      hints.file = try task.survey(checker)
      tally.merge(
        try checker.check(
          from: input, hints: hints, lineStart: task.isPart ? task.start.offset : nil, observer: observer,
          receive: receive))
    }
    if invocation.allowsEmpty, tally.notJudged[.empty] == 1 { tally.forgetEmpty(&last) }
    if let remark = remarks.remark {
      count([remark], worker, &tally)
      last.insert(remark, at: (bytes == nil ? nil : last.firstIndex { remark.range < $0.range }) ?? last.count)
    }
    try flow.take(last)
    if let fault = input.fault { try report([fault], worker, &tally) }
  }

  /// What is known about the release of an input's records; the caller's choice has precedence.
  private func hints(for task: InputTask) -> ReleaseHints {
    if let release = invocation.release { return ReleaseHints(given: release, by: .caller) }
    return ReleaseHints(given: exports.release(of: task.index), by: .stub)
  }

  /// Reports the faults of an archive as a whole, and the entries that are not read.
  private func report(_ archive: ArchiveInput, _ worker: Worker, _ tally: inout ValidationTally) -> Counts.Standing {
    // There are no places to find, so nothing fails.
    archive.zip.findings { try? report([$0], worker, &tally) }
    if archive.zip.hiddenCount > 0 { worker.counts.filesSkipped[.hidden, default: 0] += archive.zip.hiddenCount }
    worker.counts.filesNotOpened += archive.zip.notOpenedCount
    tally.addNotOpened(archive.zip.notOpenedCount)
    // An archive counts as a file if it has findings; otherwise only its files count.
    return tally.findings.isEmpty ? .none : .otherUse
  }

  /// Reports findings that do not come from the validator.
  private func report(_ findings: [Diagnostic], _ worker: Worker, _ tally: inout ValidationTally) throws {
    count(findings, worker, &tally)
    try worker.flow.take(findings)
  }

  private func count(_ findings: [Diagnostic], _ worker: Worker, _ tally: inout ValidationTally) {
    for finding in findings {
      tally.findings.add(finding.rule, finding.severity)
      worker.flow.note(fault: finding)
      // What was not read may be records.
      if finding.rule == Rule.trailingData.id { tally.addNotOpened(1) }
    }
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
    // It is counted, whether or not a report lists it.
    self.findings.remove(Rule.emptyInput.id, Rule.emptyInput.severity)
    diagnostics.removeAll { $0.rule == Rule.emptyInput.id }
    notJudged[.empty] = nil
    notChecked["unreadable texts"] = nil
  }
}

import ClinicalRecords
import ClinicalSources
import FHIRFindings
import FHIRReporting
import FHIRSchema
import FHIRTape
import FHIRValidation

/// Finds out what each input holds, lets its records be validated, and passes the findings on, on several threads.
struct InputLoop: Sendable {
  let checker: any RecordChecker
  let invocation: Invocation
  let inputs: InputList
  let exports: ExportSet
  let output: OrderedOutput

  init(
    _ checker: any RecordChecker, _ invocation: Invocation, _ inputs: InputList, _ exports: ExportSet,
    _ plan: FindingPlan, in context: CommandContext
  ) {
    (self.checker, self.invocation, self.inputs, self.exports) = (checker, invocation, inputs, exports)
    var progress: ProgressLine?
    if context.errorIsTerminal, invocation.showsProgress {
      progress = ProgressLine(
        context: context, files: inputs.items.count, bytes: inputs.items.reduce(0) { $0 + $1.size })
    }
    output = OrderedOutput(checker.tool(invocation.release), plan, progress, in: context)
  }

  /// Processes all inputs, or stops if no report can be written; returns a worker with the work of all.
  func run(comparesRecords: Bool = false, counting detail: RecordCounts.Detail = .types) -> Worker {
    let (items, partBytes) = (inputs.items, invocation.partBytes(in: output.context))
    let tasks = items.reduce(0) { $0 + $1.partCount(of: partBytes) }
    let workers = max(1, min(invocation.threads(in: output.context), tasks))
    // The stub of a file is compared with the file's first record.
    let queue = InputQueue(items, partBytes: partBytes) { [exports] in exports.facts(of: $0) != nil }
    let shared = Monitor((queue: queue, sum: Worker?.none))
    let (key, memory) = (FingerprintKey(), invocation.memory)
    Threads.run(count: workers) { [self] in
      let index = comparesRecords ? RecordIndex(key: key, budget: memory / workers) : nil
      let worker = Worker(output, counting: detail, index)
      while !output.isBroken, let task = shared.withLock({ $0.queue.take() }) { process(task, worker) }
      // Here, so that the workers sort in parallel.
      worker.index?.finish()
      shared.withLock { state in
        state.sum?.merge(worker)
        state.sum = state.sum ?? worker
      }
    }
    let sum = shared.withLock { $0.sum } ?? Worker(output)
    sum.counts.files.filesSkippedByKind.merge(inputs.passedOver, uniquingKeysWith: +)
    return sum
  }

  private func process(_ task: InputTask, _ worker: Worker) {
    let file = ReportedFile(
      number: task.index, name: task.item.name, source: source(of: task.index), isPart: task.isPart)
    worker.begin(file, task.turn)
    var (standing, failure) = (Counts.Standing?.none, SystemError?.none)
    do {
      standing = try read(task, worker)
    } catch {
      // For any other error, no report can be written any more.
      failure = error as? SystemError
    }
    var counts = standing.map { _ in worker.settled() }
    if let file = task.file, let part = task.part { counts = file.finish(part, counts) }
    if let counts, let standing {
      worker.counts.add(counts, of: task.index, as: standing)
      worker.note(unreadable: counts.tally.findings)
    }
    if !task.isPart { output.progress(worker, bytes: task.item.size - worker.progress.bytes) }
    worker.progress.bytes = 0
    worker.finish(failure)
  }

  func source(of index: Int) -> String? { exports.source(of: index) ?? invocation.source }

  private func read(_ task: InputTask, _ worker: Worker) throws -> Counts.Standing {
    if let archive = task.item as? ArchiveInput { return report(archive, worker) }
    // Its parts of cards are read with those of another file.
    if let card = task.item as? CardInput, card.files.isEmpty {
      try worker.report(stubFaults(of: .healthCard, task))
      return .joined
    }
    func notOpened(_ findings: [Finding]) throws -> Counts.Standing {
      // There is no text to find places in.
      worker.current.locator = nil
      worker.tally.addNotOpened(1)
      try worker.report(findings)
      return .records
    }
    let input: InputSource
    do { input = try task.open() } catch let fault as SourceFault { return try notOpened([fault.finding]) }
    worker.current.locator = Locator(from: task.start, task.open)
    if task.isPart { return try judge(input, nil, task, worker) }
    if let findings = exports.findings(ofExport: task.index) {
      let sources = findings.compactMap { finding in
        let stub = exports.stub(at: finding.range.start, of: task.item.name)
        return stub.flatMap { $0.sourceName.isEmpty ? nil : (finding.range.start, $0.sourceName) }
      }
      try worker.report(findings, sources: .init(sources) { first, _ in first })
      return .otherUse
    }
    let item = task.item
    switch try worker.reader.read(input, mustLookLikeJSON: item.mustLookLikeJSON, isNamed: item.isNamed) {
    case .whole(let count):
      let bytes = worker.reader.bytes(count)
      worker.current.locator = Locator(bytes)
      return try judge(input, bytes, task, worker)
    case .large: return try judge(input, nil, task, worker)
    case .cards(let count): return try judge(cards: worker.reader.bytes(count), of: input, task, worker)
    case .other(let kind):
      if !kind.hasLines { worker.current.locator = nil }
      let fault = item.mustLookLikeJSON ? stubFaults(of: kind, task).first : SourceFault.notJSON(kind)?.finding
      if fault != nil { worker.tally.notJudged[.otherFormat] = 1 }
      let document = kind == .cda ? try self.document(input, task, worker) : nil
      try worker.report(input.findings + [input.fault, fault, document].compactMap { $0 })
      return .skipped(kind.rawValue.byBytes)
    case .report: return .skipped("report of fhircheck")
    case .nested(let fault): return try notOpened(input.findings + [fault.finding])
    }
  }

  /// The finding for a file that an entry of an export names, and that is of another kind than a record.
  func stubFaults(of kind: ContentKind, _ task: InputTask) -> [Finding] {
    guard let facts = exports.facts(of: task.index), let stub = facts.stub else { return [] }
    return [StubCheck.disagreement(of: kind, with: stub, in: facts.export)]
  }

  /// Lists a clinical document; returns the finding if it is not well-formed.
  private func document(_ input: InputSource, _ task: InputTask, _ worker: Worker) throws -> Finding? {
    try input.rewind()
    var input = input
    let document = try ClinicalDocument(from: &input)
    worker.counts.documents.add(document, bytes: input.size, in: task.item.name, task.index)
    if document.isCut { worker.tally.count(unjudgedPart: "the rest of clinical documents beyond the limit of size") }
    guard var finding = document.fault?.finding, let (text, range) = document.converted else {
      return document.fault?.finding
    }
    worker.current.locator = Locator { ByteRange(MemoryBytes(text)) }
    finding.range = range
    return finding
  }

  /// Validates the records of an input, in memory or in pieces, and adds the findings about the input itself.
  private func judge(
    _ input: InputSource, _ bytes: UnsafeRawBufferPointer?, _ task: InputTask, _ worker: Worker
  ) throws -> Counts.Standing {
    let remarks = FileRemarks(task.isPart ? nil : exports.facts(of: task.index))
    let observer = worker.observer(of: task.index, source: source(of: task.index), remarks)
    var hints = hints(exports.release(of: task.index), by: .stub)
    // The last batch is held back, because a finding about the whole input may belong in it.
    var last: [Finding] = []
    func receive(_ batch: [Finding]) throws {
      if output.isBroken { throw CancellationError() }
      try worker.take(last)
      last = batch
    }
    if bytes == nil {
      try input.rewind()
      // What is inflated on the way has no known share of the whole.
      let isCounted = input.size != nil
      input.didRead = { [output] in output.progress(worker, bytes: isCounted ? $0 : 0) }
    }
    try worker.report(input.findings)
    if let bytes, bytes.isEmpty, input.fault != nil {
      // If nothing of a file can be read, its fault is the only finding.
      worker.tally.addNotOpened(1)
    } else {
      if bytes == nil { hints.file = try task.survey(checker) }
      let source = CheckedInput.source(input, lineStart: task.isPart ? task.start.offset : nil)
      worker.tally.merge(
        try checker.check(bytes.map(CheckedInput.memory) ?? source, hints: hints, observer: observer, receive: receive))
    }
    if invocation.allowsEmpty, worker.tally.notJudged[.empty] == 1 { worker.tally.forgetEmpty(&last) }
    if let remark = remarks.remark {
      worker.count([remark])
      last.insert(remark, at: (bytes == nil ? nil : last.firstIndex { remark.range < $0.range }) ?? last.count)
    }
    try worker.take(last)
    if let fault = input.fault { try worker.report([fault]) }
    return .records
  }

  /// What is known about the release of some records; the caller's choice has precedence.
  func hints(_ stated: FHIRRelease?, by reason: ReleaseReason) -> ReleaseHints {
    invocation.release.map { ReleaseHints(given: $0) } ?? ReleaseHints(given: stated, by: reason)
  }

  /// Reports the faults of an archive as a whole, and the entries that are not read.
  private func report(_ archive: ArchiveInput, _ worker: Worker) -> Counts.Standing {
    // There are no places to find, so nothing fails.
    archive.files.findings { try? worker.report([$0]) }
    let hidden = archive.files.hiddenCount
    if hidden > 0 { worker.counts.files.filesSkippedByKind["hidden", default: 0] += hidden }
    worker.counts.files.filesNotOpened += archive.files.notOpenedCount
    worker.tally.addNotOpened(archive.files.notOpenedCount)
    // Only its files count as files.
    return .none
  }

  // MARK: - Cards

  /// Judges cards, and the records in each as those of its issuer. The text in which findings are located is that of
  /// the decoded payloads, a line for each card. To the validator each is a line of NDJSON.
  func judge(
    cards bytes: UnsafeRawBufferPointer, of input: InputSource, _ task: InputTask, _ worker: Worker
  ) throws -> Counts.Standing {
    let files = (task.item as? CardInput)?.files ?? []
    let file = invocation.cards.read(bytes, files: files.map(\.name))
    let text = MemoryBytes(file.text)
    worker.current.locator = Locator { ByteRange(text) }
    try worker.report(input.findings + stubFaults(of: .healthCard, task))
    for (number, card) in file.cards.enumerated() {
      worker.current.counts.cards.add(card, RunPlace(file: task.index, offset: number + 1))
      count(card, in: worker)
      var (own, found) = (card.findings, [Finding]())
      func hand() throws {
        // Records of a card must not have the narrative that this recommends.
        found.removeAll { $0.rule == InputLoop.narrative }
        found.sort { $0.range.start < $1.range.start }
        try worker.take(found)
        found = []
      }
      if card.bundle != nil {
        let source = card.issuer ?? source(of: task.index)
        var observer = worker.observer(of: task.index, source: source, FileRemarks(nil))
        observer.card = card
        observer.visit = { [visit = observer.visit] in
          visit($0)
          InputLoop.name($0, in: &own)
        }
        let hints = hints(card.fhirVersion.flatMap { FHIRVersion($0) }?.release, by: .version)
        let line = ByteRange(MemoryBytes(file.bundleLine(of: card)))
        var tally = try checker.check(
          .source(line, lineStart: card.payload.lowerBound), hints: hints, observer: observer
        ) {
          if output.isBroken { throw CancellationError() }
          found += $0
          // So many are those of a card that was made to exhaust memory.
          if found.count > 10_000 { try hand() }
        }
        for severity in Severity.allCases { tally.findings.remove(InputLoop.narrative, severity, .max) }
        worker.tally.merge(tally)
      } else {
        worker.tally.notJudged[.unreadableCard, default: 0] += 1
        worker.tally.count(notChecked: "unreadable texts", 1)
      }
      found = own + found
      try hand()
    }
    if let fault = input.fault { try worker.report([fault]) }
    return .records
  }

  private static let narrative: RuleID = "invariant/dom-6"

  /// Names a record in the findings of a card that are in it. Those around it come before it.
  private static func name(_ record: VisitedRecord, in findings: inout [Finding]) {
    let range = record.place.inputRange(record.tape.range(record.index))
    let type = record.tape.text("resourceType", of: record.index) ?? ""
    for (number, one) in findings.enumerated() where range.start..<range.end ~= one.range.start {
      findings[number] = Finding(
        rule: one.rule, severity: one.severity, range: one.range, path: one.path, message: one.message,
        record: RecordLabel(resourceType: type.shortened(), id: nil), pointer: one.pointer, release: record.release.name
      )
    }
  }

  private func count(_ card: HealthCard, in worker: Worker) {
    for finding in card.findings {
      worker.tally.findings.add(finding.rule, finding.severity)
      let isFault = RuleCatalog.unreadableCards[finding.rule] != nil && finding.severity >= .error
      if isFault { worker.note(fault: finding) }
    }
    if card.isUnverified { worker.tally.count(unjudgedPart: "signatures of cards without a key of the issuer") }
    if !card.isRevocationKnown { worker.tally.count(unjudgedPart: "lists of revoked cards that were not given") }
  }
}

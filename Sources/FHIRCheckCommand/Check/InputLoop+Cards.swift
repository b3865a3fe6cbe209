import ClinicalRecords
import ClinicalSources
import FHIRReporting
import FHIRFindings
import FHIRTape
import FHIRValidation

extension InputLoop {
  /// Judges cards, and the records in each as those of its issuer.
  ///
  /// The text in which findings are located is that of the decoded payloads, a line for each card. To the validator each
  /// is a line of NDJSON.
  func judge(
    cards bytes: UnsafeRawBufferPointer, of input: InputSource, _ task: InputTask, _ worker: Worker
  ) throws -> Counts.Standing {
    let files = (task.item as? CardInput)?.files ?? []
    let file = invocation.cards.read(bytes, files: files.map(\.name))
    let text = MemoryBytes(file.text)
    worker.current.locator = Locator { ByteRange(text) }
    try worker.report(input.findings)
    for (number, card) in file.cards.enumerated() {
      worker.current.counts.cards.add(card, RunPlace(file: task.index, offset: number + 1))
      count(card, in: worker)
      var found = card.findings
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
      }
      try hand()
    }
    if let fault = input.fault { try worker.report([fault]) }
    return .records
  }

  private static let narrative: RuleID = "invariant/dom-6"

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

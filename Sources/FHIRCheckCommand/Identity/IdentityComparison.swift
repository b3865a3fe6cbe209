import ClinicalRecords
import FHIRFindings
import FHIRReporting
import FHIRValidation
import ClinicalSources

/// The findings of the index of a run: after the findings of all files, in the order of the input. The last record of a
/// run may be the copy of any other, so no finding is known earlier. Counting needs only the index. A listed finding
/// names two places, and lines are counted from the start of a file. So findings are sorted by the earlier place and
/// then by the later one, and each of the two passes reads every file at most once, from its start.
extension InputLoop {
  /// Compares the records of the run, and passes the findings to `receive` or the reports. Returns how many there are,
  /// `nil` if nothing was compared; a failure is reported on standard error.
  func compareRecords(
    _ sum: Worker, _ receive: ((IdentityFinding) -> Void)? = nil
  ) -> (found: [IdentityProblem: Int]?, state: ReportSummary.Identity) {
    guard let index = sum.index, !output.isBroken else { return (nil, .off) }
    if !index.mayHaveFindings, index.isComplete { return ([:], .compared) }
    do {
      let budget = invocation.memory / 8
      let (byEarlier, byLater) = (RowSorter(budget: budget), RowSorter(budget: budget))
      var counts = Counts()
      let problems = try search(index, sum.counts.cards.files, &counts, byEarlier, byLater, receive)
      try findLines(RowMerge([byEarlier], budget: budget), byLater)
      try report(RowMerge([byLater], budget: budget), sum, &counts)
      sum.counts.merge(counts)
      return (problems, .compared)
    } catch {
      if output.isBroken { return (nil, .off) }
      // Only a temporary file can fail here.
      let code = (error as? TemporaryFileError)?.code ?? 0
      let reason = "temporary file: \(SystemError(code: code).reason)"
      output.context.report("the records could not be compared: \(reason)")
      return (nil, .failed(reason))
    }
  }

  /// Counts all findings, and keeps those that are needed: of two records with the file and the offset of the earlier
  /// one, those of the later one, and the problem; of one record with its file, its offset and the problem.
  private func search(
    _ index: RecordIndex, _ cards: Set<Int>, _ counts: inout Counts, _ byEarlier: RowSorter, _ byLater: RowSorter,
    _ receive: ((IdentityFinding) -> Void)?
  ) throws -> [IdentityProblem: Int] {
    let (items, plan) = (inputs.items, output.plan)
    var problems: [IdentityProblem: Int] = [:]
    var needed = receive == nil ? plan.searchLimit ?? .max : 0
    var (file, policy) = (-1, RulePolicy())
    var identities: [Int: InputIdentity?] = [:]
    func identity(of file: Int) -> InputIdentity? {
      if identities[file] == nil { identities[file] = .some(items[file].identity) }
      return identities[file] ?? nil
    }
    // Two names of one file do not make its records copies.
    let isSameFile = { (a: Int, b: Int) in a == b || identity(of: a).map { $0 == identity(of: b) } ?? false }
    try index.findings(isSameFile: isSameFile) { finding in
      let (problem, record) = (finding.problem, finding.record)
      problems[problem, default: 0] += 1
      receive?(finding)
      if problem == .missingID, cards.contains(record.file) { return }  // It must have none.
      let (rule, given) = (problem.rule, problem.severity)
      if record.file != file {
        file = record.file
        policy = plan.policies.policy(of: items[file].name)
      }
      guard let severity = policy.severity(of: rule, given) else { return counts.ignored.add(rule, given) }
      counts.tally.findings.add(rule, severity)
      // With a baseline, only reading the record tells whether the finding counts.
      if plan.baseline == nil { counts.filesWithFindings.insert(file) }
      if needed == 0 { return }
      needed -= 1
      let (later, offset, code) = (UInt64(file), UInt64(record.offset), UInt64(problem.rawValue))
      if let other = finding.other {
        try byEarlier.append(IndexRow(UInt64(other.file), UInt64(other.offset), later, offset, code))
      } else {
        try byLater.append(IndexRow(later, offset, code))
      }
    }
    return problems
  }

  /// Adds the earlier lines: later file and offset, problem, earlier file, line and column. Line 0 means none.
  private func findLines(_ rows: RowMerge, _ byLater: RowSorter) throws {
    var (file, locator) = (-1, Locator?.none)
    while let row = try rows.next() {
      if Int(row.w0) != file {
        file = Int(row.w0)
        locator = Locator { [item = inputs.items[file]] in try item.openText() }
      }
      let position = try? locator?.place(of: range(at: row.w1), line: false).position
      try byLater.append(
        IndexRow(row.w2, row.w3, row.w4, row.w0, UInt64(position?.line ?? 0), UInt64(position?.column ?? 0)))
    }
  }

  private func report(_ rows: RowMerge, _ worker: Worker, _ counts: inout Counts) throws {
    let items = inputs.items
    var file = -1
    // Takes out the findings that the baseline knows.
    func finish() {
      if file < 0 { return }
      counts.tally.findings.subtract(worker.current.known)
      counts.known.merge(worker.current.known)
      worker.finish()
    }
    while let row = try rows.next() {
      if output.isBroken { throw CancellationError() }
      if Int(row.w0) != file {
        finish()
        file = Int(row.w0)
        worker.begin(
          ReportedFile(number: items.count + file, name: items[file].name, source: source(of: file)), nil,
          Locator { [item = items[file]] in try item.openText() })
      }
      guard let problem = IdentityProblem(rawValue: UInt8(truncatingIfNeeded: row.w2)) else { continue }
      let place = range(at: row.w1)
      do {
        // The place comes first, because the label drops the bytes before the record.
        worker.current.locator?.kept = place.start
        _ = try worker.current.locator?.place(of: place, line: false)
        let label = try worker.current.locator?.label(at: place.start)
        let earlier = row.w4 == 0 ? "" : name(of: items[Int(row.w3)], line: row.w4, column: row.w5)
        let finding = Finding(
          rule: problem.reportedRule.id, severity: problem.severity, range: place, path: label?.resourceType ?? "",
          message: problem.message(earlier: earlier), record: label)
        if try worker.take([finding]), output.plan.baseline != nil { counts.filesWithFindings.insert(file) }
      } catch {
        // The file can no longer be read: what was found in it is only counted.
      }
    }
    finish()
  }

  private func range(at offset: UInt64) -> SourceRange { SourceRange(start: Int(offset), end: Int(offset) + 1) }

  /// The earlier place: file and line, and the column if the record does not begin its line.
  private func name(of item: any InputItem, line: UInt64, column: UInt64) -> String {
    let file = item.name
    return (file == "-" ? "standard input" : file) + ":\(line)" + (column > 1 ? ":\(column)" : "")
  }
}

import ClinicalRecords
import ClinicalSources
import FHIRReporting
import FHIRRowStore

/// Compares records over a whole run: the workers collect them, and the findings are reported after all files.
struct IdentityRun {
  let invocation: Invocation
  let context: CommandContext
  let items: [InputItem]
  let exports: ExportSet

  /// Makes a worker's share of the index, if records are to be compared.
  func makeCollector() -> (@Sendable (_ workers: Int) -> RecordCollector)? {
    guard invocation.checksIdentity else { return nil }
    let key = FingerprintKey()
    let memory = invocation.memory
    return { workers in
      RecordCollector(index: RecordIndex(key: key, budget: memory / workers))
    }
  }

  /// Merges the shares of the workers, and reports the findings.
  ///
  /// - Parameter plan: how findings are counted and listed.
  /// - Returns: the findings, `nil` if nothing was compared; and the state of the comparison. A failure is reported on
  ///   standard error.
  func compare(
    _ collectors: [RecordCollector], into output: OrderedOutput, _ reports: ReportSet, _ plan: FindingPlan
  ) -> (found: IdentityReport.Outcome?, state: ReportSummary.Identity) {
    guard let index = collectors.first?.index, !output.isBroken else { return (nil, .off) }
    for collector in collectors.dropFirst() { index.merge(collector.index) }
    let report = IdentityReport(
      items: items, source: { [exports, source = invocation.source] in exports.source(of: $0) ?? source },
      reports: reports, plan: plan, limit: plan.limit.map { max(0, $0 - (output.outcome.listed.max() ?? 0)) },
      budget: invocation.memory,
      threads: invocation.threads(in: context), output: output)
    do {
      return (try report.run(index), .compared)
    } catch {
      if output.isBroken { return (nil, .off) }
      // Only a temporary file can fail here.
      let code = (error as? TemporaryFileError)?.code ?? 0
      let reason = "temporary file: \(SystemError(code: code).reason)"
      context.report("the records could not be compared: \(reason)")
      return (nil, .failed(reason))
    }
  }
}

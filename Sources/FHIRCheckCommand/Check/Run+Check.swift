import ClinicalSources
import FHIRReporting
import FHIRValidation

extension Run {
  /// `fhircheck check`: all inputs, on several threads, into one report.
  func check(_ inputs: InputList, _ checker: any RecordChecker, _ baseline: Baseline?) -> ExitCode {
    guard let plan = invocation.openReports(baseline: baseline, for: inputs.items, in: context) else { return .failure }
    let exports = ExportSet(inputs.items)
    let loop = InputLoop(checker, invocation, inputs, exports, plan, in: context)
    let sum = loop.run(comparesRecords: invocation.checksIdentity, counting: plan.page != nil ? .dates : .types)
    let compared = loop.compareRecords(sum)
    // Two files of each number may have findings of their own and of the comparison.
    sum.report(checker.definitionFaults + invocation.endedExemptions(baseline), from: 2 * inputs.items.count)
    var summary = sum.counts.summary
    summary.notListed = sum.listShares(of: summary.rules)
    summary.identity = compared.state
    summary.foundConfiguration = invocation.shownConfiguration
    summary.statistics = plan.countsKinds ? sum.statistics : nil
    summary.terminology = checker.validator?.terminology.shown ?? []
    summary.chosenProfiles = checker.chosenProfiles(summary, sum.counts.tally)
    summary.setAside = plan.setAside(sum.counts, looksForCopies: compared.state == .compared)
    var contents = ReportContents()
    if plan.page != nil {
      contents = sum.counts.records.contents
      contents.receipt =
        SummaryReport(sum.counts, summary, exports: exports, identity: compared.found, faults: [], items: inputs.items)
        .receiptLines
    }
    let code = loop.output.end(summary, of: invocation, checker.tool(invocation.release), contents: contents)
    return checker.failure(summary, of: invocation, in: context) ?? code
  }

  /// Checks the files of a framed stream one by one, each as a run of its own, whose report is written before the next
  /// file is read: another program can keep one process, and send it records. The worst exit code of all counts.
  func checkEach(_ checker: any RecordChecker, _ baseline: Baseline?) -> ExitCode {
    guard invocation.paths == [.standardInput] else {
      context.report("'--each' reads files from standard input; the only path is '-'")
      return .failure
    }
    let stream = FrameReader(context.standardInput, limit: invocation.maximumPipeBytes)
    var result = ExitCode.success
    do throws(SystemError) {
      while let (header, content) = try SystemError.naming("standard input", stream.next) {
        var run = self
        // A small file needs little memory to compare its records, and taking that is a third of its time. If there are
        // more records, because it is compressed, they go to temporary files.
        if header.bytes <= 2 << 10 { run.invocation.memory = min(invocation.memory, 64 << 10) }
        var inputs = InputList([], of: invocation, in: context)
        inputs.add(header, ByteSlice(content))
        let code = run.check(inputs, checker, baseline)
        if code.rawValue > result.rawValue { result = code }
      }
      return result
    } catch {
      return context.fail(error)
    }
  }
}

import ClinicalRecords
import ClinicalSources
import FHIRFindings
import FHIRProfiles
import FHIRReporting
import FHIRValidation

/// One run of `fhircheck check`: all inputs, on several threads, into one report.
struct CheckRun<Checker: RecordChecker> {
  let invocation: Invocation
  let inputs: InputList
  let context: CommandContext
  let checker: Checker
  let baseline: Baseline?
  /// The secret with which records are compared.
  var key = FingerprintKey()

  func run() -> ExitCode {
    let plan: FindingPlan
    do throws(ReportFailure) {
      plan = try invocation.openReports(baseline: baseline, for: inputs.items, in: context)
    } catch {
      return context.fail(error)
    }
    let exports = ExportSet(inputs.items)
    let loop = InputLoop(checker, invocation, inputs, exports, plan, in: context)
    let sum = loop.run(
      comparesRecords: invocation.checksIdentity, key: key,
      counting: plan.page != nil ? .dates : .types)
    let compared = loop.compareRecords(sum)
    let identity = compared.state
    // Two files of each number may have findings of their own and of the comparison.
    sum.report(
      checker.definitionFaults.compactMap { fault in fault.file.map { ($0, fault.finding) } }
        + invocation.endedExemptions(baseline), from: 2 * inputs.items.count)
    var summary = sum.counts.summary
    summary.notListed = summary.rules
    if let listed = sum.flow.listShares() { summary.notListed?.subtract(listed) } else { summary.notListed = nil }
    summary.identity = identity
    summary.foundConfiguration = invocation.shownConfiguration
    summary.statistics = plan.countsKinds ? sum.flow.kept.statistics : nil
    summary.terminology = checker.terminology.shown
    summary.setAside = plan.setAside(sum.counts, looksForCopies: identity == .compared)
    var contents = ReportContents()
    if plan.page != nil {
      contents = sum.counts.records.contents
      contents.receipt =
        SummaryReport(sum.counts, summary, exports: exports, identity: compared.found, faults: [], items: inputs.items)
        .receiptLines
    }
    let code = loop.output.end(summary, of: invocation, checker.tool(invocation.release), contents: contents)
    return checker.terminology.failure(in: context) ?? code
  }
}

/// Checks the files of a framed stream one by one: each is a run of its own, whose report is written before the next
/// file is read. So another program can keep one process, and send it records whenever it has some.
struct EachFile<Checker: RecordChecker> {
  let invocation: Invocation
  let context: CommandContext
  let checker: Checker
  let baseline: Baseline?

  /// Checks files until the stream ends; the exit code is the worst of all.
  func run(_ paths: [FilePath]) -> ExitCode {
    guard paths == [.standardInput] else {
      context.report("'--each' reads files from standard input; the only path is '-'")
      return .failure
    }
    let stream = FrameReader(context.standardInput, limit: invocation.maximumPipeBytes)
    let key = FingerprintKey()
    var result = ExitCode.success
    do throws(SystemError) {
      while let (header, content) = try stream.next() {
        let invocation = invocation(for: header)
        var inputs = invocation.inputs([], in: context)
        inputs.add(header, ByteSlice(content))
        let run = CheckRun(
          invocation: invocation, inputs: inputs, context: context, checker: checker, baseline: baseline, key: key)
        let code = run.run()
        if code.rawValue > result.rawValue { result = code }
      }
      return result
    } catch {
      context.report("standard input: \(error.reason)")
      return .failure
    }
  }

  /// A small file needs little memory to compare its records, and taking that is a third of its time. If there are more
  /// records, because it is compressed, they go to temporary files.
  private func invocation(for header: FramedStream.Header) -> Invocation {
    var small = invocation
    if header.bytes <= 2 << 10 { small.memory = min(small.memory, 64 << 10) }
    return small
  }
}

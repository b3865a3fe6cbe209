import ClinicalRecords
import ClinicalSources
import FHIRReporting

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

import ClinicalSources
import FHIRCheckCommand
import FHIRValidation
import Foundation

/// Checks the command on a stream of several files: whatever the lines between the files are, nothing traps, and
/// neither the exit code nor the report depends on the number of jobs.
func checkFrames(_ bytes: [UInt8], _ validator: Validator) {
  let alone = frames(bytes, validator, jobs: "1")
  let together = frames(bytes, validator, jobs: "2")
  require(alone.code == together.code, "exit codes \(alone.code) and \(together.code)")
  require(alone.output == together.output, "two jobs report otherwise", alone.output, together.output)
}

private func frames(_ bytes: [UInt8], _ validator: Validator, jobs: String) -> (code: Int32, output: [UInt8]) {
  do {
    let input = try OpenFile.temporary()
    try bytes.withUnsafeBytes { try OpenFile.write(input.descriptor, $0) }
    lseek(input.descriptor, 0, SEEK_SET)
    // The command writes one piece after the other.
    nonisolated(unsafe) var output: [UInt8] = []
    var context = CommandContext(
      standardInput: input.descriptor,
      writeOutput: { bytes in
        output += bytes
        return 0
      }, writeError: { _ in })
    context.partBytes = 64
    // The first narrative without a namespace is looked for in 4 MiB of a file, which a part of 64 bytes does not hold.
    let arguments = [
      "--no-config", "--stdin-names", "--format", "jsonl", "--ignore", "narrative/missing-namespace", "--jobs", jobs,
      "-",
    ]
    let code = FHIRCheckCommand.run(arguments: arguments.map { CommandArgument($0) }, context: context, rules: []) {
      validator
    }
    return (code.rawValue, output)
  } catch {
    stop("no temporary file: \(error)")
  }
}

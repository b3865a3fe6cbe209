// Fuzzing on Linux, whose toolchain includes libFuzzer. Build it separately from the ordinary products, with every
// module instrumented, and run it with a folder for the inputs to keep and a folder of seeds:
//
//   swift build -c release --product fhirfuzz --scratch-path .build-fuzz \
//     -Xswiftc -sanitize=fuzzer -Xswiftc -D -Xswiftc LIBFUZZER
//   SWIFT_BACKTRACE=enable=no .build-fuzz/release/fhirfuzz -max_len=4096 -timeout=10 kept seeds
//
// Without SWIFT_BACKTRACE, the runtime's own crash handler runs, and the crashing input is not written to a file.
// `-sanitize=fuzzer,address` in another scratch path also finds reads outside of buffers, at a third of the speed.
//
// FHIRFUZZ_TARGET in the environment selects another target than the readers and the validator of records: see `fuzzOne`.
// For `fhirpath`, which takes the input as an expression, `-max_len=512` is enough.
//
// An ordinary build replays inputs, files or folders:
//
//   swift run fhirfuzz crash-0123 seeds

import ClinicalSources
import FHIRCheckCommand
import FHIRDSTU2
import FHIRFindings
import FHIRR4
import FHIRSchema
import FHIRValidation
import Foundation
import FHIRTape

/// Reads one input in all ways, and stops the process if two ways differ or a finding is inconsistent. Whatever the
/// bytes are, nothing may trap, every place is in the input, and neither the run nor the pieces change the verdict.
func fuzzOne(_ bytes: [UInt8]) {
  switch target {
  case "models-dstu2": checkModels(FHIRDSTU2.AnyResource.self, bytes)
  case "models-r4": checkModels(FHIRR4.AnyResource.self, bytes)
  case "plist": checkPropertyList(bytes)
  case "narrative": checkNarrative(bytes)
  case "xml": checkExport(bytes)
  case "zip": checkZip(bytes)
  case "tar": checkTar(bytes)
  case "gzip": checkGzip(bytes)
  case "fhirpath": checkPath(bytes)
  case "definitions": checkDefinitions(bytes)
  case "package": checkPackage(bytes)
  case "frames": checkFrames(bytes, validator)
  case "cards": checkCards(bytes)
  case "release": checkRelease(bytes)
  case "terminology": checkTerminology(bytes)
  case "pack": checkPack(bytes)
  default:
    checkReader(bytes)
    checkValidator(bytes)
  }
}

/// The target: `FHIRFUZZ_TARGET`, or records and the validator if it is not set.
private let target = getenv("FHIRFUZZ_TARGET").map { String(cString: $0) } ?? "records"

private let validator = Validator()

/// The release of a record does not depend on the run, nor on white space around it.
private func checkRelease(_ bytes: [UInt8]) {
  let first = FHIRRelease.recognised(in: bytes)
  for other in [bytes, bytes + [UInt8(ascii: "\n")]] {
    let again = FHIRRelease.recognised(in: other)
    require(
      first?.release == again?.release && first?.reason == again?.reason,
      "told in two ways: \(String(describing: first)) and \(String(describing: again))")
  }
}

private func checkValidator(_ bytes: [UInt8]) {
  let result = validator.validate(bytes)
  requireSound(result.findings, in: bytes)
  for (a, b) in zip(result.findings, result.findings.dropFirst()) {
    require(a.range.start <= b.range.start, "findings out of order: \(a) before \(b)")
  }

  let again = bytes.withUnsafeBytes { validator.validate($0) }
  require(again.findings == result.findings, "two runs differ", result.findings, again.findings)
  require(again.tally == result.tally, "two runs count differently: \(result.tally) and \(again.tally)")

  for largest in [1, 61, 4096] {
    let source = ChunkedSource(bytes, largest: largest)
    var streamed: [Finding] = []
    let tally = notThrowing("a stream") { try validator.validate(from: source) { streamed += $0 } }
    require(tally == result.tally, "a stream counts differently: \(result.tally) and \(tally)")
    let (expected, found) = (result.findings.map { "\($0)" }.sorted(), streamed.map { "\($0)" }.sorted())
    require(found == expected, "a stream in pieces of up to \(largest) bytes differs", expected, found)
  }
}

/// Checks the command on a stream of several files: whatever the lines between the files are, nothing traps, and
/// neither the exit code nor the report depends on the number of jobs.
func checkFrames(_ bytes: [UInt8], _ validator: Validator) {
  let alone = frames(bytes, validator, jobs: "1")
  let together = frames(bytes, validator, jobs: "2")
  require(!alone.output.isEmpty, "no report: exit code \(alone.code)")
  require(alone.code == together.code, "exit codes \(alone.code) and \(together.code)")
  // Which of several narratives has no namespace first is looked for in 4 MiB of a file, which a part of 64 bytes does
  // not hold: what is ignored may be counted otherwise.
  let reports = [alone, together].map { run in
    Array(run.output[..<(run.output.firstRange(of: #","ignored":"#.utf8)?.lowerBound ?? run.output.endIndex)])
  }
  require(reports[0] == reports[1], "two jobs report otherwise", reports[0], reports[1])
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
    let arguments = [
      "--no-config", "--stdin-names", "--format", "jsonl", "--ignore", "narrative/missing-namespace", "--jobs", jobs,
      "-",
    ]
    let code = FHIRCheckCommand.run(arguments: arguments.map { FilePath($0) }, context: context) { validator }
    return (code.rawValue, output)
  } catch {
    stop("no temporary file: \(error)")
  }
}

import FHIRCheckCommand
import Foundation
import Testing

/// Inputs above the size that is read whole, and many inputs.
@Suite struct LargeInputTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// More than eight MiB of lines; some are bad.
  private func largeText() -> (text: String, badLines: [Int]) {
    let filler = "{\"x\": \"" + String(repeating: "y", count: 1_000) + "\"}\n"
    var text = ""
    var badLines: [Int] = []
    for line in 1...9_000 {
      if line % 1_000 == 7 {
        text += "{BAD}\n"
        badLines.append(line)
      } else {
        text += filler
      }
    }
    return (text, badLines)
  }

  private func lines(_ output: String) -> [Int] {
    output.split(separator: "\n").compactMap { line in
      line.range(of: "\"line\":").flatMap { Int(line[$0.upperBound...].prefix { $0.isNumber }) }
    }
  }

  @Test func positionsOfALargeFileComeFromASecondReading() throws {
    let (text, badLines) = largeText()
    let path = try folder.write(text, to: "large.ndjson")
    let outcome = CommandHarness().run("--format=jsonl", path)
    // The tests' checker gives its last finding first, so the file is read from its start once more.
    #expect(lines(outcome.output) == [badLines.last ?? 0] + badLines.dropLast())
    #expect(outcome.output.contains("\"records\":9000,"))
  }

  @Test func largeStandardInputIsSpooled() throws {
    let (text, badLines) = largeText()
    let pipe = Pipe()
    let thread = Thread {
      try? pipe.fileHandleForWriting.write(contentsOf: Data(text.utf8))
      try? pipe.fileHandleForWriting.close()
    }
    thread.start()
    var harness = CommandHarness()
    harness.input = pipe.fileHandleForReading.fileDescriptor
    let outcome = harness.run("--format=jsonl", "-")
    #expect(lines(outcome.output).sorted() == badLines)
    #expect(outcome.output.contains("\"file\":\"-\""))
  }

  @Test(arguments: ["text", "json", "jsonl"])
  func outputDoesNotDependOnTheNumberOfJobs(_ format: String) throws {
    for index in 0..<300 {
      let body = String(repeating: "{\n BAD WARN\n}\n", count: index % 17)
      try folder.write(body, to: "f\(index % 7)/r\(index).json")
    }
    try folder.write(largeText().text, to: "f3/large.ndjson")
    let arguments = ["--format", format, folder.path, "missing", folder.path + "/f1"]
    let one = CommandHarness().run(["--jobs=1"] + arguments)
    for jobs in [2, 8] {
      let many = CommandHarness().run(["--jobs=\(jobs)"] + arguments)
      #expect(many.output == one.output)
      #expect(many.error == one.error)
    }
    #expect(one.exitCode == .failure)
    if format == "json" {
      let report = try JSONSerialization.jsonObject(with: Data(one.output.utf8)) as? [String: Any]
      #expect((report?["issues"] as? [Any])?.count ?? 0 > 1_000)
    }
  }

  /// The first file's report is far larger than the limit of what may be kept.
  @Test func workersThatAreAheadWaitWithoutDeadlock() throws {
    let many = String(repeating: "{BAD}\n", count: 12_000)
    for name in ["a", "b", "c", "d"] { try folder.write(many, to: "\(name).ndjson") }
    let one = CommandHarness().run("--jobs=1", "--format=jsonl", folder.path)
    let four = CommandHarness().run("--jobs=4", "--format=jsonl", folder.path)
    #expect(one.output.utf8.count > 8 << 20)
    #expect(four.output == one.output)
  }
}

import FHIRCheckCommand
import Foundation
import Testing

@Suite struct CheckTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The file names of the issues, in their order, without the folder.
  private func files(_ outcome: CommandHarness.Outcome) -> [String] {
    outcome.output.split(separator: "\n").compactMap { line in
      guard let range = line.range(of: "\"file\":\"\(folder.path)/") else { return nil }
      return String(line[range.upperBound...].prefix { $0 != "\"" })
    }
  }

  @Test func aFileWithoutIssuesIsValid() throws {
    let outcome = CommandHarness().run(try folder.write("{}", to: "a.json"))
    #expect(outcome.exitCode == .success)
    #expect(outcome.output == "Valid: no issues; 1 of 1 record in 1 of 1 file judged.\n  Patient 1\n")
    #expect(outcome.error == "")
  }

  @Test func issuesHavePlaces() throws {
    let path = try folder.write("{\n  \"é\": BAD\n}", to: "a.json")
    let outcome = CommandHarness().run(path)
    #expect(outcome.exitCode == .findings)
    #expect(
      outcome.output == """
        \(path)
          2:8 error: found BAD  test/bad
            2 |   "é": BAD
              |        ^^^ Patient

        Not valid: 1 error in 1 file; 1 of 1 record in 1 of 1 file judged.
          Patient 1
        Next: 'fhircheck explain test/bad' says what the rule checks;
          '--ignore test/bad' leaves its findings out.

        """)
  }

  @Test(arguments: [
    ("WARN", "error", ExitCode.success), ("WARN", "warning", .findings), ("BAD", "never", .success),
    ("BAD", "warning", .findings), ("", "warning", .success),
  ])
  func thresholdDecidesTheExitCode(_ text: String, _ failOn: String, _ expected: ExitCode) throws {
    let path = try folder.write("{\(text)}", to: "a.json")
    #expect(CommandHarness().run("--fail-on", failOn, path).exitCode == expected)
  }

  @Test func foldersAreReadInTheOrderOfBytes() throws {
    for name in ["b.json", "B.json", "a/z.json", "a/deep/er/y.ndjson", "a.jsonl", "é.json"] {
      try folder.write("{BAD}", to: name)
    }
    let outcome = CommandHarness().run("--format", "jsonl", folder.path)
    #expect(files(outcome) == ["B.json", "a/deep/er/y.ndjson", "a/z.json", "a.jsonl", "b.json", "é.json"])
  }

  @Test func filesThatLookLikeJSONAreReadFromFolders() throws {
    try folder.write("\u{FEFF}\n [BAD]", to: "no-ending")
    try folder.write("BAD", to: "named.JSON")
    try folder.write("BAD", to: "readme.txt")
    try folder.write("{BAD}", to: ".hidden.json")
    try folder.write("{BAD}", to: ".git/x.json")
    try folder.write("", to: "empty")
    let outcome = CommandHarness().run("--format", "jsonl", folder.path)
    #expect(files(outcome) == ["named.JSON", "no-ending"])
    #expect(outcome.output.contains("\"files\":2,"))
    #expect(outcome.output.contains("\"filesSkipped\":4,"))
    #expect(outcome.output.contains("\"filesSkippedByKind\":{\"empty\":1,\"hidden\":2,\"text\":1},"))
    #expect(CommandHarness().run(folder.path).output.contains("  4 files skipped: 2 hidden, 1 empty, 1 text\n"))
    // A file named by the caller is read, whatever its kind.
    #expect(files(CommandHarness().run("--format", "jsonl", folder.path + "/readme.txt")) == ["readme.txt"])
  }

  @Test func loopsOfLinksEnd() throws {
    try folder.write("{BAD}", to: "a/x.json")
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/a/up", withDestinationPath: folder.path)
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/z", withDestinationPath: "a/x.json")
    let outcome = CommandHarness().run("--format", "jsonl", folder.path)
    #expect(files(outcome) == ["a/x.json", "z"])
    #expect(outcome.exitCode == .findings)
  }

  @Test func unreadablePathsAreReportedAndTheRestIsChecked() throws {
    let path = try folder.write("{BAD}", to: "a.json")
    let outcome = CommandHarness().run("--format=jsonl", "/nowhere/x", path, "gone.json")
    #expect(outcome.exitCode == .failure)
    #expect(
      outcome.error == """
        fhircheck: /nowhere/x: no such file or folder
        fhircheck: gone.json: no such file or folder

        """)
    #expect(files(outcome) == ["a.json"])
    #expect(outcome.output.contains("\"unreadable\":[{\"path\":\"/nowhere/x\",\"reason\":\"no such file or folder\"},"))
  }

  @Test func aPathMayBeginWithADash() {
    #expect(CommandHarness().run("--", "--version").error == "fhircheck: --version: no such file or folder\n")
    #expect(CommandHarness().run("--", "rules").error == "fhircheck: rules: no such file or folder\n")
  }

  @Test func standardInputIsRead() throws {
    var harness = CommandHarness()
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: Data("{BAD}".utf8))
    try pipe.fileHandleForWriting.close()
    harness.input = pipe.fileHandleForReading.fileDescriptor
    let outcome = harness.run("-")
    #expect(outcome.output.hasPrefix("standard input\n  1:2 error: found BAD"))
    #expect(outcome.exitCode == .findings)
  }

  @Test func theSourceIsReported() throws {
    let path = try folder.write("{BAD}", to: "a.json")
    #expect(CommandHarness().run("--format=jsonl", "--source", "St. Ä", path).output.contains("\"source\":\"St. Ä\"}"))
    #expect(!CommandHarness().run("--format=jsonl", path).output.contains("\"source\""))
  }

  @Test func maxIssuesIsForTheWholeRun() throws {
    for name in ["a", "b", "c"] { try folder.write("{BAD BAD}", to: "\(name).json") }
    let outcome = CommandHarness().run("--format=jsonl", "--max-issues", "3", folder.path)
    #expect(files(outcome) == ["a.json", "a.json", "b.json"])
    #expect(outcome.output.contains("\"error\":6,"))
    #expect(outcome.output.contains("\"issuesNotListed\":3,"))
    #expect(outcome.exitCode == .findings)
    let document = CommandHarness().run("--format=json", "--max-issues", "3", folder.path).output
    #expect(try JSONSerialization.jsonObject(with: Data(document.utf8)) is [String: Any])
  }

  @Test func quietWritesOnlyTheSummary() throws {
    let path = try folder.write("{BAD}", to: "a.json")
    let text = CommandHarness().run("--quiet", path)
    #expect(text.output.hasPrefix("Not valid: 1 error in 1 file; 1 of 1 record in 1 of 1 file judged.\n"))
    #expect(text.exitCode == .findings)
    let lines = CommandHarness().run("--quiet", "--format=jsonl", path).output.split(separator: "\n")
    #expect(lines.count == 2)
  }

  @Test(arguments: [
    ("auto", true, false, true), ("auto", false, false, false), ("auto", true, true, false),
    ("always", false, true, true), ("never", true, false, false),
  ])
  func coloursFollowTheTerminal(_ choice: String, _ isTerminal: Bool, _ noColor: Bool, _ expected: Bool) throws {
    var harness = CommandHarness()
    harness.outputIsTerminal = isTerminal
    harness.prefersNoColor = noColor
    let path = try folder.write("{BAD}", to: "a.json")
    #expect(harness.run("--color", choice, path).output.contains("\u{1B}[") == expected)
  }

  @Test func aClosedPipeIsNotAFailure() throws {
    var harness = CommandHarness()
    harness.writeResult = EPIPE
    let outcome = harness.run(try folder.write("{}", to: "a.json"))
    #expect(outcome.error == "")
    #expect(outcome.exitCode == .success)
    harness.writeResult = ENOSPC
    let full = harness.run(folder.path)
    #expect(full.error == "fhircheck: standard output: no space left on the device\n")
    #expect(full.exitCode == .failure)
  }

  /// The exit code includes all files, even those after the reader has closed the pipe.
  @Test(arguments: ["text", "jsonl"], [1, 4]) func aClosedPipeHidesNoError(_ format: String, _ jobs: Int) throws {
    var harness = CommandHarness()
    harness.writeResult = EPIPE
    let faults = "{" + String(repeating: "WARN ", count: 3000) + "}"
    for number in 0..<20 { try folder.write(faults, to: "\(number).json") }
    let arguments = ["--format", format, "--jobs", "\(jobs)"]
    #expect(harness.run(arguments + [folder.path]).exitCode == .success)
    let last = try folder.write("{BAD}", to: "z.json")
    #expect(harness.run(arguments + [folder.path]).exitCode == .findings)
    #expect(harness.run(arguments + [folder.path, last + ".gone"]).exitCode == .failure)
  }
}

import FHIRCheckCommand
import FHIRTestSupport
import Foundation
import Testing

/// Several reports at once, each in its place, complete or not at all.
@Suite struct ReportOutputTests {
  private static let formats = CommandHarness.formats

  private func records(_ folder: TemporaryFolder) throws -> String {
    let lines = (0..<12).map {
      "{ \"resourceType\": \"Patient\", \"id\": \"p\($0)\", \"gender\": \"x\($0)\", \"odd\": 1 }"
    }
    try folder.write(lines.joined(separator: "\n"), to: "records/a.ndjson")
    try folder.write("{ \"resourceType\": \"Observation\", \"id\": \"o\" }", to: "records/b.json")
    return folder.path + "/records"
  }

  @Test(arguments: [
    [], ["--max-issues=3"], ["--max-issues=0"], ["--quiet"], ["--statistics"], ["--all"], ["--redact"],
    ["--redact", "--max-issues=7"],
  ])
  func reportsDoNotAffectEachOther(_ options: [String]) throws {
    let folder = try TemporaryFolder()
    let records = try records(folder)
    var arguments = options
    for format in Self.formats { arguments += ["--format", format, "--output", folder.path + "/report." + format] }
    let outcome = CommandHarness().validate(arguments + [records])
    #expect(outcome.exitCode == .findings)
    #expect(outcome.output.isEmpty && outcome.error.isEmpty, "\(outcome.error)")
    for format in Self.formats {
      let file = try String(contentsOfFile: folder.path + "/report." + format, encoding: .utf8)
      let alone = CommandHarness().validate(options + ["--format", format, records])
      #expect(file == alone.output, "\(format)")
      #expect(!file.isEmpty)
    }
    // Nothing else is left behind.
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == Self.formats.count + 1)
  }

  /// Redacted records look alike; they stay separate when findings are selected, too.
  @Test func aLimitThatIsNotReachedChangesNothing() throws {
    let folder = try TemporaryFolder()
    let records = try records(folder)
    for format in ["operation-outcome", "json", "junit"] {
      let arguments = ["--redact", "--format", format, records]
      let whole = CommandHarness().validate(arguments).output
      #expect(CommandHarness().validate(["--max-issues=1000"] + arguments).output == whole, "\(format)")
    }
  }

  /// The page has all findings in the order of the run, whichever thread has found them.
  @Test func thePageIsTheSameHoweverManyThreadsThereAre() throws {
    let folder = try TemporaryFolder()
    for file in 100..<180 {
      // Findings of a large file do not come in the order of their places.
      let text = String(repeating: file % 2 == 0 ? "{BAD}" : "{WARN}\n{BAD}", count: file % 7 + 1)
      try folder.write(text + (file == 140 ? String(repeating: " ", count: 9 << 20) : ""), to: "\(file).json")
    }
    var pages: Set<String> = []
    for processors in [1, 2, 8] {
      var harness = CommandHarness()
      harness.processors = processors
      pages.insert(harness.run("--format=html", folder.path).output)
    }
    #expect(pages.count == 1)
    let findings = try PageList(pages.first ?? "").findings
    // A file has its text, which has one marker or two, file % 7 + 1 times.
    let count = (100..<180).reduce(0) { $0 + ($1 % 7 + 1) * ($1 % 2 == 0 ? 1 : 2) }
    #expect(findings.count == count && findings.allSatisfy { $0.text.count == 3 })
  }

  @Test func oneReportMayGoToStandardOutput() throws {
    let folder = try TemporaryFolder()
    let records = try records(folder)
    let file = folder.path + "/r.csv"
    let outcome = CommandHarness().validate("--format", "csv", "--output=" + file, "--format", "concise", records)
    #expect(outcome.output.hasSuffix("judged by R4.\n"))
    #expect(try String(contentsOfFile: file, encoding: .utf8).hasPrefix("file,line,column,"))
  }

  @Test(arguments: [
    (
      ["--format", "csv", "--format", "json", "x"],
      "only one report goes to standard output; give '--output' after each other '--format'"
    ),
    (
      ["--format", "csv", "--output", "a", "--format", "json", "--output", "a", "x"],
      "'a' is to hold one report, not two"
    ),
    (["--output=", "x"], "'--output' needs a name that is not empty"),
    (["path", "--format", "sarif", "id", "x"], "'fhircheck path' writes text, json or jsonl, not sarif"),
    (["summary", "--output", "a", "x"], "'--output' does not belong to 'fhircheck summary'"),
    (["explain", "--redact", "x"], "'--redact' does not belong to 'fhircheck explain'"),
  ])
  func mistakesAreExplained(_ arguments: [String], _ sentence: String) {
    let outcome = CommandHarness().run(arguments)
    #expect(outcome.exitCode == .failure)
    #expect(outcome.error.hasPrefix("fhircheck: " + sentence + "\n"), "\(outcome.error)")
  }

  @Test func aReportReplacesOnlyAnotherReport() throws {
    let folder = try TemporaryFolder()
    let records = try records(folder)
    let target = try folder.write("old", to: "target.csv")
    let link = folder.path + "/link.csv"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
    #expect(CommandHarness().validate("--format", "csv", "--output", link, records).exitCode == .findings)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == target)
    #expect(try String(contentsOfFile: target, encoding: .utf8).hasPrefix("file,line"))
    #expect(CommandHarness().validate("--format", "csv", "--output", "/dev/null", records).exitCode == .findings)

    let inFolder = CommandHarness().validate("--format", "csv", "--output", folder.path, records)
    #expect(inFolder.exitCode == .failure)
    #expect(inFolder.error == "fhircheck: \(folder.path): is a folder\n")
    let missing = CommandHarness().validate("--format", "csv", "--output", folder.path + "/no/r.csv", records)
    #expect(missing.exitCode == .failure)
    #expect(missing.error == "fhircheck: \(folder.path)/no/r.csv: no such file or folder\n")
  }

  /// If one report cannot be written, the run has failed, and no partial report replaces a file.
  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "no /dev/full"))
  func aReportThatCannotBeWrittenIsReported() throws {
    let folder = try TemporaryFolder()
    let records = try records(folder)
    let outcome = CommandHarness().validate("--format", "csv", "--output", "/dev/full", records)
    #expect(outcome.exitCode == .failure)
    #expect(outcome.error == "fhircheck: /dev/full: no space left on the device\n")
  }
}

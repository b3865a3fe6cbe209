import FHIRCheckCommand
import Foundation
import Testing

/// Files written by fhircheck are not records in the next run.
@Suite struct OwnReportTests {
  private static let formats = [
    "text", "json", "jsonl", "concise", "csv", "github", "gitlab", "html", "junit", "operation-outcome", "sarif",
  ]

  private func records() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let lines = (0..<3).map { "{ \"resourceType\": \"Patient\", \"id\": \"p\($0)\", \"gender\": \"x\\\"\($0)\" }\n" }
    try folder.write(lines.joined(), to: "a.ndjson")
    return folder
  }

  private func judge(_ arguments: String...) throws -> (counts: [String: Any], kinds: [String: Int], lines: [Substring])
  {
    let outcome = CommandHarness().validate(arguments + ["--format=jsonl"])
    let lines = outcome.output.split(separator: "\n")
    let summary = try #require(
      try JSONSerialization.jsonObject(with: Data((lines.last ?? "").utf8)) as? [String: Any])
    return (summary, summary["filesSkippedByKind"] as? [String: Int] ?? [:], Array(lines.dropLast()))
  }

  @Test(arguments: formats) func aReportInTheFolderIsLeftOut(_ format: String) throws {
    let folder = try records()
    let before = try judge(folder.path)
    let report = folder.path + "/report.json"
    let arguments = ["--format", format, "--output", report]
    #expect(CommandHarness().validate(arguments + [folder.path]).exitCode == .findings)
    let first = try Data(contentsOf: URL(fileURLWithPath: report))
    // The run that rewrites it does not read it, whatever it looks like.
    #expect(CommandHarness().validate(arguments + [folder.path]).exitCode == .findings)
    let second = try Data(contentsOf: URL(fileURLWithPath: report))
    if !["text", "json", "jsonl", "html", "sarif", "junit", "github"].contains(format) { #expect(first == second) }
    // Another run recognises those that are JSON by their content; others do not have such names.
    guard !["text", "concise", "csv", "github", "html", "junit"].contains(format) else { return }
    let after = try judge(folder.path)
    #expect(after.kinds == ["report of fhircheck": 1])
    #expect(after.lines == before.lines)
  }

  @Test(arguments: [["check"], ["check", "--write-baseline"], ["records"]])
  func recordsAreNotReplaced(_ command: [String]) throws {
    let folder = try records()
    let file = folder.path + "/a.ndjson"
    let before = try Data(contentsOf: URL(fileURLWithPath: file))
    for input in [folder.path, file] {
      let outcome = CommandHarness().validate(command + (command.count > 1 ? [file] : ["--output", file]) + [input])
      #expect(outcome.exitCode == .failure)
      #expect(outcome.error.contains("holds records to be read"))
      #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == before)
    }
  }

  /// A project's files are not replaced either; any other file is.
  @Test func filesOfAnAppAreNotReplaced() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("<plist version=\"1.0\"><dict/></plist>", to: "Info.plist")
    let before = try Data(contentsOf: URL(fileURLWithPath: file))
    for input in [folder.path, file] {
      let outcome = CommandHarness().validate("preflight", "--output", file, input)
      #expect(outcome.exitCode == .failure)
      #expect(outcome.error.contains("is to be checked"), "\(outcome.error)")
      #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == before)
    }
    #expect(
      CommandHarness().validate("preflight", "--output", folder.path + "/a.txt", folder.path).exitCode != .failure)
  }

  @Test func tablesAndCountsAreReportsToo() throws {
    let folder = try records()
    let before = try judge(folder.path)
    let written: [(String, [String])] = [
      ("rows.json", ["records", "--format=jsonl"]), ("both.json", ["records", "--format=jsonl", "--with-issues"]),
      ("summary.json", ["summary", "--format=json"]), ("path.json", ["path", "--format=json", "id"]),
      ("lines.json", ["path", "--format=jsonl", "id"]), ("rules.json", ["rules", "--format=json"]),
    ]
    let inputs = folder.path + "/a.ndjson"
    for (name, arguments) in written {
      let output = CommandHarness().validate(arguments + (arguments[0] == "rules" ? [] : [inputs])).output
      #expect(!output.isEmpty)
      try folder.write(output, to: name)
    }
    #expect(
      CommandHarness().validate("--write-baseline", folder.path + "/known.json", inputs).exitCode == .success)
    let after = try judge(folder.path)
    #expect(after.kinds == ["report of fhircheck": written.count + 1])
    #expect(after.lines == before.lines)
  }

  /// Columns of the caller's choice, in any order.
  @Test(arguments: [
    ["line"], ["id", "file"], ["code", "value"], ["display"], ["resourceType", "id", "contentDigest"],
    ["patient", "status", "unit"],
  ])
  func tablesWithOtherColumnsAreReportsToo(_ columns: [String]) throws {
    let folder = try TemporaryFolder()
    try folder.write(
      """
      {"resourceType":"Observation","id":"a","status":"final","code":{"coding":[{"code":"1","display":"x, \\"y\\""}]},\
      "valueQuantity":{"value":1.5,"unit":"g"},"subject":{"reference":"Patient/b"}}

      """, to: "a.ndjson")
    let before = try judge(folder.path)
    let table = CommandHarness().validate(
      "records", "--format=jsonl", "--columns", columns.joined(separator: ","), folder.path)
    #expect(table.output.hasPrefix("{\"\(columns[0])\":"), "\(table.output)\(table.error)")
    try folder.write(table.output, to: "rows.json")
    let after = try judge(folder.path)
    #expect(after.kinds == ["report of fhircheck": 1])
    #expect(after.lines == before.lines)
  }

  /// A large report of lines is not read in parts either.
  @Test func aLargeReportIsLeftOut() throws {
    let folder = try records()
    let lines = CommandHarness().validate("--format=jsonl", folder.path).output
    try folder.write(lines + String(repeating: lines, count: 20), to: "large.json")
    var harness = CommandHarness()
    harness.partBytes = 1 << 10
    let outcome = harness.validate("--format=concise", folder.path)
    #expect(outcome.output.split(separator: "\n").count == 4, "\(outcome.output)")
  }

  @Test func aReportNamedByTheCallerHasNoFindings() throws {
    let folder = try records()
    let report = try folder.write(CommandHarness().validate("--format=json", folder.path).output, to: "report.json")
    let outcome = CommandHarness().validate("--format=concise", report)
    #expect(outcome.exitCode == .failure)
    #expect(!outcome.output.contains("error:"))
    #expect(
      outcome.error
        == "fhircheck: nothing was judged: 1 file skipped (1 report of fhircheck); --allow-empty accepts that\n")
  }

  /// OperationOutcomes are records, and are judged if the caller names them.
  @Test func outcomesThatAreNamedAreJudged() throws {
    let folder = try records()
    let text = CommandHarness().validate("--format=operation-outcome", folder.path).output
    let report = try folder.write(text, to: "report.json")
    #expect(CommandHarness().validate(report).exitCode == .success)
    #expect(CommandHarness().validate(report).output.contains("1 of 1 file judged"))
  }

  /// Other reports, and records that begin alike, are not recognised as own reports.
  @Test(arguments: [
    "{\"formatVersion\":1,\"tool\":\"other\",\"issues\":[]}", "{\"type\":\"start\"}", "[\n{\"description\":\"x\"}]",
    "{\"file\":\"x\",\"lines\":1}", "{\"resourceType\":\"Patient\",\"id\":\"a\"}", "{\"id\":\"a\",\"status\":\"x\"}",
    "{\"patient\":{}}", "{\"line\":[1]}", "{\"resourceType\":\"Bundle\",\"type\":\"collection\"}",
  ])
  func otherFilesAreJudged(_ text: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(text, to: "a.json")
    #expect(try judge(folder.path).kinds.isEmpty)
  }
}

import FHIRCheckCommand
import Foundation
import Testing

/// Files written by fhircheck are not records in the next run.
@Suite struct OwnReportTests {
  private static let formats = CommandHarness.formats

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

  /// The caller gives known findings a reason, and an end.
  @Test func aBaselineWithAReasonIsAReport() throws {
    let folder = try records()
    let known = folder.path + "/known.json"
    #expect(CommandHarness().validate("--write-baseline", known, folder.path).exitCode == .success)
    let text = try String(contentsOfFile: known, encoding: .utf8)
    let end = #""reason":"old \"data\"","until":"2030-01-01","findings":["#
    try folder.write(text.replacing(#""findings":["#, with: end), to: "known.json")
    #expect(try judge(folder.path).kinds == ["report of fhircheck": 1])
  }

  /// A table with other columns has nothing that records cannot have: it is judged as records are.
  @Test func aTableWithOtherColumnsIsNotRecognised() throws {
    let folder = try records()
    let table = CommandHarness().validate("records", "--format=jsonl", "--columns", "line,id", folder.path)
    try folder.write(table.output, to: "rows.json")
    #expect(try judge(folder.path).kinds.isEmpty)
  }

  /// A report of an earlier run counts as found, a file that the run writes does not.
  @Test func aReportIsFoundAndNotJudged() throws {
    let folder = try records()
    try folder.write(CommandHarness().validate("--format=json", folder.path).output, to: "old.json")
    let arguments = ["--fail-on=never", "--fail-on-unjudged", folder.path]
    let outcome = CommandHarness().validate(arguments)
    #expect(outcome.exitCode == .findings)
    #expect(outcome.output.contains("3 of 3 records in 1 of 2 files judged"), "\(outcome.output)")
    let replacing = ["--format=json", "--output", folder.path + "/old.json"] + arguments
    #expect(CommandHarness().validate(replacing).exitCode == .success)
    #expect(
      try String(contentsOfFile: folder.path + "/old.json", encoding: .utf8).contains(#""written by this run":1"#))
  }

  /// A large report of lines is not read in parts either.
  @Test func aLargeReportIsLeftOut() throws {
    let folder = try records()
    let lines = CommandHarness().validate("--format=jsonl", folder.path).output
    try folder.write(lines + String(repeating: lines, count: 20), to: "large.json")
    var harness = CommandHarness()
    harness.partBytes = 1 << 10
    let outcome = harness.validate("--fhir-version=dstu2", "--format=concise", folder.path)
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

  /// First lines that a report of this tool shares with others, each before a record with a fault.
  static let similar: [String] = [
    #"{"unit":"a"}"#, #"{"file":"a","line":1}"#, #"{"formatVersion":1,"files":0}"#,
    #"{"formatVersion":1,"expression":"a"}"#,
    #"{"type":"start","formatVersion":1,"expression":"a","more":1}"#, #"{"formatVersion":1,"rules":[]}"#,
    #"{"formatVersion":1,"tool":"fhircheck","issues":[]}"#, #"{"type":"start","formatVersion":1,"tool":"fhircheck"}"#,
    #"{"baselineVersion":1,"tool":"fhircheck","findings":[]}"#, #"{"type":"record","id":"a"}"#, #"{"display":"a"}"#,
    #"{"formatVersion":1,"tool":"other","issues":[]}"#, #"{"type":"start"}"#, #"{"file":"x","lines":1}"#,
    #"{"resourceType":"Patient","id":"a"}"#, #"{"id":"a","status":"x"}"#, #"{"patient":{}}"#, #"{"line":[1]}"#,
    #"{"file":"a","line":1,"column":1,"byteOffset":0,"byteLength":9,"release":"r4","resourceType":"Patient"}"#,
    #"{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[]}"#,
    // These begin like the line of a report, and end otherwise.
    #"{"formatVersion":1,"tool":"fhircheck","version":"1","release":"r4","id":"a"}"#,
    #"{"formatVersion":1,"tool":"fhircheck","version":"1","release":"","releases":[],"issues":[]}"#,
    #"{"type":"start","formatVersion":1,"tool":"fhircheck","version":"1","release":"r4","id":"a"}"#,
    #"{"baselineVersion":1,"tool":"fhircheck","version":"1","findings":[]}"#,
    #"{"formatVersion":1,"files":1,"records":1,"releases":{},"id":"a"}"#,
    #"{"formatVersion":1,"expression":"a","results":[]}"#,
    #"{"file":"a","line":1,"column":1,"byteOffset":0,"byteLength":9,"release":"r4","releaseToldBy":"type","id":"a"}"#,
    #"{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[{"tool":{"driver":{"#
      + #""name":"fhircheck","version":"1","id":"a"}}}]}"#,
  ]

  @Test(arguments: similar) func recordsBehindASimilarLineAreJudged(_ line: String) throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      line + "\n" + #"{"resourceType":"Patient","id":"b","gender":"zzz"}"# + "\n", to: "a.ndjson")
    for path in [folder.path, file] {
      let found = try judge(path)
      #expect(found.kinds.isEmpty)
      #expect(found.lines.contains { $0.contains("code/not-in-value-set") && $0.contains("zzz") })
    }
  }

  /// The same for documents: arrays as for GitLab, and Bundles of outcomes.
  @Test(arguments: [
    "[\n{\"description\":\"a\",\"check_name\":\"b\"},RECORD]",
    "[\n{\"description\":\"a\",\"check_name\":\"b\",\"fingerprint\":\"c\",\"severity\":\"major\"},RECORD]",
    "{\"resourceType\":\"Bundle\",\"type\":\"collection\",\"entry\":[\n{\"fullUrl\":\"urn:uuid:b8d3d592-3dbc-8931-8000-00000000000f\","
      + "\"resource\":{\"resourceType\":\"OperationOutcome\",\"text\":{\"status\":\"generated\",\"div\":\"<div "
      + "xmlns=\\\"http://www.w3.org/1999/xhtml\\\">Issues of all.</div>\"},\"id\":\"x\"}},{\"resource\":RECORD}]}",
    "{\"resourceType\":\"Bundle\",\"type\":\"collection\",\"entry\":[\n{\"fullUrl\":\"urn:uuid:b8d3d592-3dbc-8931-8000-00000000000f\","
      + "\"resource\":{\"resourceType\":\"OperationOutcome\",\"text\":{\"status\":\"generated\",\"div\":\"<div "
      + "xmlns=\\\"http://www.w3.org/1999/xhtml\\\">Issues of all.</div>\"},\"issue\":[\n"
      + "{\"severity\":\"error\",\"code\":\"invalid\"}]}},{\"resource\":RECORD}]}",
  ])
  func recordsInASimilarDocumentAreJudged(_ text: String) throws {
    let folder = try TemporaryFolder()
    let record = #"{"resourceType":"Patient","id":"b","gender":"zzz"}"#
    try folder.write(text.replacing("RECORD", with: record), to: "a.json")
    let found = try judge(folder.path)
    #expect(found.kinds.isEmpty)
    #expect(found.lines.contains { $0.contains("code/not-in-value-set") }, "\(found.lines)")
  }

  /// The name of a configuration hides no record; other hidden files count as found.
  @Test func aRecordNamedLikeAConfigurationIsJudged() throws {
    let folder = try records()
    try folder.write(#"{"resourceType":"Patient","id":"b","gender":"zzz"}"#, to: "sub/.fhircheck.json")
    let found = try judge(folder.path)
    #expect(found.kinds.isEmpty && found.lines.contains { $0.contains("zzz") })
    try folder.write(#"{}"# + "\n" + #"{"resourceType":"Patient","id":"b","gender":"zzz"}"#, to: "sub/.fhircheck.json")
    #expect(try judge(folder.path).lines.contains { $0.contains("zzz") })
    try folder.write(#"{"ignore":["code/*"]}"#, to: "sub/.fhircheck.json")
    #expect(try judge(folder.path).kinds == ["configuration": 1])
    try folder.write(#"{"ignored":["code/*"]}"#, to: "sub/.fhircheck.json")
    #expect(try judge(folder.path).kinds == ["hidden": 1])
  }
}

import FHIRCheckCommand
import Foundation
import Testing

@Suite struct ConfigurationTests {
  private let folder: TemporaryFolder
  private static let record =
    #"{"resourceType":"Patient","id":"a","gender":"none","x":1,"careProvider":[{"display":"b"}]}"#

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Self.record, to: "work/new/a.json")
    try folder.write(Self.record, to: "work/old/a.json")
  }

  private func run(_ configuration: String, _ arguments: String..., in name: String = "work") throws
    -> CommandHarness.Outcome
  {
    try folder.write(configuration, to: ".fhircheck.json")
    var harness = CommandHarness()
    harness.workingFolder = folder.path + "/" + name
    return harness.validate(["--no-identity"] + arguments + [folder.path + "/work"])
  }

  @Test func theNearestFileAboveIsRead() throws {
    let outcome = try run(#"{"format": "jsonl", "ignore": ["code/*"], "fail-on": "never"}"#)
    #expect(outcome.output.contains(#""ignored":{"code/not-in-value-set":2}"#))
    #expect(outcome.exitCode == .success)
    // The command line has precedence.
    let other = try run(#"{"format": "jsonl", "ignore": ["code/*"]}"#, "--ignore=structure")
    #expect(other.output.contains(#""ignored":{"structure/unknown-element":2}"#))
    #expect(try run(#"{"ignore": ["*"]}"#, "--no-config").exitCode == .findings)
    try folder.write(#"{"ignore": ["*"]}"#, to: "other.json")
    #expect(try run("{}", "--config", folder.path + "/other.json").exitCode == .success)
  }

  @Test func pathsHaveRulesOfTheirOwn() throws {
    let outcome = try run(
      """
      {
        "format": "jsonl",
        "paths": [{"match": ["work/old/**"], "ignore": ["code"], "severity": {"structure": "warning"}}]
      }
      """)
    #expect(outcome.output.contains(#""ignored":{"code/not-in-value-set":1}"#))
    #expect(outcome.output.contains(#""issues":{"fatal":0,"error":2,"warning":1,"information":0}"#))
    #expect(try run(#"{"exclude": ["old", "new/a.json"], "format": "jsonl"}"#).output.contains(#""excluded":1"#))
    #expect(try run(#"{"exclude": ["old", "work/*/a.json"]}"#).exitCode == .failure)
  }

  @Test func severalReportsAreTwoLists() throws {
    let file = try folder.write(
      #"{"format": ["sarif", "csv", "jsonl"], "output": ["a.sarif", "b.csv"]}"#, to: "reports.json")
    var harness = CommandHarness()
    harness.workingFolder = folder.path
    let shown = harness.validate(["--show-config", "--config", file])
    #expect(shown.output.contains(/\nformat +\["sarif","csv","jsonl"\]  +configuration, line 1\n/))
    #expect(
      shown.output.contains("[\"\(folder.path)/a.sarif\",\"\(folder.path)/b.csv\"]  configuration, line 1\n"))
    let outcome = harness.validate(["--no-identity", "--config", file, folder.path + "/work"])
    #expect(outcome.output.hasPrefix("{"))
    #expect(
      try String(contentsOfFile: folder.path + "/a.sarif", encoding: .utf8).contains("\"uri\":\"work/new/a.json\""))
    #expect(try String(contentsOfFile: folder.path + "/b.csv", encoding: .utf8).hasPrefix("file,"))
  }

  @Test func whatTheCallerSetsAsideIsNoInput() throws {
    try folder.write(
      #"{"fail-on-unjudged": true, "fail-on": "never", "exclude": [".git", "old"]}"#, to: "work/.fhircheck.json")
    try folder.write("x", to: "work/.git/config")
    var harness = CommandHarness()
    harness.workingFolder = folder.path + "/work"
    let outcome = harness.validate(["--format=text", folder.path + "/work"])
    #expect(outcome.exitCode == .success)
    #expect(outcome.output.contains("3 files skipped: 2 excluded, 1 configuration"), "\(outcome.output)")
    try folder.write("x", to: "work/.other")
    #expect(harness.validate([folder.path + "/work"]).exitCode == .findings)
  }

  @Test(arguments: [
    ("{\n  \"formt\": 1}", "2:3: unknown key 'formt'; did you mean 'format'?"),
    (
      "{\"format\": \"xml\"}",
      "1:2: '--format' is text, json, jsonl, concise, csv, github, gitlab, html, junit, operation-outcome or sarif, not "
        + "'xml'"
    ),
    ("{\"ignore\": \"code\"}", "1:12: expected an array of rules and groups, found a string"),
    ("{\"ignore\": [\"codes\"]}", "1:13: there is no rule or group 'codes'; did you mean 'code'?"),
    ("{\"quiet\": 1}", "1:11: 'quiet' is true or false"),
    ("{\"severity\": {\"code\": \"bad\"}}", "1:23: expected error, warning or information, found 'bad'"),
    ("{\"paths\": [{}]}", "1:12: expected 'match', the patterns of the files that this is for"),
    ("{\"paths\": [{\"mach\": []}]}", "1:13: unknown key 'mach'; did you mean 'match'?"),
    ("[]", "1:1: expected an object, found an array"), ("{} {}", "1:4: expected the end of the file behind the object"),
    ("{\"quiet\": true, \"quiet\": true}", "1:17: the key 'quiet' is there twice"),
  ])
  func mistakesHaveAPlace(_ text: String, _ sentence: String) throws {
    let outcome = try run(text)
    #expect(outcome.exitCode == .failure)
    #expect(outcome.error.hasPrefix("fhircheck: \(folder.path)/.fhircheck.json:\(sentence)\n"), "\(outcome.error)")
  }

  /// What a value names is looked for, and a mistake has its place, too.
  @Test(arguments: [
    ("{\n \"guide\": [\"us-cor\"]}", "2:2: '--guide' names 'us-cor', which is not there"),
    ("{\"definitions\": [\"nowhere\"]}", "1:2: 'FOLDER/nowhere': no such file or folder"),
    ("{\"profile\": [\"http://nowhere.example\"]}", "1:2: '--profile' names 'http://nowhere.example'"),
    ("{\"keys\": [\"nowhere\"]}", "1:2: '--keys': 'FOLDER/nowhere': no such file or folder"),
  ])
  func whatIsNotThereHasAPlace(_ text: String, _ sentence: String) throws {
    let file = try folder.write(text, to: "named.json")
    let error = CommandHarness().validate(["--config", file, folder.path]).error
    #expect(error.hasPrefix("fhircheck: \(file):" + sentence.replacing("FOLDER", with: folder.path)), "\(error)")
    // What the command line replaces is not looked for, and what it names has no place.
    let typed = CommandHarness().validate(["--config", try folder.write("{}", to: "b.json"), "--guide=none", file])
      .error
    #expect(typed.hasPrefix("fhircheck: '--guide' names 'none'"), "\(typed)")
  }

  @Test func invalidJSONIsReported() throws {
    #expect(try run("{,}").error.contains(".fhircheck.json:1:2: expected a key in double quotes"))
    #expect(try run("").exitCode == .failure)
    #expect(try run(String(repeating: "[", count: 100)).exitCode == .failure)
    #expect(try run("{}", "--config", "/nowhere").error.hasPrefix("fhircheck: /nowhere: no such file or folder\n"))
  }

  @Test func settingsAreShownWithTheirOrigins() throws {
    let shown = try run(
      """
      {"ignore": ["code/*"], "max-issues": 7, "fail-on": "never", "digest-key": "\(key)",
      "severity": {"code": "error"}, "paths": [{"match": ["old"], "select": ["json"]}]}
      """, "--show-config", "--ignore=json", "--severity=json=warning")
    #expect(shown.output.hasPrefix("configuration: \(folder.path)/.fhircheck.json\n\nsetting  "))
    // The columns of the table are separated by at least two spaces.
    let rows = shown.output.split(separator: "\n").map { $0.split(separator: "  ").map { $0.drop { $0 == " " } } }
    #expect(rows.contains(["ignore", #"["json"]"#, "command line"]))
    #expect(rows.contains(["max-issues", "7", "configuration, line 1"]))
    #expect(
      rows.contains(["severity", #"["code=error","json=warning"]"#, "configuration, line 2, and command line"]))
    #expect(rows.contains(["quiet", "false", "default"]))
    #expect(rows.last == ["paths", #"{"match":["old"],"select":["json"]}"#, "configuration, line 2"])
    #expect(!shown.output.contains(key))
    #expect(shown.exitCode == .success && shown.error.isEmpty)
  }

  /// What a run rejects is rejected when it is shown.
  @Test(arguments: [
    #"{"ignore": ["codes"]}"#, #"{"profile": ["http://example.org/nowhere"]}"#, #"{"guide": ["uscore"]}"#,
    #"{"definitions": ["nowhere"]}"#, #"{"baseline": "nowhere.json"}"#, #"{"max-issues": -1}"#,
    #"{"severity": {"code": "bad"}}"#, #"{"format": "xml"}"#, #"{"paths": [{"match": ["a"], "ignore": ["codes"]}]}"#,
  ])
  func aMistakeIsNotShownAsASetting(_ text: String) throws {
    let (shown, outcome) = (try run(text, "--show-config"), try run(text))
    #expect(shown.exitCode == .failure && shown.output.isEmpty)
    #expect(shown.error == outcome.error && !shown.error.isEmpty)
    #expect(outcome.exitCode == .failure)
  }

  /// All mistakes at once, in their order in the file.
  @Test func everyMistakeIsSaid() throws {
    let outcome = try run(
      """
      {"formt": 1, "ignore": ["codes", 7.5, {"rule": "code", "until": "soon"}, {"reason": "x"}],
       "severity": {"code": "bad", "nothing/*": "error", "json": "warning"},
       "quiet": 1, "max-issues": -1, "quiet": true,
       "paths": [{"mach": []}, {}, {"match": ["a"], "ignore": ["naratives"]}], "output": "r.csv"}
      """)
    #expect(outcome.exitCode == .failure && outcome.output.isEmpty)
    let start = "fhircheck: \(folder.path)/.fhircheck.json:"
    let lines = outcome.error.split(separator: "\n").map { $0.replacing(start, with: "") }
    #expect(
      lines.map { $0.split(separator: " ", maxSplits: 1)[0] } == [
        "1:2:", "1:25:", "1:34:", "1:65:", "1:74:", "2:23:", "2:30:", "3:11:", "3:14:", "3:32:", "4:13:", "4:26:",
        "4:58:", "4:74:", "Run",
      ], "\(outcome.error)")
    #expect(lines[0] == "1:2: unknown key 'formt'; did you mean 'format'?")
    #expect(lines[3] == "1:65: expected a date such as 2026-12-31")
    #expect(lines[4] == "1:74: expected 'rule', which is ignored")
  }

  @Test func theFileOfAReportIsRelativeToTheConfiguration() throws {
    let file = try folder.write(#"{"output": "r.json", "format": "json", "columns": "id"}"#, to: "named.json")
    let outcome = CommandHarness().validate("--config", file, folder.path + "/work")
    #expect(outcome.exitCode == .findings && outcome.output.isEmpty)
    #expect(try String(contentsOfFile: folder.path + "/r.json", encoding: .utf8).hasPrefix("{"))
  }

  @Test func aFormatAppliesToTheCommandsThatWriteIt() throws {
    let file = try folder.write(#"{"format": "html", "output": "r.html"}"#, to: "named.json")
    let table = CommandHarness().validate("records", "--config", file, folder.path + "/work")
    #expect(table.exitCode == .success && table.output.hasPrefix("file,"), "\(table.error)")
    #expect(CommandHarness().validate("summary", "--config", file, folder.path + "/work").exitCode == .success)
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/r.html"))
  }

  private var key: String { String(repeating: "0f", count: 32) }

  @Test func aBaselineIsRelativeToTheConfiguration() throws {
    let file = try folder.write(#"{"write-baseline": "known.json"}"#, to: "named.json")
    #expect(CommandHarness().validate("--config", file, folder.path + "/work").exitCode == .success)
    #expect(try run(#"{"baseline": "known.json"}"#).exitCode == .success)
  }
}

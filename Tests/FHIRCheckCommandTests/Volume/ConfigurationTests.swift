import FHIRCheckCommand
import Foundation
import Testing

@Suite struct ConfigurationTests {
  private let folder: TemporaryFolder
  private static let record = #"{"resourceType":"Patient","id":"a","gender":"none","x":1}"#

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

  @Test func invalidJSONIsReported() throws {
    #expect(try run("{,}").error.contains(".fhircheck.json:1:2: expected a key in double quotes"))
    #expect(try run("").exitCode == .failure)
    #expect(try run(String(repeating: "[", count: 100)).exitCode == .failure)
    #expect(try run("{}", "--config", "/nowhere").error.hasPrefix("fhircheck: /nowhere: no such file or folder\n"))
  }

  @Test func settingsAreShown() throws {
    let shown = try run(
      #"{"ignore": ["code/*"], "max-issues": 7, "paths": [{"match": ["old"], "select": ["json"]}]}"#, "--show-config")
    let object = try #require(try JSONSerialization.jsonObject(with: Data(shown.output.utf8)) as? [String: Any])
    #expect(object["configuration"] as? String == folder.path + "/.fhircheck.json")
    #expect(object["ignore"] as? [String] == ["code/*"])
    #expect(object["max-issues"] as? Int == 7)
    #expect((object["paths"] as? [[String: Any]])?.first?["select"] as? [String] == ["json"])
    #expect(shown.exitCode == .success)
  }

  @Test func theFileOfAReportIsRelativeToTheConfiguration() throws {
    let configuration = #"{"output": "r.json", "format": "json", "columns": "id", "digest-key": "\#(key)"}"#
    let outcome = try run(configuration)
    #expect(outcome.exitCode == .findings && outcome.output.isEmpty)
    #expect(try String(contentsOfFile: folder.path + "/r.json", encoding: .utf8).hasPrefix("{"))
    let shown = try run(configuration, "--show-config").output
    let object = try #require(try JSONSerialization.jsonObject(with: Data(shown.utf8)) as? [String: Any])
    #expect(object["output"] as? String == folder.path + "/r.json")
    #expect(!shown.contains(key))
  }

  @Test func aFormatAppliesToTheCommandsThatWriteIt() throws {
    try folder.write(#"{"format": "html", "output": "r.html"}"#, to: ".fhircheck.json")
    var harness = CommandHarness()
    harness.workingFolder = folder.path + "/work"
    let table = harness.validate("records", folder.path + "/work")
    #expect(table.exitCode == .success && table.output.hasPrefix("file,"), "\(table.error)")
    #expect(harness.validate("summary", folder.path + "/work").exitCode == .success)
    #expect(!FileManager.default.fileExists(atPath: folder.path + "/r.html"))
  }

  private var key: String { String(repeating: "0f", count: 32) }

  @Test func aBaselineIsRelativeToTheConfiguration() throws {
    #expect(try run(#"{"write-baseline": "known.json"}"#).exitCode == .success)
    #expect(try run(#"{"baseline": "known.json"}"#).exitCode == .success)
    #expect(FileManager.default.fileExists(atPath: folder.path + "/known.json"))
  }
}

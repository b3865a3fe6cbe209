import FHIRFindings
import FHIRSchema
import FHIRTape
import FHIRTestSupport
import FHIRValidation
import Foundation
import Testing

@testable import FHIRCheckCommand

/// Each option has the same effect from a configuration as from the command line: the same output, and the same exit
/// code, which are not those of a run without it.
@Suite struct OptionEffectTests {
  private struct Row {
    /// On the command line, and as a member of a configuration. `FOLDER` stands for the folder of the test.
    var line: [String]
    var file: String
    var command = "check"
    /// Other arguments, without which the option has no effect.
    var with: [String] = []
    var input = "FOLDER/data"
    var piped: String?
    /// Whether the value is rejected: the effect of a valid one cannot be seen.
    var isRejected = false
    /// Whether the run takes long enough for a progress line.
    var isSlow = false
  }

  private static let rows: [String: Row] = [
    "format": Row(line: ["--format", "csv"], file: #""format": "csv""#),
    "output": Row(line: ["--output", "FOLDER/written"], file: #""output": "written""#),
    "redact": Row(line: ["--redact"], file: #""redact": true"#),
    "fhir-version": Row(line: ["--fhir-version", "r4"], file: #""fhir-version": "r4""#),
    "profile": Row(
      line: ["--profile", "http://example.org/named"], file: #""profile": ["http://example.org/named"]"#,
      with: ["--definitions", "FOLDER/definitions"]),
    "guide": Row(line: ["--guide", "us-core"], file: #""guide": ["us-core"]"#),
    "definitions": Row(line: ["--definitions", "FOLDER/definitions"], file: #""definitions": ["definitions"]"#),
    "terminology": Row(
      line: ["--terminology", "FOLDER/terminology"], file: #""terminology": ["terminology"]"#,
      with: ["--definitions", "FOLDER/definitions"]),
    "keys": Row(
      line: ["--keys", "FOLDER/keys"], file: #""keys": ["keys"]"#, input: "FOLDER/revoked.smart-health-card"),
    "must-support": Row(
      line: ["--must-support"], file: #""must-support": true"#, command: "summary", with: ["--guide", "us-core"]),
    "strict": Row(
      line: ["--strict"], file: #""strict": true"#, command: "path", input: "Patient.nothing FOLDER/data"),
    "source": Row(line: ["--source", "clinic"], file: #""source": "clinic""#, with: ["--format", "csv"]),
    "jobs": Row(line: ["--jobs", "1"], file: #""jobs": 1"#, with: ["--verbose"]),
    "fail-on": Row(line: ["--fail-on", "never"], file: #""fail-on": "never""#),
    "fail-on-unjudged": Row(
      line: ["--fail-on-unjudged"], file: #""fail-on-unjudged": true"#, with: ["--fail-on", "never"]),
    "allow-empty": Row(line: ["--allow-empty"], file: #""allow-empty": true"#, input: "FOLDER/empty"),
    "select": Row(line: ["--select", "code"], file: #""select": ["code"]"#),
    "ignore": Row(line: ["--ignore", "code,structure/*"], file: #""ignore": ["code", "structure/*"]"#),
    "severity": Row(line: ["--severity", "code=warning"], file: #""severity": {"code": "warning"}"#),
    "only-errors": Row(line: ["--only-errors"], file: #""only-errors": true"#),
    "exclude": Row(line: ["--exclude", "a.ndjson"], file: #""exclude": ["a.ndjson"]"#),
    "baseline": Row(line: ["--baseline", "FOLDER/known.json"], file: #""baseline": "known.json""#),
    "write-baseline": Row(line: ["--write-baseline", "FOLDER/written"], file: #""write-baseline": "written""#),
    "statistics": Row(line: ["--statistics"], file: #""statistics": true"#),
    "all": Row(line: ["--all"], file: #""all": true"#, with: ["--fhir-version", "dstu2"]),
    "max-issues": Row(line: ["--max-issues", "1"], file: #""max-issues": 1"#),
    "no-identity": Row(line: ["--no-identity"], file: #""no-identity": true"#),
    "memory": Row(line: ["--memory", "1K"], file: #""memory": "1K""#, isRejected: true),
    "max-pipe": Row(
      line: ["--max-pipe", "1M"], file: #""max-pipe": "1M""#, input: "-",
      piped: #"{"resourceType":"Patient","id":"a"}"# + String(repeating: " ", count: 1 << 20)),
    "columns": Row(line: ["--columns", "id,errors"], file: #""columns": "id,errors""#, command: "records"),
    "with-issues": Row(
      line: ["--with-issues"], file: #""with-issues": true"#, command: "records", with: ["--format", "jsonl"]),
    "harmless-cells": Row(line: ["--harmless-cells"], file: #""harmless-cells": true"#, command: "records"),
    "where": Row(line: ["--where", "id=b"], file: #""where": ["id=b"]"#, command: "records"),
    "row-per-component": Row(
      line: ["--row-per-component"], file: #""row-per-component": true"#, command: "records",
      input: "FOLDER/observation.json"),
    "digest-key": Row(
      line: ["--digest-key", String(repeating: "0f", count: 32)],
      file: #""digest-key": "\#(String(repeating: "0f", count: 32))""#, command: "records",
      with: ["--columns", "idDigest"]),
    "stdin-names": Row(
      line: ["--stdin-names"], file: #""stdin-names": true"#, input: "-",
      piped: "{\"file\":\"a.json\",\"bytes\":2}\n{}\n"),
    "each": Row(
      line: ["--each"], file: #""each": true"#, with: ["--stdin-names", "--format", "jsonl"], input: "-",
      piped: String(repeating: "{\"file\":\"a.json\",\"bytes\":2}\n{}\n", count: 2)),
    "quiet": Row(line: ["--quiet"], file: #""quiet": true"#),
    "verbose": Row(line: ["--verbose"], file: #""verbose": true"#),
    "no-progress": Row(line: ["--no-progress"], file: #""no-progress": true"#, isSlow: true),
    "color": Row(line: ["--color", "always"], file: #""color": "always""#),
  ]
  /// They choose the configuration or the action, and so stand on the command line only.
  private static let noSettings = [
    "watch": ["--watch"], "end-with-reader": ["--end-with-reader"],
    "config": ["--config", "FOLDER/other.json"], "no-config": ["--no-config"],
    "show-config": ["--show-config"], "version": ["--version"], "help": ["--help"],
  ]

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let patient =
      #"{"resourceType":"Patient","id":"=1","gender":"x","odd":1,"maritalStatus":{"coding":[{"#
      + #""system":"http://example.org/codes","code":"other"}]},"meta":{"profile":["http://example.org/claimed"]}}"#
    try folder.write([patient, patient, #"{"resourceType":"Patient"}"#].joined(separator: "\n"), to: "data/a.ndjson")
    try folder.write(#"{"resourceType":"Patient","id":"b"}"#, to: "data/b.json")
    try folder.write(#"{"resourceType":"Observation","component":[{}]}"#, to: "observation.json")
    try folder.write(#"{"format":"csv"}"#, to: "other.json")
    try folder.write("x", to: "data/.hidden")
    try FileManager.default.createDirectory(atPath: folder.path + "/empty", withIntermediateDirectories: true)
    for (name, element) in [
      (
        "claimed",
        #"{"path":"Patient.maritalStatus","binding":{"strength":"required","valueSet":"http://example.org/set"}}"#
      ),
      ("named", #"{"path":"Patient.name","min":1}"#),
    ] {
      try folder.write(
        """
        {"resourceType":"StructureDefinition","url":"http://example.org/\(name)","name":"\(name)","status":"active",
        "fhirVersion":"4.0.1","kind":"resource","abstract":false,"type":"Patient","derivation":"constraint",
        "baseDefinition":"http://hl7.org/fhir/StructureDefinition/Patient",
        "differential":{"element":[{"path":"Patient"},\(element)]}}
        """, to: "definitions/\(name).json")
    }
    try folder.write(
      """
      {"resourceType":"ValueSet","url":"http://example.org/set","status":"active","expansion":{"total":1,
      "timestamp":"2020-01-01T00:00:00Z","contains":[{"system":"http://example.org/codes","code":"one"}]}}
      """, to: "terminology/set.json")
    let samples = PackageRoot.url.appending(path: "Samples/health-cards").path
    try FileManager.default.copyItem(atPath: samples + "/keys", toPath: folder.path + "/keys")
    try FileManager.default.copyItem(
      atPath: samples + "/cards/revoked.smart-health-card", toPath: folder.path + "/revoked.smart-health-card")
    _ = CommandHarness().validate("--write-baseline", folder.path + "/known.json", folder.path + "/data/b.json")
    _ = CommandHarness().validate("--write-baseline", folder.path + "/known.json", folder.path + "/data")
  }

  @Test(arguments: CommandOption.all.map(\.name)) func theFileHasTheEffectOfTheCommandLine(_ option: String)
    throws
  {
    if let arguments = Self.noSettings[option] {
      let outcome = try run([option], Row(line: [], file: #""\#(option)": true"#), configured: true)
      #expect(outcome.exitCode == .failure && outcome.error.contains("unknown key '\(option)'"))
      let row = Row(line: arguments, file: #""quiet": true"#)
      let line = try run(row.line, row, configured: true)
      #expect(try line != run([], row, configured: true))
      try expectSameEffect(ofTheLetterOf: option, row, as: line, configured: true)
      return
    }
    let row = try #require(Self.rows[option], "there is no row for --\(option)")
    let without = try run([], row)
    let line = try run(row.line, row)
    let file = try run([], row, configured: true)
    #expect(line != without)
    try expectSameEffect(ofTheLetterOf: option, row, as: line)
    #expect(line.exitCode == file.exitCode)
    if row.isRejected {
      #expect(line.exitCode == .failure && file.error.hasPrefix("fhircheck: \(folder.path)/settings.json:1:2: "))
      #expect(file.error.hasSuffix(line.error.dropFirst("fhircheck: ".count)))
    } else {
      #expect(line == file)
    }
  }

  private func expectSameEffect(
    ofTheLetterOf option: String, _ row: Row, as line: Effect, configured: Bool = false
  ) throws {
    guard let letter = CommandOption.named(option)?.letter else { return }
    #expect(try run(["-\(letter)"] + row.line.dropFirst(), row, configured: configured) == line)
  }

  /// `--show-config` prints what was set, the same from the file as from the command line, and where.
  @Test(arguments: CommandOption.all.map(\.name).filter { noSettings[$0] == nil })
  func theSettingIsShownWithItsOrigin(_ option: String) throws {
    var row = try #require(Self.rows[option])
    // A value that is not rejected.
    (row.line, row.file) = (row.line.map { $0 == "1K" ? "64M" : $0 }, row.file.replacing("1K", with: "64M"))
    row.with += ["--show-config"]
    func shown(_ effect: Effect) -> [Substring]? {
      #expect(effect.exitCode == .success, "\(effect.error)")
      // Two spaces or more separate the name, the value and the origin.
      return effect.output.split(separator: "\n").first { $0.hasPrefix(option + " ") }?
        .split(separator: "  ").map { $0.drop { $0 == " " } }
    }
    let ordinary = shown(try run([], row))
    let line = shown(try run(row.line, row))
    let file = shown(try run([], row, configured: true))
    if option == "digest-key" { return #expect(line == nil && file == nil) }
    let value = try #require(line)[1]
    #expect(line?[2...] == ["command line"] && file == [option[...], value, "configuration, line 1"])
    #expect(ordinary == nil || ordinary?[2...] == ["default"] && ordinary?[1] != value)
  }

  @Test func namesAndLettersAreUnique() {
    #expect(Set(CommandOption.all.map(\.name)).count == CommandOption.all.count)
    let letters = CommandOption.all.compactMap(\.letter)
    #expect(Set(letters).count == letters.count)
    #expect(CommandOption.all.allSatisfy { !$0.commands.isEmpty })
  }

  private struct Effect: Equatable {
    var exitCode: ExitCode
    var output: String
    var error: String
    /// The content of the file that the option may name.
    var written: String?
  }

  private func run(_ options: [String], _ row: Row, configured: Bool = false) throws -> Effect {
    // The same file each time, because reports may name it.
    let settings = try folder.write(configured ? "{\(row.file)}" : "{}", to: "settings.json")
    let written = folder.path + "/written"
    try? FileManager.default.removeItem(atPath: written)
    let arguments =
      ([row.command, "--config", settings] + row.with + options + row.input.split(separator: " ").map(String.init))
      .map { $0.replacing("FOLDER", with: folder.path) }
    var harness = CommandHarness()
    harness.errorIsTerminal = row.isSlow
    let path = folder.path + "/data/late.json"
    try? FileManager.default.removeItem(atPath: path)
    // A file comes while a run waits, and then the run ends.
    harness.waitToLookAgain = {
      !FileManager.default.fileExists(atPath: path)
        && FileManager.default.createFile(atPath: path, contents: Data(#"{"resourceType":"Patient"}"#.utf8))
    }
    let pipe = Pipe()
    if let piped = row.piped {
      harness.input = pipe.fileHandleForReading.fileDescriptor
      Thread {
        try? pipe.fileHandleForWriting.write(contentsOf: Data(piped.utf8))
        try? pipe.fileHandleForWriting.close()
      }.start()
    }
    let outcome =
      row.isSlow ? harness.run(arguments, checker: SlowChecker()) : harness.validate(arguments)
    return Effect(
      exitCode: outcome.exitCode, output: outcome.output,
      error: outcome.error.replacing(/took [0-9.]+ s/, with: "took some time"),
      written: try? String(contentsOfFile: written, encoding: .utf8))
  }

  /// Takes longer for an input than a run without a progress line does.
  private struct SlowChecker: RecordChecker {
    var releases: [FHIRRelease] { [.dstu2] }

    func check(
      _ input: CheckedInput, hints: ReleaseHints, observer: RecordObserver, receive: ([Finding]) throws -> Void
    ) throws -> ValidationTally {
      usleep(400_000)
      return try MarkerChecker(release: .dstu2).check(input, hints: hints, observer: observer, receive: receive)
    }
  }
}

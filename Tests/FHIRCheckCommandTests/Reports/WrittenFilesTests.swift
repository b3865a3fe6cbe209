import FHIRCheckCommand
import FHIRTestSupport
import Foundation
import Testing

/// Nothing that a run reads is replaced by what it writes, and no two outputs share a file.
@Suite struct WrittenFilesTests {
  private let folder: TemporaryFolder
  private static let record = #"{"resourceType":"Patient","id":"a","gender":"x"}"#

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(Self.record, to: "in/a.json")
  }

  private func path(_ name: String) -> String { folder.path + "/" + name }

  /// Runs the command, which must refuse to write a file.
  private func expectRefusal(_ file: String, _ arguments: [String], _ reason: String) throws {
    let before = try Data(contentsOf: URL(fileURLWithPath: file))
    let outcome = CommandHarness().validate(arguments)
    #expect(outcome.exitCode == .failure && outcome.output.isEmpty, "\(arguments)")
    #expect(outcome.error.contains("a report would replace ") && outcome.error.contains(reason), "\(outcome.error)")
    #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == before)
    let names = try FileManager.default.contentsOfDirectory(atPath: (file as NSString).deletingLastPathComponent)
    #expect(!names.contains { $0.hasPrefix(".fhircheck.") && $0 != ".fhircheck.json" }, "\(names)")
  }

  @Test(arguments: [["check", "--output"], ["check", "--write-baseline"], ["records", "--output"]])
  func recordsAreNotReplaced(_ command: [String]) throws {
    let file = path("in/a.json")
    for input in [path("in"), file] { try expectRefusal(file, command + [file, input], "is in what is to be read") }
  }

  private static let contents: [(name: String, bytes: [UInt8])] = [
    ("export.xml", Array("<?xml version=\"1.0\"?><HealthData></HealthData>".utf8)),
    ("b.xml", Array(#"<Patient xmlns="http://hl7.org/fhir"/>"#.utf8)), ("b.json", Array(record.utf8)),
    (".b.json", Array(record.utf8)), (".old/b.json", Array(record.utf8)), ("left/out.json", Array(record.utf8)),
    ("b.zip", ZipWriter([ZipWriter.Entry("a.json", record)]).bytes), ("b.gz", Deflate.gzip(Array(record.utf8))),
    ("b.pdf", Array("%PDF-1.4".utf8)), ("b.html", Array("<!DOCTYPE html><title>A page</title>".utf8)),
    ("c.html", Array("<!DOCTYPE html><title>A review of fhircheck</title>".utf8)),
    ("c.xml", Array("<tests package=\"fhircheck\" />".utf8)),
    ("other.json", Array(#"{"name":"a"}"#.utf8)), (".fhircheck.json", Array("{}".utf8)),
  ]

  @Test(arguments: contents.map(\.name)) func noFileOfTheFolderIsReplaced(_ name: String) throws {
    let bytes = try #require(Self.contents.first { $0.name == name }).bytes
    let file = try folder.write(bytes, to: "in/" + name)
    let (symbolic, hard) = (path("symbolic"), path("hard"))
    try FileManager.default.createSymbolicLink(atPath: symbolic, withDestinationPath: file)
    try FileManager.default.linkItem(atPath: file, toPath: hard)
    let hides = name.hasPrefix(".old/")
    for output in [file, symbolic] + (hides ? [] : [hard]) {
      try expectRefusal(
        file, ["--no-config", "--exclude=left", "--output", output, path("in")], "is in what is to be read")
    }
  }

  /// Reports of earlier runs, empty files, and plain texts are replaced, and files elsewhere are.
  @Test(arguments: CommandHarness.formats)
  func aReportIsReplaced(_ format: String) throws {
    for name in ["report", ".report", "left/report"] {
      try folder.write("", to: "in/" + name)
      for options in [["--ignore=*"], [], ["--ignore=*"]] {
        let outcome = CommandHarness().validate(
          options + ["--exclude=left", "--format", format, "--output", path("in/" + name), path("in")])
        #expect(outcome.exitCode != .failure, "\(outcome.error)")
      }
    }
    try folder.write(Self.record, to: "elsewhere.json")
    #expect(CommandHarness().validate("--output", path("elsewhere.json"), path("in")).exitCode == .findings)
  }

  @Test func noSettingOfTheRunIsReplaced() throws {
    let configuration = try folder.write("{}", to: "settings.json")
    let baseline = path("known.json")
    #expect(CommandHarness().validate("--write-baseline", baseline, path("in")).exitCode == .success)
    let definition = try folder.write(
      #"{"resourceType":"ValueSet","url":"http://example.org/set","status":"active"}"#, to: "definitions/a.json")
    for option in ["--output", "--write-baseline"] {
      try expectRefusal(
        configuration, ["--config", configuration, option, configuration, path("in")], "is the configuration")
      try expectRefusal(baseline, ["--baseline", baseline, option, baseline, path("in")], "or the baseline")
      for (name, value) in [
        ("--definitions", "definitions"), ("--definitions", "definitions/a.json"), ("--terminology", "definitions"),
      ] {
        try expectRefusal(definition, [name, path(value), option, definition, path("in")], "is among the definitions")
      }
    }
  }

  @Test func filesOfAnAppAreNotReplaced() throws {
    let file = try folder.write("<plist version=\"1.0\"><dict/></plist>", to: "app/Info.plist")
    for input in [path("app"), file] {
      try expectRefusal(file, ["preflight", "--output", file, input], "is to be checked")
    }
    #expect(CommandHarness().validate("preflight", "--output", path("app/a.txt"), path("app")).exitCode != .failure)
  }

  @Test func twoOutputsAreTwoFiles() throws {
    let (one, link) = (path("one.json"), path("link.json"))
    for exists in [false, true] {
      if exists {
        try folder.write("", to: "one.json")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: one)
      }
      for other in [one, path("in/../one.json"), path("./one.json")] + (exists ? [link] : []) {
        for arguments in [
          ["--output", one, "--write-baseline", other], ["--output=" + one, "--format=csv", "--output=" + other],
        ] {
          let outcome = CommandHarness().validate(["--format=json"] + arguments + [path("in")])
          #expect(outcome.exitCode == .failure)
          #expect(outcome.error.contains("is to hold one report, not two"), "\(outcome.error)")
        }
      }
    }
    let both = CommandHarness().validate("--output", one, "--write-baseline", path("two.json"), path("in"))
    #expect(both.exitCode == .success, "\(both.error)")
  }

  /// A process that is ended at once leaves nothing beside its reports, whichever signal ends it. Of the signals, only this
  /// one is never blocked in a process that a test starts.
  @Test func anEndedRunLeavesNothingBehind() throws {
    try FileManager.default.createDirectory(atPath: path("out"), withIntermediateDirectories: true)
    #expect(mkfifo(path("pipe"), 0o600) == 0)
    // More than a pipe holds: the run waits for a reader of its second report while the first one is not complete.
    try folder.write(String(repeating: Self.record + "\n", count: 2_000), to: "in/b.ndjson")
    let process = try BuiltTool.start([
      "--no-config", "--no-identity", "--format=json", "--output", path("out/r.json"), "--format=jsonl", "--output",
      path("pipe"), path("in"),
    ])
    let reader = open(path("pipe"), O_RDONLY)
    kill(process.processIdentifier, SIGKILL)
    close(reader)
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal && process.terminationStatus == SIGKILL)
    #expect(try FileManager.default.contentsOfDirectory(atPath: path("out")).isEmpty)
  }
}

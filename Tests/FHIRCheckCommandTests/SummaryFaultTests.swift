import FHIRCheckCommand
import FHIRTestSupport
import Foundation
import Testing

/// Commands that list no findings name the files that are cut or damaged, with the exit code of a check.
@Suite struct SummaryFaultTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private typealias Entry = ZipWriter.Entry

  private static let record = #"{"resourceType":"Patient","id":"a"}"#

  private static let archives: [(bytes: [UInt8], name: String, rule: String)] = {
    let whole = ZipWriter((0..<9).map { Entry("\($0).json", #"{"resourceType":"Patient","id":"\#($0)"}"#) }).bytes
    var damaged = Entry("x.json", record)
    damaged.checksum ^= 1
    let gzip = Deflate.gzip(Array(record.utf8))
    return [
      (Array(whole.prefix(whole.count / 2)), "a.zip", "source/truncated"),
      (ZipWriter([Entry("good.json", record), damaged]).bytes, "b.zip", "source/wrong-checksum"),
      (Array(gzip.dropLast(4)), "c.json.gz", "source/truncated"), (gzip + [1], "d.json.gz", "source/trailing-data"),
      (ZipWriter([Entry("good.json", record), Entry("../x.json", record)]).bytes, "e.zip", "source/unsafe-path"),
    ]
  }()

  @Test(arguments: archives.indices) func faultsAreNamed(_ number: Int) throws {
    let (bytes, name, rule) = Self.archives[number]
    let path = try folder.write(bytes, to: name)
    for option in ["--jobs=1", "--fail-on-unjudged"] {
      let check = CommandHarness().validate("--format=jsonl", "--no-identity", "--ignore=json", option, path)
      #expect(check.output.contains(rule))
      let summary = CommandHarness().validate("summary", option, path)
      #expect(summary.exitCode == check.exitCode)
      #expect(summary.output.contains("\nFaults of files\n  \(path)") && summary.output.contains("(\(rule))\n"))
      #expect(summary.output.contains(" \(rule) 1\n") || summary.output.contains(" \(rule) 2\n"))
      let json = CommandHarness().validate("summary", "--format=json", option, path)
      #expect(
        json.output.contains("\"faults\":[{\"file\":\"\(path)") && json.output.contains("\"rule\":\"\(rule)\""))
    }
    let records = CommandHarness().validate("records", "--columns=id", path)
    #expect(records.error.contains("fhircheck: \(path)") && records.error.contains("(\(rule))\n"))
    #expect(records.exitCode == .findings)
  }

  /// A fault that repeats has three places and a number; a cut archive, which explains others, stands first.
  @Test func whatRepeatsIsNamedThreeTimes() throws {
    let stubs = (0..<5).map {
      #"<ClinicalRecord type="Patient" identifier="\#($0)" sourceName="A" sourceURL="https://a.example/\#($0)" fhirVersion="4.0.1" receivedDate="2023-01-01 00:00:00 +0000" resourceFilePath="/clinical-records/\#($0).json"/>"#
    }
    let list = "<?xml version=\"1.0\"?>\n<HealthData locale=\"en_US\">\n\(stubs.joined(separator: "\n"))\n</HealthData>"
    let whole = ZipWriter(
      [Entry("apple_health_export/export.xml", list)]
        + (0..<9).map { Entry("apple_health_export/clinical-records/x\($0).json", Self.record) }
    ).bytes
    let path = try folder.write(Array(whole.dropLast(whole.count / 4)), to: "a.zip")
    let summary = CommandHarness().validate("summary", path).output
    let faults =
      summary.components(separatedBy: "\nFaults of files\n").last?.components(separatedBy: "\n\n").first ?? ""
    let lines = faults.split(separator: "\n")
    #expect(faults.firstMatch(of: /\(source[^)]*\)/)?.output == "(source/truncated)", "\(summary)")
    #expect(
      lines.count { $0.hasSuffix("(source/missing-file)") } == 3 && lines.contains("  2 more of source/missing-file"))
    let page = CommandHarness().validate("summary", "--format", "html", path).output
    #expect(
      page.contains(
        "<strong>Attention:</strong><ul><li><a href=\"#problems-0\">1 file is damaged or cut off</a> (file a.zip"))
  }

  @Test func soundFilesHaveNoFaults() throws {
    let path = try folder.write(ZipWriter([Entry("x/", ""), Entry("x/a.json", Self.record)]).bytes, to: "a.zip")
    let summary = CommandHarness().validate("summary", "--fail-on-unjudged", path)
    #expect(summary.exitCode == .success && !summary.output.contains("fault"))
    #expect(CommandHarness().validate("records", path).error == "")
  }

  /// A text that is cut, is no JSON, or stands among good lines.
  @Test(arguments: [
    (#"{"resourceType":"Patient","id":"a""#, "a.json"), ("hello", "x.json"),
    ("\(record)\n{\"resourceType\":\n\(record)\n", "a.ndjson"),
  ])
  func textsThatAreNotJSONAreFaults(text: String, name: String) throws {
    let path = try folder.write(text, to: name)
    for command in [["--no-identity"], ["summary"], ["records"]] {
      #expect(CommandHarness().validate(command + [path]).exitCode == .findings)
    }
    let summary = CommandHarness().validate("summary", path).output
    #expect(summary.contains("\nFaults of files\n  \(path)") && summary.contains("(json/"), "\(summary)")
    let json = CommandHarness().validate("summary", "--format=json", path).output
    #expect(json.contains("\"faults\":[{\"file\":\"\(path)\",\"severity\":\"fatal\",\"rule\":\"json/"), "\(json)")
  }

  @Test func pathsThatCannotBeReadAreNamed() throws {
    let path = folder.path + "/missing.json"
    let summary = CommandHarness().validate("summary", path)
    #expect(summary.output.contains("\nNot read\n  \(path)") && summary.exitCode == .failure, "\(summary.output)")
    let json = CommandHarness().validate("summary", "--format=json", path).output
    #expect(json.contains("\"unreadable\":[{\"path\":\"\(path)\""), "\(json)")
    #expect(!CommandHarness().validate("summary", "--format=json", "--redact", path).output.contains("missing"))
  }

  /// What stands in the place of records is counted, and then nothing was judged; a check has errors.
  @Test(arguments: [
    (#"{"resourceType":"Foo","id":"a"}"#, "1 record of an unknown type"),
    (#"{"a":1}"#, "1 object without a resource type"), ("[1,2]", "2 values that are no objects"),
  ])
  func aSummaryWithoutARecordFails(text: String, reason: String) throws {
    let path = try folder.write(text, to: "a.json")
    let summary = CommandHarness().validate("summary", path)
    #expect(summary.exitCode == .failure && summary.output.contains("\nNot judged\n"))
    #expect(summary.error == "fhircheck: nothing was judged: \(reason); --allow-empty accepts that\n")
    #expect(CommandHarness().validate("summary", "--allow-empty", path).exitCode == .success)
    #expect(CommandHarness().validate(path).exitCode == .findings)
    try folder.write(Self.record, to: "b.json")
    #expect(CommandHarness().validate("summary", folder.path).exitCode == .success)
  }

  /// Findings in records do not change the exit code of a summary.
  @Test func faultsOfRecordsAreNotFaultsOfFiles() throws {
    let path = try folder.write(#"{"resourceType":"Patient","id":"a","x":1}"#, to: "a.json")
    let summary = CommandHarness().validate("summary", path)
    #expect(summary.exitCode == .success && !summary.output.contains("fault"))
    #expect(CommandHarness().validate("records", path).exitCode == .success)
  }
}

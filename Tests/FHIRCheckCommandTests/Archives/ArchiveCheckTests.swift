import FHIRCheckCommand
import Foundation
import FHIRTestSupport
import Testing

/// Reads archives and compressed files with the command.
@Suite struct ArchiveCheckTests {
  private typealias Entry = ZipWriter.Entry

  private let folder: TemporaryFolder
  private let harness = CommandHarness()

  init() throws { folder = try TemporaryFolder() }

  /// A fault on line 2, column 23.
  private static let faulty = #"{ "resourceType":"Patient","id":"f","# + "\n\"active\": true,     \"nick\": \"x\"}"
  private static let good = #"{"resourceType":"Patient","id":"g"}"#

  private static let bundle =
    #"{"resourceType":"Bundle","type":"collection","entry":[{"fullUrl":"urn:oid:1.2","resource":"# + "\n\(faulty)}]}"

  private static let files = [
    ("a.json", faulty), ("records/all.ndjson", good + "\n" + faulty.replacing("\n", with: " ") + "\n"),
    ("records/array", "[\(good),\n\(faulty)]"), ("notes.txt", "no record"), ("broken.json", "nothing"),
    ("bundle.json", bundle),
    ("records.json", good),
  ]

  /// The places of these files in a folder; an archive of them has the same.
  private static let expected = [
    "a.json:2:21 structure/unknown-element", "broken.json:1:1 json/invalid-literal",
    "bundle.json:3:21 structure/unknown-element", "records/all.ndjson:2:58 structure/unknown-element",
    "records/array:3:21 structure/unknown-element",
    "bundle.json:2:1 identity/duplicate-record", "records/all.ndjson:2:1 identity/duplicate-record",
    "records/array:1:2 identity/duplicate-record", "records/array:2:1 identity/duplicate-record",
    "records.json:1:1 identity/duplicate-record",
  ]

  private func run(_ arguments: String...) -> CommandHarness.Outcome {
    harness.validate(["--fhir-version=dstu2", "--format=jsonl"] + arguments)
  }

  @Test(arguments: [false, true]) func anArchiveHasTheFindingsOfItsFolder(_ isStored: Bool) throws {
    for (name, text) in Self.files { try folder.write(text, to: "folder/" + name) }
    let entries = Self.files.map { Entry($0.0, $0.1, stored: isStored) }
    let archive = try folder.write(ZipWriter(entries).bytes, to: "archive.zip")
    let fromFolder = run(folder.path + "/folder")
    let fromArchive = run(archive)
    let places = try fromFolder.places(below: folder)
    #expect(places == Self.expected.map { "folder/" + $0 })
    #expect(fromArchive.output == fromFolder.output.replacing("/folder/", with: "/archive.zip/"))
    #expect(fromArchive.exitCode == .findings && fromArchive.error == "")
    #expect(fromArchive.output.contains(#""files":6,"#) && fromArchive.output.contains(#""filesSkipped":1,"#))
  }

  @Test func theContentDecidesTheKindOfAFile() throws {
    try folder.write(ZipWriter([Entry("x", Self.faulty)]).bytes, to: "in/archive.json")
    try folder.write(Deflate.gzip(Array(Self.faulty.utf8)), to: "in/packed.ndjson")
    try folder.write(Deflate.gzip(Array("text".utf8)), to: "in/text")
    try folder.write("PK\u{3}", to: "in/short.txt")
    let outcome = run(folder.path, "--no-identity")
    #expect(
      try outcome.places(below: folder) == [
        "in/archive.json/x:2:21 structure/unknown-element", "in/packed.ndjson:2:21 structure/unknown-element",
      ])
    #expect(outcome.output.contains(#""files":2,"#) && outcome.output.contains(#""filesSkipped":2,"#))
    // A file named by the caller is read, whatever its kind.
    #expect(try run(folder.path + "/in/text").places(below: folder) == ["in/text:1:1 json/invalid-literal"])
  }

  @Test func linesAreThoseOfTheInflatedText() throws {
    let line = Self.faulty.replacing("\n", with: "")
    let path = try folder.write(Deflate.gzip(Array((Self.good + "\n\n" + line).utf8)), to: "x.ndjson.gz")
    let lines = harness.validate("--fhir-version=dstu2", "--no-identity", path).output.split(separator: "\n").map(
      String.init)
    #expect(lines[0] == path)
    #expect(lines[1].hasPrefix("  3:57 error: "))
    #expect(lines.contains("    3 | " + line))
  }

  /// Larger than an input that is read whole, so that it is inflated piece by piece, twice.
  @Test func largeFilesAreStreamed() throws {
    let content = (0..<4000).map { "\(1_000 + $0 * $0 % 9_000)" }.joined()
    var text = Self.good + "\n"
    var count = 1
    while text.utf8.count < 8 << 20 {
      text += #"{"resourceType":"Binary","id":"\#(count)","contentType":"text/plain","content":"\#(content)"}"# + "\n"
      count += 1
    }
    text += Self.faulty.replacing("\n", with: " ") + "\n" + Self.good + "\n"
    let bytes = Array(text.utf8)
    try folder.write(ZipWriter([Entry(Array("inner.ndjson".utf8), bytes)]).bytes, to: "archive.zip")
    try folder.write(Deflate.gzip(bytes), to: "packed.ndjson.gz")
    try folder.write(bytes, to: "plain.ndjson")
    let issues = try run("--jobs=2", folder.path).issues(below: folder)
    let files = ["archive.zip/inner.ndjson", "packed.ndjson.gz", "plain.ndjson"]
    let faults = issues.filter { $0.rule == "structure/unknown-element" }
    #expect(faults.map(\.file) == files)
    #expect(faults.map(\.line) == [count + 1, count + 1, count + 1])
    // The last record of each file duplicates one before it, and all records of the later files are in the first one.
    let copies = issues.filter { $0.rule == "identity/duplicate-record" }
    #expect(copies.count == 1 + 2 * (count + 2))
    #expect(copies[0].file == files[0] && copies[0].line == count + 2)
    #expect(copies.allSatisfy { $0.message.contains("archive.zip/inner.ndjson:") })
    #expect(issues.allSatisfy { !$0.rule.hasPrefix("source/") && !$0.rule.hasPrefix("limit/") })
  }

  @Test func anArchiveComesThroughAPipeToo() throws {
    let entries = Self.files.map { Entry($0.0, $0.1) }
    for (bytes, prefix) in [
      (ZipWriter(entries).bytes, "-/a.json"), (Deflate.gzip(Array(Self.faulty.utf8)), "-"),
    ] {
      let pipe = Pipe()
      try pipe.fileHandleForWriting.write(contentsOf: Data(bytes))
      try pipe.fileHandleForWriting.close()
      var harness = harness
      harness.input = pipe.fileHandleForReading.fileDescriptor
      let outcome = harness.validate("--fhir-version=dstu2", "--format=jsonl", "-")
      #expect(try outcome.places(below: folder).first == "\(prefix):2:21 structure/unknown-element")
    }
  }

  @Test func anArchiveNamedTwiceIsNotACopy() throws {
    let archive = try folder.write(ZipWriter([Entry("a.json", Self.good)]).bytes, to: "a.zip")
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/b.zip", withDestinationPath: "a.zip")
    #expect(try run(archive, folder.path).places(below: folder) == [])
    try folder.write(ZipWriter([Entry("a.json", Self.good)]).bytes, to: "c.zip")
    #expect(try run(folder.path).places(below: folder) == ["c.zip/a.json:1:1 identity/duplicate-record"])
  }

  @Test func theSourceIsReported() throws {
    let archive = try folder.write(ZipWriter([Entry("a.json", Self.faulty)]).bytes, to: "a.zip")
    #expect(run("--source=Clinic", archive).output.contains(#""source":"Clinic""#))
    #expect(harness.validate("summary", "--source=Clinic", archive).output.contains("  1  Clinic"))
  }

  /// More archives than are kept open, each with records that also occur elsewhere.
  @Test(arguments: ["text", "jsonl"]) func outputDoesNotDependOnTheNumberOfJobs(_ format: String) throws {
    for archive in 0..<90 {
      let entries = (0..<5).map { file in
        let id = (archive * 7 + file * 3) % 100
        return Entry("f/\(file).ndjson", #"{"resourceType":"Patient","id":"\#(id)","nick":\#(file)}"#)
      }
      try folder.write(ZipWriter(entries).bytes, to: "\(archive % 5)/\(archive).zip")
    }
    try folder.write(Deflate.gzip(Array(Self.good.utf8)), to: "3/x.gz")
    let one = harness.validate("--format", format, "--jobs=1", folder.path)
    #expect(one.output.contains("identity/conflicting-record"))
    #expect(one.error == "")
    for jobs in [2, 8] {
      let many = harness.validate("--format", format, "--jobs=\(jobs)", folder.path)
      #expect(many.output == one.output)
    }
  }

  @Test func aSummaryCountsWhatIsInside() throws {
    var entries = Self.files.map { Entry($0.0, $0.1) } + [Entry("../b.json", Self.good), Entry(".DS_Store", "x")]
    entries.append(Entry(Array("inner.zip".utf8), ZipWriter([Entry("a.json", Self.good)]).bytes))
    let archive = try folder.write(ZipWriter(entries).bytes, to: "a.zip")
    let outcome = harness.validate("summary", "--format=json", archive)
    // Six files of records or faults, and the nested archive; not the archive itself, which has findings.
    #expect(outcome.output.contains(#""files":{"found":10,"notOpened":1,"read":7,"skipped":2,"unreadable":0}"#))
    #expect(outcome.output.contains(#""notJudged":{"not-json":1,"not-opened":2}"#))
    #expect(outcome.output.contains(#""records":7,"#))
  }
}

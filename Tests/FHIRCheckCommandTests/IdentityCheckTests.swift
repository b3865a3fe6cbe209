import FHIRCheckCommand
import Foundation
import FHIRTestSupport
import Testing

/// Reports records that occur twice in a run.
@Suite struct IdentityCheckTests {
  private let folder: TemporaryFolder
  private let harness = CommandHarness()

  init() throws {
    folder = try TemporaryFolder()
  }

  static let a = #"{"resourceType":"Patient","id":"a","gender":"female"}"#
  static let aOther = #"{"resourceType":"Patient","id":"a","gender":"male"}"#
  static let b = #"{"resourceType":"Patient","id":"b"}"#

  static let mayBeOfTwoServers =
    "; neither record has a version or a known source, so they may be of two servers"

  /// If the source is known, or the versions are the same, one of the two is wrong.
  @Test func aConflictIsAnErrorWhereSourceOrVersionIsKnown() throws {
    try folder.write(Self.a, to: "a.json")
    try folder.write(Self.aOther, to: "b.json")
    #expect(harness.validate(folder.path).exitCode == .success)
    #expect(harness.validate("--fail-on=warning", folder.path).exitCode == .findings)
    let known = harness.validate("--format=jsonl", "--source=St. Anna", folder.path)
    #expect(
      try issues(known) == [
        "b.json:1 conflicting-record expected one content for one version of a record, found other content than in "
          + "a.json:1"
      ])
    #expect(known.exitCode == .findings)
    for name in ["a", "b"] {
      let gender = name == "a" ? "male" : "female"
      try folder.write(
        #"{"resourceType":"Patient","id":"a","meta":{"versionId":"1"},"gender":"\#(gender)"}"#, to: name + ".json")
    }
    #expect(harness.validate(folder.path).exitCode == .findings)
    let summary = harness.validate("summary", "--format=json", folder.path).output
    #expect(summary.contains(#""duplicates":{"conflicting-record":1}"#))
  }

  /// A history may say of the versions only in its responses, or nowhere.
  @Test(arguments: [
    ("W/\"1\"", "W/\"2\"", "newer-version"), ("W/\"1\"", "W/\"1\"", "conflicting-record"),
    ("", "", "newer-version"), ("", "W/\"1\"", "newer-version"),
  ])
  func aResponseNamesTheVersion(one: String, other: String, rule: String) throws {
    func entry(_ gender: String, _ etag: String) throws -> String {
      let tag = String(decoding: try JSONEncoder().encode(etag), as: UTF8.self)
      return """
        {"fullUrl":"http://a.org/Patient/1","resource":{"resourceType":"Patient","id":"1","gender":"\(gender)"},
        "request":{"method":"PUT","url":"Patient/1"},
        "response":{"status":"200"\(etag.isEmpty ? "" : ",\"etag\":" + tag)}}
        """
    }
    let entries = try [entry("male", one), entry("female", other)].joined(separator: ",")
    let history = #"{"resourceType":"Bundle","type":"history","entry":[\#(entries)]}"#
    try folder.write(history, to: "a.json")
    let found = try issues(harness.validate("--format=jsonl", folder.path))
    #expect(found.map { $0.split(separator: " ")[1] } == [rule[...]])
    try folder.write(history, to: "b.json")
    let again = try issues(harness.validate("--format=jsonl", folder.path))
    #expect(again.contains { $0.hasPrefix("b.json") && $0.split(separator: " ")[1] == "duplicate-record" })
  }

  /// A copy that says that it lacks elements does not conflict with the record.
  @Test func aMarkedPartOfARecordIsNotCompared() throws {
    try folder.write(#"{"resourceType":"Patient","id":"a","meta":{"versionId":"1"},"active":true}"#, to: "a.json")
    for (code, count) in [("SUBSETTED", 0), ("x", 1)] {
      let tag = #"{"system":"http://terminology.hl7.org/CodeSystem/v3-ObservationValue","code":"\#(code)"}"#
      try folder.write(
        #"{"resourceType":"Patient","id":"a","meta":{"versionId":"1","tag":[\#(tag)]}}"#, to: "b.json")
      #expect(try issues(harness.validate("--format=jsonl", folder.path)).count == count)
      #expect(harness.validate("records", "--columns=identity", folder.path).output.contains("subset") == (count == 0))
    }
  }

  /// If contents were compared, each of the compressed files would be inflated again for each of its records.
  @Test func copiesInCompressedFilesAreFoundInOnePassOverEach() throws {
    let lines = (0..<500).map { number in
      #"{"resourceType":"Patient","id":"p\#(number)","address":[{"text":"\#(String(repeating: "\(number * 7919) ", count: 50))"}]}"#
    }
    let packed = Deflate.gzip(Array(lines.joined(separator: "\n").utf8))
    for file in 10..<22 { try folder.write(packed, to: "\(file).ndjson.gz") }
    let one = harness.validate("--format=jsonl", "--jobs=1", folder.path)
    let found = try issues(one)
    #expect(found.count == 5_500)
    #expect(
      found.last
        == "21.ndjson.gz:500 duplicate-record expected each record once, found the same content as in "
        + "10.ndjson.gz:500")
    #expect(one.output.contains(#""id":"p499""#))
    #expect(harness.validate("--format=jsonl", "--jobs=2", folder.path).output == one.output)
  }

  /// The identity issues as `file:line rule message`, without the folder.
  private func issues(_ outcome: CommandHarness.Outcome) throws -> [String] {
    try outcome.output.split(separator: "\n").compactMap { line in
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      guard let rule = object?["rule"] as? String, rule.hasPrefix("identity/") else { return nil }
      let text = "\(object?["file"] ?? ""):\(object?["line"] ?? "") \(rule.dropFirst(9)) \(object?["message"] ?? "")"
      return text.replacing(folder.path + "/", with: "")
    }
  }

  @Test func theOtherPlaceIsNamed() throws {
    let one = try folder.write(Self.b + "\n" + Self.a + "\n", to: "a.ndjson")
    let other = try folder.write(
      "{\"resourceType\":\"Bundle\",\"type\":\"collection\",\"entry\":[\n"
        + "  {\"fullUrl\":\"urn:uuid:0f3d5a52-8f0a-4f3b-9d8e-52b7c3f7e6a1\",\"resource\":\(Self.a)},\n"
        + "  {\"fullUrl\":\"urn:uuid:0f3d5a52-8f0a-4f3b-9d8e-52b7c3f7e6a2\",\"resource\":\(Self.aOther)}]}",
      to: "b.json")
    let outcome = harness.validate("--format=jsonl", one, other)
    #expect(
      try issues(outcome) == [
        "b.json:2 duplicate-record expected each record once, found the same content as in a.ndjson:2",
        "b.json:3 conflicting-record expected one content for one id, found other content than in a.ndjson:2"
          + Self.mayBeOfTwoServers,
      ])
    #expect(outcome.exitCode == .success)
    #expect(outcome.output.contains("\"error\":0,\"warning\":2,"))
    // Within a line, the column shows the place.
    #expect(
      try issues(harness.validate("--format=jsonl", other, one)) == [
        "b.json:3 conflicting-record expected one content for one id, found other content than in b.json:2:73"
          + Self.mayBeOfTwoServers,
        "a.ndjson:2 duplicate-record expected each record once, found the same content as in b.json:2:73",
      ])
  }

  @Test func issuesOfTheRunComeAfterThoseOfTheFiles() throws {
    try folder.write(Self.a, to: "a.json")
    try folder.write(Self.a, to: "b.json")
    try folder.write(#"{"resourceType":"Patient","id":"c","nick":"x"}"#, to: "c.json")
    let outcome = harness.validate("--fhir-version=dstu2", folder.path)
    // Where a line is broken depends on the name of the folder.
    let output = outcome.output.replacing(folder.path + "/", with: "")
      .replacing(/\s+(?=[a-z]+\/[a-z-]+\n)/, with: "  ").replacing(/\n {6}(?=[a-z])/, with: " ")
    #expect(
      output == """
        c.json
          1:36 error: \(message(in: output))  structure/unknown-element
            1 | {"resourceType":"Patient","id":"c","nick":"x"}
              |                                    ^^^^^^ Patient.nick in Patient/c

        b.json
          1:1 warning: expected each record once, found the same content as in a.json:1  identity/duplicate-record
            1 | \(Self.a)
              | ^ Patient in Patient/a

        Not valid: 1 error, 1 warning in 2 files; 3 of 3 records in 3 of 3 files judged
          by DSTU2.
          Patient 3
        Next: 'fhircheck explain structure/unknown-element' says what the rule checks;
          '--ignore structure/unknown-element' leaves its findings out.

        """)
  }

  /// The wording of the validator's own message is tested elsewhere.
  private func message(in output: String) -> Substring {
    guard let start = output.range(of: "error: "), let end = output.range(of: "  structure/") else { return "" }
    return output[start.upperBound..<end.lowerBound]
  }

  @Test func itCanBeSwitchedOff() throws {
    let path = try folder.write(Self.a + "\n" + Self.a, to: "a.ndjson")
    #expect(try issues(harness.validate("--format=jsonl", path)).count == 1)
    #expect(try issues(harness.validate("--format=jsonl", "--no-identity", path)).isEmpty)
  }

  @Test func issuesCountForTheLimitAndTheThreshold() throws {
    let path = try folder.write(String(repeating: Self.a + "\n", count: 10), to: "a.ndjson")
    let outcome = harness.validate(
      "--fhir-version=dstu2", "--format=jsonl", "--max-issues=3", "--fail-on=warning", path)
    #expect(try issues(outcome).map { $0.prefix(10) } == ["a.ndjson:2", "a.ndjson:3", "a.ndjson:4"])
    #expect(outcome.output.contains("\"warning\":9,"))
    #expect(outcome.output.contains("\"issuesNotListed\":6,"))
    #expect(outcome.exitCode == .findings)
    let quiet = harness.validate("--fhir-version=dstu2", "--quiet", path)
    #expect(
      quiet.output.hasPrefix(
        "Valid, with remarks: 9 warnings in 1 file; 10 of 10 records in 1 of 1 file\n  judged by DSTU2.\n"))
    #expect(quiet.exitCode == .success)
  }

  @Test func aPageKeepsToTheLimitOverAllFiles() throws {
    for name in ["a", "b", "c"] { try folder.write(Self.a + "\n" + Self.a, to: "\(name).ndjson") }
    let page = harness.validate("--format=html", "--max-issues=3", folder.path).output
    #expect(try PageList(page).findings.count == 3)
  }

  @Test func aFileNamedTwiceIsNotACopy() throws {
    let path = try folder.write(Self.a, to: "a.json")
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/b.json", withDestinationPath: "a.json")
    #expect(try issues(harness.validate("--format=jsonl", path, folder.path)).isEmpty)
    try folder.write(Self.a, to: "copy.json")
    #expect(try issues(harness.validate("--format=jsonl", folder.path)).count == 1)
  }

  @Test(arguments: [10, 300_000])
  func standardInputIsComparedToo(count: Int) throws {
    let filler = String(repeating: "{\"resourceType\":\"Bundle\",\"type\":\"batch\"}\n", count: count)
    let text = Self.a + "\n" + filler + Self.a + "\n"
    let pipe = Pipe()
    let thread = Thread {
      try? pipe.fileHandleForWriting.write(contentsOf: Data(text.utf8))
      try? pipe.fileHandleForWriting.close()
    }
    thread.start()
    var harness = harness
    harness.input = pipe.fileHandleForReading.fileDescriptor
    #expect(
      try issues(harness.validate("--format=jsonl", "-")) == [
        "-:\(count + 2) duplicate-record expected each record once, found the same content as in standard input:1"
      ])
  }

  /// Entries come before the end of the document shows that it is not a Bundle.
  @Test func entriesOutsideABundleAreNotRecords() throws {
    let one = try folder.write(Self.a, to: "a.json")
    let other = try folder.write("{\"entry\":[{\"resource\":\(Self.a)}],\"resourceType\":\"Foo\"}", to: "b.json")
    #expect(try issues(harness.validate("--format=jsonl", one, other)).isEmpty)
  }

  /// The same pass counts clinical types and compares records.
  @Test(arguments: ["--jobs=1", "--jobs=2"])
  func recordsAreComparedAndClassified(jobs: String) throws {
    let record = #"{"resourceType":"Condition","id":"a"}"#
    let one = try folder.write(record, to: "a.json")
    // Only the end shows that this is not a Bundle, so it is read twice.
    let other = try folder.write("{\"entry\":[{\"resource\":\(record)}],\"resourceType\":\"List\"}", to: "b.json")
    let copy = try folder.write(record, to: "c.json")
    let outcome = harness.validate("--format=jsonl", jobs, one, other, copy)
    #expect(
      try issues(outcome).map { $0.prefix { $0 != "," } } == [
        "b.json:1 missing-id expected an id",
        "c.json:1 duplicate-record expected each record once",
      ])
    #expect(outcome.output.contains(#""clinicalTypes":{"HKClinicalTypeIdentifierConditionRecord":2},"#))
  }

  /// Records of R4 are compared; `meta.source` names their source, up to its `#`.
  @Test func recordsOfR4AreComparedBySource() throws {
    let record = { (source: String, type: String) in
      #"{"resourceType":"\#(type)","id":"1","meta":{"source":"\#(source)"}}"# + "\n"
    }
    let found = { (lines: String) in
      let path = try folder.write(lines, to: "a.ndjson")
      let output = harness.validate("--format=jsonl", path).output
      return ["duplicate-record", "conflicting-record"].filter { output.contains("identity/" + $0) }
    }
    #expect(try found(record("http://a", "MedicationRequest") + record("http://b", "MedicationRequest")) == [])
    #expect(
      try found(record("http://a", "MedicationRequest") + record("http://a", "MedicationRequest"))
        == ["duplicate-record"])
    #expect(
      try found(record("http://a#1", "MedicationRequest") + record("http://a#2", "MedicationRequest"))
        == ["conflicting-record"])
    // In DSTU2 that is neither an element nor a source.
    #expect(
      try found(record("http://a", "MedicationOrder") + record("http://b", "MedicationOrder")) == ["conflicting-record"]
    )
  }

  @Test func theSummaryComparesToo() throws {
    let path = try folder.write(Self.a + "\n" + Self.a, to: "a.ndjson")
    let outcome = harness.validate("summary", path)
    #expect(outcome.exitCode == .success)
    #expect(outcome.output.hasPrefix("2 records in 1 file\n"))
    #expect(outcome.output.contains("\nDuplicates\n  1  copy of another record\n"))
    #expect(!harness.validate("summary", "--no-identity", path).output.contains("Duplicates"))
  }

  /// The most frequent thousand are listed, those of equal counts in the order of their bytes.
  @Test func theSummaryListsAThousandSources() throws {
    let lines = (0..<1_500).flatMap { number in
      let record =
        #"{"resourceType":"MedicationRequest","id":"\#(number)","meta":{"source":"http://a/\#(number + 10_000)"}}"#
      return Array(repeating: record, count: number % 3 == 0 ? 2 : 1)
    }
    let path = try folder.write(lines.joined(separator: "\n"), to: "a.ndjson")
    for jobs in ["--jobs=1", "--jobs=2"] {
      let json = harness.validate("summary", jobs, "--format=json", path).output
      #expect(json.contains(#""http://a/10000":2,"http://a/10001":1,"#))
      #expect(json.contains(#""http://a/11497":2,"other sources":500}"#))
      let text = harness.validate("summary", jobs, path).output
      #expect(text.contains("  500  other sources\n"))
    }
  }

  /// Two names that are canonically equivalent in Unicode are different names.
  @Test func sourcesAreComparedByTheirBytes() throws {
    let path = try folder.write(
      ["\u{E9}", "e\u{301}"].map {
        #"{"resourceType":"MedicationRequest","id":"1","meta":{"source":"http://\#($0)"}}"#
      }.joined(separator: "\n"), to: "a.ndjson")
    let json = harness.validate("summary", "--format=json", path).output
    #expect(json.contains("\"sources\":{\"http://e\u{301}\":1,\"http://\u{E9}\":1}"))
  }

  @Test func outputDoesNotDependOnJobsOrMemory() throws {
    let reports = try TemporaryFolder()
    /// The reports of one run in three formats, and its exit code.
    func run(_ options: String...) throws -> (texts: [String], exitCode: ExitCode) {
      let files = ["text", "json", "jsonl"].map { (format: $0, path: reports.path + "/" + $0) }
      let outcome = harness.validate(
        files.flatMap { ["--format", $0.format, "--output", $0.path] } + options + [folder.path])
      return (try files.map { try String(contentsOfFile: $0.path, encoding: .utf8) }, outcome.exitCode)
    }
    for file in 0..<40 {
      let lines = (0..<500).map { number in
        let id = ["a", "A", "b"][(file + number) % 3] + "\((file * 31 + number * 7) % 997)"
        return #"{"resourceType":"Patient","id":"\#(id)","active":\#(number % 2 == 0)}"#
      }
      try folder.write(lines.joined(separator: "\n"), to: "f\(file % 7)/r\(file).ndjson")
    }
    let one = try run("--jobs=1")
    for text in one.texts {
      #expect(text.contains("identity/case-differs") && text.contains("identity/conflicting-record"))
    }
    for jobs in [2, 7] {
      let many = try run("--jobs=\(jobs)", "--memory=1M")
      #expect(many.texts == one.texts)
      #expect(many.exitCode == one.exitCode)
    }
  }

  @Test func memoryHasAUnit() throws {
    let path = try folder.write(Self.a, to: "a.json")
    for size in ["1M", "2048k", "1G", "1048576"] {
      #expect(harness.validate("--memory", size, path).exitCode == .success)
    }
    for size in ["", "M", "1023K", "-1M", "1T", "99999999999G", "one"] {
      let outcome = harness.validate("--memory=\(size)", path)
      #expect(outcome.exitCode == .failure)
      #expect(
        outcome.error.hasPrefix("fhircheck: '--memory' is a size from 1M, such as 64M or 1G, not '\(size)'\n"))
    }
  }
}

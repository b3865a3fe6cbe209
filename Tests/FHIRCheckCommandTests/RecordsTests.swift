import FHIRCheckCommand
import Foundation
import Testing

/// Runs `fhircheck records`.
@Suite struct RecordsTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ arguments: String...) -> CommandHarness.Outcome {
    var outcome = CommandHarness().validate(["records"] + arguments)
    outcome.output = outcome.output.replacingOccurrences(of: folder.path + "/", with: "")
    return outcome
  }

  private let observation = #"""
    {"resourceType":"Observation","id":"o1","status":"final","category":[{"coding":[{"system":"http://terminology.hl7.org/CodeSystem/observation-category","code":"laboratory"}]}],"code":{"coding":[{"system":"http://loinc.org","code":"718-7"}],"text":"Hb, \"venous\""},"subject":{"reference":"Patient/p"},"effectiveDateTime":"2024-05","valueQuantity":{"value":7.50,"unit":"g/dL","comparator":"<"},"referenceRange":[{"low":{"value":12},"high":{"value":15.0}}],"interpretation":[{"coding":[{"code":"L"}]}]}
    """#

  @Test func aRecordIsARow() throws {
    try folder.write(observation, to: "o.json")
    let outcome = run(
      "--columns",
      "file,line,release,resourceType,id,clinicalType,patient,status,category,code,display,start,value,"
        + "comparator,unit,rangeLow,rangeHigh,range,interpretation,errors", folder.path)
    #expect(outcome.exitCode == .success)
    #expect(outcome.error == "")
    let lines = outcome.output.components(separatedBy: "\r\n")
    try #require(lines.count == 3)
    #expect(
      lines[1]
        == #"o.json,1,r4,Observation,o1,HKClinicalTypeIdentifierLabResultRecord,Patient/p,final,laboratory,718-7,"#
        + #""Hb, ""venous""",2024-05,7.50,<,g/dL,12,15.0,12 - 15.0,L,0"#)
    #expect(lines[2] == "")
  }

  @Test func aFileWithoutAFormatIsCSV() throws {
    try folder.write(observation, to: "o.json")
    let table = folder.path + "/rows.csv"
    #expect(run("--output", table, "--columns", "id,value", folder.path).exitCode == .success)
    #expect(try String(contentsOfFile: table, encoding: .utf8) == "id,value\r\no1,7.50\r\n")
    #expect(run("--format", "text", "--output", table, folder.path).exitCode == .failure)
  }

  @Test func anEmptyCellHasNoMember() throws {
    try folder.write(#"{"resourceType":"Patient","id":"p","x":1}"#, to: "p.json")
    let outcome = run("--format", "jsonl", "--columns", "errors,id,value,line", folder.path)
    #expect(outcome.output == #"{"errors":1,"id":"p","line":1}"# + "\n")
  }

  @Test func findingsCountInTheInnermostRecord() throws {
    try folder.write(
      #"""
      {"resourceType":"Bundle","type":"collection","x":1,"entry":[
        {"resource":{"resourceType":"Patient","id":"a","x":1,"y":2}},
        {"resource":{"resourceType":"Patient","id":"b"}}]}
      """#, to: "b.json")
    let outcome = run("--columns", "id,errors", folder.path)
    #expect(outcome.output == "id,errors\r\na,2\r\nb,0\r\n")
  }

  @Test func aFormulaCanBeMadeHarmless() throws {
    try folder.write(
      #"{"resourceType":"Condition","id":"=1","code":{"text":"-2+3"}}"#, to: "c.json")
    #expect(run("--columns", "id,display", "--harmless-cells", folder.path).output == "id,display\r\n'=1,'-2+3\r\n")
    #expect(run("--columns", "id,display", folder.path).output == "id,display\r\n=1,-2+3\r\n")
  }

  @Test func copiesHaveOneDigest() throws {
    try folder.write(
      """
      {"resourceType":"Patient","id":"a","gender":"male"}
      {"id":"a","gender":"male", "resourceType":"Patient"}
      {"resourceType":"Patient","id":"A","gender":"male"}
      {"resourceType":"Patient"}
      """, to: "p.ndjson")
    let columns = "identity,identityDigest,idDigest,contentDigest"
    let rows = run("--columns", columns, folder.path).output.components(separatedBy: "\r\n").dropFirst()
      .map { $0.components(separatedBy: ",") }
    try #require(rows.count == 5)
    #expect(rows[0] == rows[1])
    #expect(rows[0][1] == rows[2][1] && rows[0][2] != rows[2][2] && rows[0][3] != rows[2][3])
    #expect(rows[3] == ["missing-id", "", "", ""])
    let other = run("--columns", columns, "--digest-key", String(repeating: "0f", count: 32), folder.path).output
    #expect(!other.contains(rows[0][1]))
  }

  @Test func inputsWithoutARowAreReported() throws {
    try folder.write("{\"resourceType\":\"Patient\",\"id\":\"a\"}\n{\"resourceType\"}\n", to: "p.ndjson")
    let outcome = run("--columns", "id", folder.path)
    #expect(outcome.exitCode == .findings)
    #expect(outcome.output == "id\r\na\r\n")
    #expect(outcome.error.contains("not all of the input has a row (not-json: 1)"))
  }

  @Test func findingsMayBeListedWithRows() throws {
    try folder.write("{\"resourceType\":\"Patient\",\"id\":\"a\",\"x\":1}\n", to: "p.ndjson")
    let types = run(
      "--fhir-version", "dstu2", "--format", "jsonl", "--with-issues", "--columns", "id", folder.path
    ).output
      .split(separator: "\n").map { $0.prefix(16) }
    #expect(
      types
        == [#"{"type":"start","#, #"{"type":"record""#, #"{"type":"issue","#, #"{"type":"summary"#].map {
          $0.prefix(16)
        })
  }

  /// Parts of a file, compressed files and large ones come in the same rows.
  @Test func jobsDoNotChangeTheTable() throws {
    let line = #"{"resourceType":"Patient","id":"a","x":1}"# + "\n"
    try folder.write(String(repeating: line, count: 3000), to: "p.ndjson")
    var harness = CommandHarness()
    harness.partBytes = 1000
    let one = harness.validate("records", "--jobs", "1", folder.path)
    let many = harness.validate("records", "--jobs", "4", folder.path)
    #expect(one.output == many.output)
    #expect(one.output.components(separatedBy: "\r\n").count == 3002)
  }

  @Test(arguments: [
    (["records", "--columns", "valu", "x"], "there is no column 'valu'; did you mean 'value'?"),
    (["records", "--columns", "id,id", "x"], "the column 'id' is named twice"),
    (["records", "--format", "json", "x"], "'fhircheck records' writes csv or jsonl, not json"),
    (["records", "--with-issues", "x"], "'--with-issues' needs '--format jsonl'"),
    (["records", "--digest-key", "12", "x"], "'--digest-key' is 64 hexadecimal digits"),
    (["check", "--columns", "id", "x"], "'--columns' does not belong to 'fhircheck check'"),
  ])
  func badUsageIsReported(_ arguments: [String], _ sentence: String) {
    let outcome = CommandHarness().validate(arguments)
    #expect(outcome.exitCode == .failure)
    #expect(outcome.error.contains(sentence))
  }
}

/// Reads several files from one stream.
@Suite struct FramedStreamTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ stream: String, _ arguments: [String]) throws -> CommandHarness.Outcome {
    try folder.write(stream, to: "stream")
    let file = try #require(FileHandle(forReadingAtPath: folder.path + "/stream"))
    var harness = CommandHarness()
    harness.input = file.fileDescriptor
    return harness.validate(arguments)
  }

  @Test func placesAreThoseOfTheFiles() throws {
    let patient = #"{"resourceType":"Patient","id":"a","x":1}"# + "\n"
    let stream =
      #"{"file":"x/a.ndjson","bytes":42}"# + "\n" + patient + "\n"
      + #"{"file":"b.ndjson","bytes":42,"byteOffset":100,"line":7}"# + "\n" + patient + "\n"
      + #"{"file":"c.xml","bytes":4}"# + "\n<a/>\n"
    let outcome = try run(stream, ["check", "--stdin-names", "--no-identity", "--format", "jsonl", "-"])
    #expect(outcome.output.contains(#""file":"x/a.ndjson","line":1,"column":36,"byteOffset":35"#))
    #expect(outcome.output.contains(#""file":"b.ndjson","line":7,"column":36,"byteOffset":135"#))
    #expect(outcome.output.contains(#""filesSkippedByKind":{"XML":1}"#))
    #expect(outcome.exitCode == .findings)
  }

  @Test func theLeadShowsTheRelease() throws {
    let lead = #"{"resourceType":"MedicationOrder","id":"m"}"# + "\n"
    let patient = #"{"resourceType":"Patient","id":"a"}"# + "\n"
    for (isThere, release) in [(true, "dstu2"), (false, "r4")] {
      let count = isThere ? lead.utf8.count : 0
      let stream =
        #"{"file":"b.ndjson","bytes":36,"byteOffset":100,"lead":\#(count)}"# + "\n" + (isThere ? lead : "") + patient
        + "\n"
      let outcome = try run(stream, ["records", "--stdin-names", "--columns", "id,release", "-"])
      #expect(outcome.output == "id,release\r\na,\(release)\r\n")
    }
  }

  @Test(arguments: [
    "{\"file\":\"a\",\"bytes\":3}\n{}", "x\n", "{\"bytes\":0}\n", "{\"file\":\"a\",\"bytes\":-1}\n\n",
    "{\"file\":\"a\",\"bytes\":2}\n{}x", "{\"file\":\"a\",\"bytes\":0,\"line\":0}\n",
    "{\"file\":\"a\",\"bytes\":9223372036854775807,\"lead\":9}\n{}\n",
    "{\"file\":\"a\",\"bytes\":2,\"byteOffset\":9223372036854775807}\n{}\n",
    "{\"file\":\"a\",\"bytes\":2,\"byteOffset\":9007199254740993}\n{}\n",
    "{\"file\":\"a\",\"bytes\":2,\"byteOffset\":1,\"line\":9223372036854775807}\n{}\n",
    "{\"file\":\"a\",\"bytes\":2,\"byteOffset\":-1}\n{}\n", "{\"file\":\"a\",\"bytes\":2,\"byteOffset\":1.5}\n{}\n",
    "{\"file\":\"a\",\"bytes\":2,\"byteOffset\":\"1\"}\n{}\n", "{\"file\":\"a\",\"bytes\":2,\"line\":null}\n{}\n",
    "{\"file\":\"a\",\"bytes\":2,\"bytes\":2}\n{}\n", "{\"file\":\"a\",\"file\":\"a\",\"bytes\":2}\n{}\n",
    "{\"file\":7,\"bytes\":2}\n{}\n", "{\"file\":\"\",\"bytes\":2}\n{}\n", "{\"file\":\"a\",\"bytes\":2e0}\n{}\n",
    "[]\n{}\n",
  ])
  func aMalformedStreamIsAFailure(_ stream: String) throws {
    let outcome = try run(stream, ["check", "--stdin-names", "-"])
    #expect(outcome.exitCode == .failure)
    #expect(outcome.error.contains("expected a line with the name and the length of a file"))
  }

  /// The largest places can be reported: numbers in a header are bounded where they are read.
  @Test func thePlaceOfAPartMayBeFar() throws {
    let far = 1 << 53
    for record in [#"{"resourceType":"Patient","id":"a","x":1}"#, "{\"resourceType\":", "\n\n[1]"] {
      let header = #"{"file":"b","bytes":\#(record.utf8.count),"byteOffset":\#(far),"line":\#(far)}"#
      let outcome = try run(header + "\n" + record + "\n", ["check", "--stdin-names", "--format=jsonl", "-"])
      #expect(outcome.exitCode == .findings)
      #expect(outcome.output.contains(#""line":900719925474099"#), "\(outcome.output)")
    }
  }

  @Test func noHeaderEndsTheProcess() throws {
    var random = SystemRandomNumberGenerator()
    let numbers = [
      "0", "1", "-1", "9007199254740992", "9223372036854775807", "1e400", "1.5", "null", "\"1\"", "[]", "{}",
    ]
    for _ in 0..<200 {
      var members = ["byteOffset", "line", "lead", "bytes", "file", "other"].shuffled(using: &random)
        .prefix(Int.random(in: 0...6, using: &random))
        .map { "\"\($0)\":\(numbers.randomElement(using: &random) ?? "0")" }
      members += [#""file":"a""#, #""bytes":2"#].prefix(Int.random(in: 0...2, using: &random))
      let outcome = try run(
        "{\(members.joined(separator: ","))}\n{}\n", ["check", "--stdin-names", "--no-identity", "-q", "-"])
      #expect(outcome.exitCode != .success)
    }
  }
}

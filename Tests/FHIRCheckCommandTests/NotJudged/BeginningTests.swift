import FHIRCheckCommand
import FHIRTestSupport
import Testing

/// The first bytes of a file show its kind, however late they come.
@Suite struct BeginningTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let faulty = #"{"resourceType":"Patient","id":"a","foo":1}"#

  @Test(arguments: [0, 4_095, 4_096, 900_000]) func whiteSpaceBeforeARecordHidesNothing(_ count: Int) throws {
    let text = Array(repeating: UInt8(ascii: " "), count: count) + Array(Self.faulty.utf8)
    try folder.write(text, to: "in/record")
    try folder.write(Deflate.gzip(text), to: "in/packed")
    try folder.write(ZipWriter([ZipWriter.Entry(Array("record".utf8), text)]).bytes, to: "in/archive")
    let outcome = CommandHarness().validate(
      "--fhir-version=dstu2", "--format=jsonl", "--no-identity", folder.path + "/in")
    #expect(try outcome.issues(below: folder).map(\.rule) == Array(repeating: "structure/unknown-element", count: 3))
    #expect(outcome.exitCode == .findings)
  }

  @Test(arguments: ["x", "\u{1}", "\u{0}", ")]}',\n", "\u{E9}"])
  func anOddByteBeforeARecordIsAFault(_ odd: String) throws {
    let text = Array((odd + Self.faulty).utf8)
    try folder.write(Deflate.gzip(text), to: "in/p.json.gz")
    try folder.write(text, to: "in/p.NDJSON")
    let outcome = CommandHarness().validate("--format=jsonl", folder.path + "/in")
    #expect(outcome.exitCode == .findings)
    let files = try outcome.issues(below: folder).map(\.file)
    #expect(Set(files) == ["in/p.json.gz", "in/p.NDJSON"])
  }

  /// The comment of a licence may precede the first tag.
  @Test func commentsBeforeATagHideNothing() throws {
    let comment = "<!-- " + String(repeating: "copyright ", count: 2_000) + "-->"
    try folder.write("<?xml version='1.0'?>\n\(comment)\n<Patient xmlns=\"http://hl7.org/fhir\">", to: "in/a")
    try folder.write("<!DOCTYPE x [ <!ENTITY y '>'> ]>\n<ClinicalDocument>", to: "in/b")
    try folder.write("<!-- without an end", to: "in/c")
    let outcome = CommandHarness().validate("--format=jsonl", folder.path + "/in")
    #expect(outcome.output.contains(#""filesSkippedByKind":{"CDA":1,"FHIR XML":1,"XML":1},"#))
    #expect(
      outcome.error
        == "fhircheck: nothing was judged: 3 files skipped (1 CDA, 1 FHIR XML, 1 XML); --allow-empty accepts "
        + "that\n")
  }

  @Test func anEmptyInputMayBeAllowed() throws {
    let path = try folder.write(" \n", to: "a.ndjson")
    let strict = CommandHarness().validate(path)
    #expect(strict.exitCode == .failure)
    #expect(strict.error.hasPrefix("fhircheck: nothing was judged: 1 empty text"))
    let allowed = CommandHarness().validate("--allow-empty", path)
    #expect(allowed.exitCode == .success)
    #expect(allowed.output == "Nothing judged: 0 of 0 records in 0 of 1 file.\n")
    #expect(CommandHarness().validate("summary", "--allow-empty", path).exitCode == .success)
    #expect(CommandHarness().validate("summary", path).exitCode == .failure)
    // Empty input is allowed, not faulty input.
    try folder.write("{", to: "b.json")
    #expect(CommandHarness().validate("--allow-empty", folder.path).exitCode == .findings)
  }

  /// All commands over records count alike; only those with a verdict require something to judge.
  @Test func allCommandsCountWhatWasSkipped() throws {
    try folder.write(NotJudgedCase.record, to: "in/a.json")
    try folder.write(NotJudgedCase.fhirXML, to: "in/a.xml")
    try folder.write("x", to: "in/.b")
    let path = folder.path + "/in"
    let summary = CommandHarness().validate("summary", "--format=json", path)
    #expect(summary.output.contains(#""filesSkippedByKind":{"FHIR XML":1,"hidden":1},"#))
    #expect(summary.output.contains(#""files":{"found":3,"notOpened":0,"read":1,"skipped":2,"unreadable":0}"#))
    #expect(summary.exitCode == .success)
    #expect(CommandHarness().validate("summary", "--fail-on-unjudged", path).exitCode == .findings)
    #expect(CommandHarness().validate("path", "--format=jsonl", "id", path).output.contains(#""filesSkipped":2,"#))
    let none = try folder.write(NotJudgedCase.fhirXML, to: "none/a.xml")
    #expect(CommandHarness().validate("summary", folder.path + "/none").exitCode == .failure)
    #expect(CommandHarness().validate("path", "id", folder.path + "/none").exitCode == .success)
    #expect(CommandHarness().validate("path", "id", none).exitCode == .findings)
  }

  @Test func theReportOfAnotherKindSuggestsARemedy() throws {
    let path = try folder.write(NotJudgedCase.fhirXML, to: "a.xml")
    let outcome = CommandHarness().validate(path)
    #expect(
      outcome.output == """
        \(path)
          1:1 error: expected FHIR JSON, found FHIR XML, which was not judged; ask its
              source for JSON, or convert it  source/not-json
            1 | <?xml version="1.0"?><Patient xmlns="http://hl7.org/fhir"/>
              | ^

        Nothing judged: 1 error in 1 file; 0 of 1 record in 0 of 1 file judged.
          1 file skipped: 1 FHIR XML
        Next: 'fhircheck explain source/not-json' says what the rule checks;
          '--ignore source/not-json' leaves its findings out.

        """)
  }
}

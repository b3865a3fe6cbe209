import FHIRCheckCommand
import FHIRTestSupport
import Foundation
import Testing

/// Definitions that cannot be used wholly are findings of the run, with file and line.
struct DefinitionFaultsTests {
  private let folder: TemporaryFolder
  private let record: String

  init() throws {
    folder = try TemporaryFolder()
    record = try folder.write(Self.record, to: "record.json")
  }

  static let record = #"""
    {"resourceType":"Patient","id":"a","meta":{"profile":["\#(ProfileCase.url)"]},"name":[{"given":["a","b"]}],
     "text":{"status":"generated","div":"<div xmlns=\"http://www.w3.org/1999/xhtml\">a</div>"}}
    """#

  /// The elements of a profile on lines of their own, from the fifth on; its base; and the finding, with line and
  /// severity, that a run over a record reports which claims it.
  struct Case {
    var elements: String
    var base: String?
    var finding: String
    /// What is counted as not judged; `nil` if all is judged.
    var notChecked: String?
  }

  static let cases: [String: Case] = [
    "missing base": Case(
      elements: #"{ "path": "Patient.name", "min": 1 }"#, base: "http://example.org/nowhere",
      finding: "1 warning definition/missing-base", notChecked: "profile \(ProfileCase.url)"),
    "circle": Case(
      elements: #"{ "path": "Patient.name", "min": 1 }"#, base: ProfileCase.url,
      finding: "1 warning definition/missing-base", notChecked: "profile \(ProfileCase.url)"),
    "missing part": Case(
      elements: #"{ "path": "Patient.name", "type": [{ "code": "HumanName", "profile": ["http://example.org/n"] }] }"#,
      finding: "5 warning definition/missing-part", notChecked: "definition http://example.org/n"),
    "slices": Case(
      elements: """
        { "path": "Patient.telecom", "slicing": { "rules": "open", "discriminator": [{ "type": "value", "path": "use" }] } },
        { "path": "Patient.telecom", "sliceName": "a", "min": 1 }
        """, finding: "6 warning definition/ambiguous-slices", notChecked: "parts of profile \(ProfileCase.url)"),
    "element": Case(
      elements: #"{ "path": "Patient.nickname", "min": 1 }"#, finding: "5 warning definition/unknown-path",
      notChecked: "parts of profile \(ProfileCase.url)"),
    "fixed value": Case(
      elements: #"{ "path": "Patient.gender", "fixedBoolean": true }"#, finding: "5 warning definition/unknown-path",
      notChecked: "parts of profile \(ProfileCase.url)"),
    "pattern": Case(
      elements: #"{ "path": "Patient.name", "patternCodeableConcept": { "text": "a" } }"#,
      finding: "5 warning definition/unknown-path", notChecked: "parts of profile \(ProfileCase.url)"),
    "pattern of a type that was ruled out": Case(
      elements: """
        { "path": "Patient.multipleBirth[x]", "type": [{ "code": "boolean" }], "fixedInteger": 2 }
        """, finding: "5 warning definition/unknown-path", notChecked: "parts of profile \(ProfileCase.url)"),
    "compiling": Case(
      elements: """
        { "path": "Patient", "constraint": [
          { "key": "a", "severity": "error", "human": "h", "expression": "name.exist()" }] }
        """, finding: "6 warning definition/unusable-constraint", notChecked: "parts of profile \(ProfileCase.url)"),
    "evaluating": Case(
      elements: """
        { "path": "Patient", "constraint": [
          { "key": "a", "severity": "error", "human": "h", "expression": "name.given.single() = 'a'" }] }
        """, finding: "6 warning definition/unusable-constraint", notChecked: "parts of profile \(ProfileCase.url)"),
    "binding of a date": Case(
      elements: """
        { "path": "Patient.birthDate", "binding": { "strength": "required", "valueSet": "http://example.org/v" } }
        """, finding: "5 warning definition/unusable-constraint", notChecked: "parts of profile \(ProfileCase.url)"),
    "content of no element": Case(
      elements: ##"{ "path": "Patient.contact", "contentReference": "#Patient.nowhere" }"##,
      finding: "5 warning definition/unknown-path", notChecked: "parts of profile \(ProfileCase.url)"),
    "length": Case(
      elements: #"{ "path": "Patient.name.family", "maxLength": -1 }"#, finding: "5 error definition/unreadable",
      notChecked: "profile \(ProfileCase.url)"),
    "reading": Case(
      elements: #"{ "min": 1 }"#, finding: "5 error definition/unreadable",
      notChecked: "profile \(ProfileCase.url)"),
    "loosening": Case(
      elements: #"{ "path": "Patient.name", "min": 0 }"#, base: "http://example.org/named",
      finding: "5 warning definition/loosened-base"),
  ]

  private func write(_ found: Case) throws -> String {
    let text = """
      {
        "resourceType": "StructureDefinition", "url": "\(ProfileCase.url)", "type": "Patient", "fhirVersion": "4.0.1",
        "baseDefinition": "\(found.base ?? "http://hl7.org/fhir/StructureDefinition/Patient")",
        "derivation": "constraint", "differential": { "element": [
      \(found.elements)
      ] } }
      """
    try folder.write(text, to: "definitions/profile.json")
    try folder.write(
      ProfileCase.definition("http://example.org/named", #"{ "path": "Patient.name", "min": 1 }"#, of: "Patient"),
      to: "definitions/named.json")
    return folder.path + "/definitions"
  }

  private func check(_ definitions: String, _ options: String...) -> CommandHarness.Outcome {
    CommandHarness().validate(
      ["--no-identity", "--fhir-version=r4", "--definitions=\(definitions)"] + options + [record])
  }

  @Test(arguments: cases.keys.sorted()) func aFaultIsAFindingInItsFile(_ name: String) throws {
    let found = try #require(Self.cases[name])
    let definitions = try write(found)
    let outcome = check(definitions, "--format=jsonl")
    let issues = try outcome.issues(below: folder).filter { $0.rule.hasPrefix("definition/") }
    #expect(issues.map(\.file) == ["definitions/profile.json"], "\(outcome.output)")
    let words = found.finding.split(separator: " ")
    let line = #"/definitions/profile.json","line":\#(words[0]),"#
    #expect(outcome.output.contains(line), "\(outcome.output)")
    #expect(outcome.output.contains(#""severity":"\#(words[1])","rule":"\#(words[2])""#), "\(outcome.output)")
    #expect(outcome.error.isEmpty)
    #expect(outcome.exitCode == (words[1] == "error" ? .findings : .success))
    if let counter = found.notChecked { #expect(try outcome.count(of: "notChecked.\(counter)") > 0) }
    #expect(check(definitions, "--fail-on=warning").exitCode == .findings)
    let ignoring = check(definitions, "--format=jsonl", "--fail-on=warning", "--ignore=definition/*")
    #expect(!ignoring.output.contains(#""rule":"definition/"#))
    #expect(ignoring.exitCode == .success)
    #expect(check(definitions, "--severity=\(words[2])=error").exitCode == .findings)
  }

  @Test(arguments: CommandHarness.formats) func everyFormatNamesIt(_ format: String) throws {
    let outcome = check(try write(try #require(Self.cases["missing base"])), "--format=\(format)")
    #expect(outcome.output.contains("definition/missing-base"))
    #expect(outcome.output.contains("definitions/profile.json"))
  }

  @Test func aBaselineKnowsIt() throws {
    let definitions = try write(try #require(Self.cases["slices"]))
    let known = folder.path + "/known"
    #expect(check(definitions, "--write-baseline=\(known)").exitCode == .success)
    let again = check(definitions, "--fail-on=warning", "--baseline=\(known)")
    #expect(again.exitCode == .success)
    #expect(!again.output.contains("definition/ambiguous-slices  "))
  }

  /// With the exit code of a check.
  @Test(arguments: ["element", "reading"]) func aSummaryNamesIt(_ name: String) throws {
    let found = try #require(Self.cases[name])
    let definitions = try write(found)
    let rule = try #require(found.finding.split(separator: " ").last)
    let arguments = ["summary", "--no-identity", "--fhir-version=r4", "--definitions=\(definitions)", record]
    let outcome = CommandHarness().validate(arguments)
    let file = definitions + "/profile.json"
    #expect(outcome.output.contains("\nFaults of files\n  \(file)"), "\(outcome.output)")
    #expect(outcome.output.contains("(\(rule))") && outcome.error.isEmpty)
    #expect(outcome.exitCode == check(definitions).exitCode)
    let json = CommandHarness().validate(arguments + ["--format=json"]).output
    #expect(json.contains(#""faults":[{"file":"\#(file)","#) && json.contains(#""rule":"\#(rule)""#), "\(json)")
    let page = CommandHarness().validate(arguments + ["--format=html"]).output
    #expect(page.contains("A rule for records that was given to this program is at fault"))
  }

  // MARK: - What was given

  @Test func aFolderWithoutDefinitions() throws {
    try folder.write("x", to: "none/a.txt")
    let outcome = check(folder.path + "/none", "--format=jsonl")
    #expect(try outcome.issues(below: folder).map(\.rule) == ["definition/unreadable"])
    #expect(try outcome.issues(below: folder).map(\.file) == ["none"])
    #expect(outcome.exitCode == .findings)
  }

  @Test func aTextThatIsNoJSON() throws {
    try folder.write("{\n  \"resourceType\" 1 }", to: "broken/a.json")
    let outcome = check(folder.path + "/broken", "--format=jsonl")
    #expect(outcome.output.contains(#""line":2,"column":18,"#))
    #expect(try outcome.issues(below: folder).map(\.rule) == ["definition/unreadable"])
    #expect(outcome.exitCode == .findings)
  }

  /// The name of a file in a package, and its lines.
  @Test func aFileInAPackage() throws {
    let text = "{\n\n\"resourceType\": \"StructureDefinition\", }"
    var package = TarWriter()
    package.add("package/a.json", text)
    try folder.write(package.gzipped, to: "p.tgz")
    let outcome = check(folder.path + "/p.tgz", "--format=jsonl")
    #expect(try outcome.issues(below: folder).map(\.file) == ["p.tgz/package/a.json"], "\(outcome.output)")
    #expect(outcome.output.contains(#""line":3,"#))
  }

  @Test func whatNoRecordNeedsIsNotReported() throws {
    let definitions = try write(try #require(Self.cases["missing base"]))
    let other = try folder.write(#"{"resourceType":"Patient","id":"a"}"#, to: "other.json")
    let outcome = CommandHarness().validate("--fhir-version=r4", "--definitions=\(definitions)", other)
    #expect(!outcome.output.contains("definition/"))
    #expect(outcome.error.isEmpty)
  }

  /// Built-in definitions have faults, too, which are no caller's.
  @Test func faultsOfBuiltInDefinitionsAreNotReported() throws {
    let claim = "http://hl7.org/fhir/StructureDefinition/familymemberhistory-genetic"
    let other = try folder.write(
      #"""
      {"resourceType":"FamilyMemberHistory","id":"a","meta":{"profile":["\#(claim)"]},"status":"completed",
       "patient":{"reference":"Patient/a"},"relationship":{"text":"a"}}
      """#, to: "other.json")
    let outcome = CommandHarness().validate("--fhir-version=r4", "--format=jsonl", "--guide=us-core", other)
    #expect(!outcome.output.contains("definition/"))
    #expect(try outcome.count(of: "notChecked.parts of profile \(claim)") == 1, "\(outcome.output)")
  }

  // MARK: - Profiles that the caller names

  /// Its fault is an error, and the exit code that of a failure.
  @Test(arguments: ["missing base", "circle", "reading"]) func aNamedProfileThatCannotBeUsedIsAnError(_ name: String)
    throws
  {
    let found = try #require(Self.cases[name])
    let definitions = try write(found)
    let outcome = check(definitions, "--profile=\(ProfileCase.url)", "--format=jsonl")
    #expect(outcome.exitCode == .failure)
    let sentence = "'--profile' names a profile that cannot be used: \(ProfileCase.url)"
    #expect(outcome.error.contains(sentence), "\(outcome.error)")
    let words = found.finding.split(separator: " ")
    #expect(outcome.output.contains(#"/definitions/profile.json","line":\#(words[0]),"#), "\(outcome.output)")
    #expect(outcome.output.contains(#""severity":"error","rule":"\#(words[2])""#), "\(outcome.output)")
    let summary = CommandHarness().validate(
      "summary", "--definitions=\(definitions)", "--profile=\(ProfileCase.url)", record)
    #expect(summary.exitCode == .failure && summary.error.contains(sentence))
    #expect(summary.output.contains("/definitions/profile.json:"), "\(summary.output)")
    let shown = check(definitions, "--profile=\(ProfileCase.url)", "--show-config")
    #expect(shown.exitCode == .failure && shown.output.isEmpty)
  }

  /// A definition that is there, and that no record can be judged by.
  @Test(arguments: CommandHarness.formats) func everyFormatNamesANamedProfileAboutNoRecord(_ format: String) throws {
    let text = ProfileCase.definition(
      "http://example.org/id", #"{ "path": "Identifier.value", "min": 1 }"#, of: "Identifier",
      more: #""fhirVersion": "4.0.1","#)
    try folder.write(text, to: "definitions/id.json")
    let outcome = check(folder.path + "/definitions", "--profile=http://example.org/id", "--format=\(format)")
    #expect(outcome.exitCode == .failure)
    #expect(outcome.output.contains("definition/missing-part"), "\(outcome.output)")
    #expect(outcome.output.contains("definitions/id.json"))
  }

  /// The definition may be in what cannot be read.
  @Test(arguments: CommandHarness.formats) func everyFormatNamesAFileThatMayHaveTheProfile(_ format: String) throws {
    let url = "http://example.org/cut"
    try folder.write(#"{"resourceType":"StructureDefinition","url":"\#(url)","#, to: "definitions/cut.json")
    let definitions = folder.path + "/definitions"
    let outcome = check(definitions, "--profile=\(url)", "--format=\(format)")
    #expect(outcome.exitCode == .failure)
    #expect(outcome.error.contains("'--profile' names a profile that cannot be used: \(url): "), "\(outcome.error)")
    #expect(outcome.output.contains("definition/unreadable"), "\(outcome.output)")
    #expect(outcome.output.contains("definitions/cut.json"))
    let summary = CommandHarness().validate("summary", "--definitions=\(definitions)", "--profile=\(url)", record)
    #expect(summary.exitCode == .failure && summary.output.contains("/definitions/cut.json:"))
    let shown = check(definitions, "--profile=\(url)", "--show-config")
    #expect(shown.exitCode == .failure && shown.output.isEmpty)
  }

  @Test(arguments: ["slices", "loosening"]) func aNamedProfileThatCanBeUsedInPartIsUsed(_ name: String) throws {
    let outcome = check(try write(try #require(Self.cases[name])), "--profile=\(ProfileCase.url)", "--format=jsonl")
    #expect(outcome.exitCode == .success)
    #expect(outcome.output.contains(#""rule":"definition/"#))
  }

  /// The same bytes for any number of jobs, with faults that only the records show.
  @Test func theNumberOfJobsChangesNothing() throws {
    let definitions = try write(try #require(Self.cases["evaluating"]))
    for number in 0..<40 {
      let given = (0..<number % 5 + 1).map { "\"\($0)\"" }.joined(separator: ",")
      try folder.write(
        Self.record.replacing(#""a","b""#, with: given).replacing(#""id":"a""#, with: "\"id\":\"\(number)\""),
        to: "records/\(number).json")
    }
    let outputs = ["1", "8", "8"].map { jobs in
      CommandHarness().validate(
        "--fhir-version=r4", "--format=json", "--jobs=\(jobs)", "--definitions=\(definitions)",
        folder.path + "/records"
      ).output
    }
    #expect(outputs[0].contains("definition/unusable-constraint"))
    #expect(Set(outputs).count == 1)
  }
}

import FHIRCheckCommand
import Foundation
import Testing

/// Runs `fhircheck path`.
@Suite struct PathTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ arguments: String...) -> CommandHarness.Outcome {
    CommandHarness().validate(["path"] + arguments)
  }

  /// The output without the folder's name.
  private func output(_ outcome: CommandHarness.Outcome) -> String {
    outcome.output.replacingOccurrences(of: folder.path + "/", with: "")
  }

  private func writeRecords() throws {
    try folder.write(
      #"""
      {
        "resourceType": "Patient",
        "id": "a",
        "name": [
          { "given": ["Ann", "é\n"] },
          { "family": ["Dot"] }
        ]
      }
      """#, to: "a.json")
    try folder.write(
      #"""
      {"resourceType": "Patient", "id": "b", "name": [{"given": ["Bob"]}]}
      {"resourceType": "Patient", }
      {"resourceType": "Patient", "name": [{"given": ["Cy"]}]}
      [1]
      """#, to: "b.ndjson")
    try folder.write(
      #"""
      {"resourceType": "Bundle", "type": "collection", "entry": [
        {"fullUrl": "http://example.org/Patient/d", "resource": {"resourceType": "Patient", "id": "d",
          "name": [{"given": ["Dan"]}]}},
        {"resource": {"resourceType": "Condition", "id": "e", "patient": {"reference": "Patient/d"}}},
        {"request": {"method": "GET", "url": "x"}}
      ]}
      """#, to: "c.json")
  }

  @Test func aResultIsALine() throws {
    try writeRecords()
    let outcome = run("Patient.name.given", folder.path)
    #expect(outcome.exitCode == .findings)
    #expect(outcome.error == "")
    #expect(
      output(outcome) == #"""
        a.json:5: Patient/a: "Ann"
        a.json:5: Patient/a: "é\n"
        b.ndjson:1: Patient/b: "Bob"
        b.ndjson:2: error: this cannot be read as JSON (json/trailing-comma); 'fhircheck check' says more
        b.ndjson:3: Patient: "Cy"
        b.ndjson:4: error: expected an object, which a record is
        c.json:3: Patient/d: "Dan"

        """#)
  }

  @Test func linesAndDocumentsHaveTheSameContent() throws {
    try writeRecords()
    let path = folder.path + "/a.json"
    let lines = output(run("--format", "jsonl", "--source", "clinic", "name.given.count() | name.family", path))
    #expect(
      lines == #"""
        {"type":"start","formatVersion":1,"expression":"name.given.count() | name.family"}
        {"type":"result","file":"a.json","line":1,"column":1,"byteOffset":0,"resourceType":"Patient","id":"a","source":"clinic","release":"dstu2","valueType":"System.Integer","value":2}
        {"type":"result","file":"a.json","line":6,"column":18,"byteOffset":107,"resourceType":"Patient","id":"a","source":"clinic","release":"dstu2","valueType":"FHIR.string","value":"Dot"}
        {"type":"summary","files":1,"records":1,"results":2,"errors":0,"filesSkipped":0,"unreadable":[],"releasesToldBy":{"dstu2":{"elements":1}}}

        """#)
    let document = run("--format", "json", "name", path)
    let object = try #require(
      try JSONSerialization.jsonObject(with: Data(document.output.utf8)) as? [String: Any])
    let results = try #require(object["results"] as? [[String: Any]])
    #expect(results.count == 2)
    #expect(results[1]["value"] as? [String: [String]] == ["family": ["Dot"]])
    #expect((object["summary"] as? [String: Any])?["results"] as? Int == 2)
    #expect(document.exitCode == .success)
  }

  @Test func anExpressionMayNameTheBundleOrResolveInIt() throws {
    try writeRecords()
    let path = folder.path + "/c.json"
    #expect(output(run("Bundle.entry.count()", path)) == "c.json:1: Bundle: 3\n")
    #expect(output(run("Condition.patient.resolve().name.given", path)) == "c.json:4: Condition/e: \"Dan\"\n")
    #expect(output(run("id", path)) == "c.json:2: Patient/d: \"d\"\nc.json:4: Condition/e: \"e\"\n")
  }

  @Test func aRecordThatDoesNotFitIsReported() throws {
    try writeRecords()
    let outcome = run("name.given.single()", folder.path + "/a.json", folder.path + "/c.json")
    #expect(outcome.exitCode == .findings)
    #expect(
      output(outcome) == #"""
        a.json:1: Patient/a: error: column 12: single() found several items
        c.json:3: Patient/d: "Dan"

        """#)
  }

  @Test func theNumberOfJobsMakesNoDifference() throws {
    try writeRecords()
    for index in 0..<20 { try folder.write(#"{"resourceType": "Patient", "id": "p"}"#, to: "more/\(index).json") }
    let one = run("--jobs", "1", "--format", "jsonl", "Patient.id", folder.path)
    #expect(run("--jobs", "4", "--format", "jsonl", "Patient.id", folder.path).output == one.output)
  }

  @Test func anInputOfAnySizeIsRead() throws {
    let filler = String(repeating: "x", count: 9 << 20)
    try folder.write(
      #"{"entry": [{"resource": {"resourceType": "Patient", "id": "a"}}, {"fullUrl": "\#(filler)"}], "resourceType": "Bundle"}"#,
      to: "large.json")
    #expect(output(run("id", folder.path)) == "large.json:1: Patient/a: \"a\"\n")
    // Only the end shows that this is not a Bundle.
    try folder.write(
      #"{"entry": [{"resource": {"resourceType": "Patient", "id": "a"}}], "id": "\#(filler)", "resourceType": "List"}"#,
      to: "large.json")
    #expect(output(run("id.length()", folder.path)) == "large.json:1: List/\(filler): 9437184\n")
  }

  @Test func mistakesAreShownInTheExpression() {
    let outcome = run("Patient.name.exist()", "x.json")
    #expect(outcome.exitCode == .failure)
    #expect(outcome.output == "")
    #expect(
      outcome.error == """
        fhircheck: the expression cannot be used: there is no function 'exist'
          Patient.name.exist()
                       ^

        """)
    #expect(run().error.hasPrefix("fhircheck: 'fhircheck path' needs an expression, such as 'Patient.name.given'"))
    #expect(run("id").error.hasPrefix("fhircheck: no path given"))
    #expect(run("--fail-on", "never", "id", "x").error.contains("does not belong to 'fhircheck path'"))
  }

  @Test func resultsComeInTheOrderOfTheExpression() throws {
    try writeRecords()
    let path = folder.path + "/a.json"
    #expect(
      output(run("name.family | name.given", path))
        == "a.json:6: Patient/a: \"Dot\"\na.json:5: Patient/a: \"Ann\"\na.json:5: Patient/a: \"é\\n\"\n")
  }

  @Test func anExpressionMayBeginWithASign() throws {
    try writeRecords()
    #expect(output(run("-name.count()", folder.path + "/a.json")) == "a.json:1: Patient/a: -2\n")
    #expect(run("--name", "x").error.hasPrefix("fhircheck: unknown option '--name'"))
  }

  /// If the path does not begin with a type, a name is followed through all possible types; it is reported if no
  /// release has it.
  @Test(arguments: [
    ("nme", ["no resource has an element 'nme' in DSTU2, STU3, R4 or R4B"], 0),
    (
      "name.given1",
      [
        "none of string, HumanName has an element 'given1' in DSTU2 or STU3",
        "none of string, HumanName, MedicinalProduct.name, SubstanceSpecification.name has an element 'given1' in R4",
        """
        none of string, HumanName, MedicinalProductDefinition.name, SubstanceDefinition.name has an element 'given1' \
        in R4B
        """,
      ], 5
    ),
    ("Patient.nme", ["Patient has no element 'nme' in DSTU2, STU3, R4 or R4B"], 8),
    ("Patient.name.given1", ["HumanName has no element 'given1' in DSTU2, STU3, R4 or R4B"], 13),
    ("birthDate.foo", ["date has no element 'foo' in DSTU2, STU3, R4 or R4B"], 10),
    (
      "communication.first().languag",
      [
        "none of CodeableConcept, Patient.communication has an element 'languag' in DSTU2 or STU3",
        """
        none of CodeableConcept, Patient.communication, RelatedPerson.communication has an element 'languag' in R4 or \
        R4B
        """,
      ], 22
    ), ("extension.value.foo", ["none of its possible types has an element 'foo' in DSTU2, STU3, R4 or R4B"], 16),
  ])
  func anUnknownNameIsReportedOnce(expression: String, sentences: [String], column: Int) throws {
    try folder.write(#"{"resourceType": "Patient"}"#, to: "d.json")
    try folder.write(#"{"resourceType": "Patient"}"#, to: "e.json")
    let outcome = run(expression, folder.path)
    #expect(outcome.exitCode == .success)
    #expect(outcome.output == "")
    let caret = String(repeating: " ", count: column + 2) + "^"
    #expect(outcome.error == sentences.map { "fhircheck: \($0)\n  \(expression)\n\(caret)\n" }.joined())
  }

  @Test(
    arguments: [
      "name.given", "id", "Patient.name.given", "name.where(use = 'official').given", "value", "value.code",
      "subject.reference",
      "entry.resource.name", "contained.foo", "children().foo", "extension.value.coding.code", "meta.source",
      "statusReason",
      "name.given.value", "name.given.extension.url", "name.select(given | family)", "$this.name", "%resource.foo",
      "MedicationRequest.statusReason", "identifier[0].assigner.display", "coalesce(name, id)",
      "identifier.repeat(assigner | display)", "text.div",
    ])
  func aPossibleNameIsNotReported(expression: String) throws {
    try folder.write(#"{"resourceType": "Patient"}"#, to: "d.json")
    #expect(run(expression, folder.path).error == "")
  }

  @Test func controlCharactersInAnExpressionAreMadeVisible() throws {
    try folder.write(#"{"resourceType": "Patient"}"#, to: "d.json")
    for expression in ["Patient.`\u{1B}[31m`", "`\u{9B}31m`()", "%`\u{1B}x`", "\u{202E}", "name.is(`\u{1B}`)"] {
      let outcome = run(expression, folder.path)
      #expect(!outcome.error.isEmpty)
      #expect(
        !outcome.error.unicodeScalars.contains { ["\u{1B}", "\u{9B}", "\u{202E}"].contains($0) }, "\(outcome.error)")
    }
  }

  @Test func recordsOfCombiningMarksAreRead() throws {
    let marks = String(repeating: "\u{301}\u{316}", count: 1 << 16)
    try folder.write(#"{"resourceType": "\#(marks)", "id": "\#(marks)"}"#, to: "d.json")
    try folder.write(#"{"resourceType": "\#(marks)", "entry": [{"resource": {"id": "\#(marks)"}}]}"#, to: "e.json")
    #expect(run("Bundle.entry.count() | id.length()", folder.path).output.contains("131072"))
  }

  @Test func namesThatSelectNothingAreReported() throws {
    try folder.write(#"{"resourceType": "Patient", "deceasedBoolean": true}"#, to: "d.json")
    let outcome = run("Patient.deceasedBoolean", folder.path)
    #expect(outcome.exitCode == .success)
    #expect(outcome.output == "")
    #expect(
      outcome.error == """
        fhircheck: FHIRPath writes 'deceased' for 'deceasedBoolean', or 'deceased.ofType(boolean)' where no other type is meant
          Patient.deceasedBoolean
                  ^

        """)
    let misspelt = run("Patient.name.firstName", folder.path)
    #expect(misspelt.error.hasPrefix("fhircheck: HumanName has no element 'firstName' in DSTU2, STU3, R4 or R4B\n"))
    // A name of R4 only, a choice, and a path of unknown type.
    let known = "Patient.communication.language | generalPractitioner | Patient.deceased | children().b"
    #expect(run(known, folder.path).error == "")
  }

  @Test func anUnreadablePathIsReported() {
    let outcome = run("--format", "jsonl", "id", folder.path + "/none.json")
    #expect(outcome.exitCode == .failure)
    #expect(outcome.error.contains("none.json: "))
    #expect(outcome.output.contains(#""unreadable":[{"path":"#))
  }
}

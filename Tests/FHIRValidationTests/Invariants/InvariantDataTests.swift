import FHIRFindings
import FHIRSchema
import FHIRValidation
import Testing

/// Only the data of the definitions decides about invariants.
struct InvariantDataTests {
  private func broken(_ record: String, by definitions: Definitions) -> [String] {
    Validator(definitions: DefinitionSet(definitions)).validate(Array(record.utf8)).findings.map(\.rule.rawValue)
  }

  private func statement(of key: String) throws -> String {
    let invariant = try #require(Definitions.of(.dstu2)?.schema.invariants.first { $0.key == key })
    return "\(key) error \(invariant.path)\nfhirpath \(invariant.expression)\n"
  }

  /// In R4 `vsd-3` is about a concept with a filter; in DSTU2 it is about repeated codes, like `vsd-8`.
  @Test func aKeyStandsForItsExpression() throws {
    let later = try OtherDefinitions.changingFirst(
      statement(of: "vsd-3"),
      to: "vsd-3 error ValueSet.codeSystem\nfhirpath concept.count() = 2 or caseSensitive.exists()\n")
    func record(_ codeSystem: String) -> String {
      #"{"resourceType":"ValueSet","status":"draft","codeSystem":{"system":"http://a.org",\#(codeSystem)}}"#
    }
    let twice = record(#""concept":[{"code":"a"},{"code":"a"}]"#)
    #expect(broken(twice, by: later) == ["invariant/vsd-8"])
    #expect(Set(broken(twice, by: try #require(Definitions.of(.dstu2)))) == ["invariant/vsd-3", "invariant/vsd-8"])
    #expect(broken(record(#""concept":[{"code":"a"}]"#), by: later) == ["invariant/vsd-3"])
  }

  @Test func aNativeJudgementOfAnotherExpressionIsRefused() throws {
    let error = #expect(throws: SchemaError.self) {
      try OtherDefinitions.changingFirst(
        "\nfhirpath hasValue() or children().count() > id.count()\n", to: "\nfhirpath true\n")
    }
    #expect(
      error?.reason == "the invariant ele-1: 'element-has-content' does not stand for the expression 'true'")
  }

  @Test func aNativeJudgementThatIsNotThereIsRefused() throws {
    let error = #expect(throws: SchemaError.self) {
      try OtherDefinitions.changingFirst(" native local-reference\n", to: " native far-reference\n")
    }
    #expect(error?.reason == "the invariant ref-1: no native judgement has the name 'far-reference'")
  }

  @Test func aNativeJudgementStandsForOneConstraint() throws {
    let error = #expect(throws: SchemaError.self) {
      try OtherDefinitions.changingFirst(" native narrative-content\n", to: " native narrative-elements\n")
    }
    #expect(error?.reason == "the invariant txt-2: 'narrative-elements' stands at another constraint, too")
  }

  @Test func theOtherWordsOfAConstraintMeanTheSame() throws {
    let later = try OtherDefinitions.changingFirst(
      "\nfhirpath hasValue() or children().count() > id.count()\n",
      to: "\nfhirpath hasValue() or (children().count() > id.count())\n")
    let record = #"{"resourceType":"Patient","name":[{"id":"n1"}]}"#
    #expect(broken(record, by: later) == ["invariant/ele-1"])
  }

  @Test func aConstraintThatIsNotNamedIsNotJudgedByTheWalk() throws {
    let later = try OtherDefinitions.changingFirst(
      "ele-1 error Element native element-has-content\n", to: "ele-1 error Patient\n")
    #expect(broken(#"{"resourceType":"Patient","name":[{"id":"n1"}]}"#, by: later) == [])
  }

  @Test func anExpressionThatCannotBeCompiledIsCounted() throws {
    let definitions = try OtherDefinitions.changingFirst(
      statement(of: "pat-1"), to: "pat-1 error Patient.contact\nfhirpath name.frob()\n")
    let record = #"{"resourceType":"Patient","contact":[{"gender":"male"}]}"#
    let result = Validator(definitions: DefinitionSet(definitions)).validate(Array(record.utf8))
    #expect(result.findings == [])
    #expect(result.tally.notChecked["invariants"] == 1)
    #expect(definitions.faults.map(\.reason) == ["the invariant pat-1: column 6: there is no function 'frob'"])
    #expect(Definitions.of(.dstu2)?.faults == [])
  }

  @Test func theDefinitionsDecideAboutAnEmptyResult() throws {
    let record = #"{"resourceType":"Questionnaire","status":"draft","group":{"linkId":"g"}}"#
    #expect(broken(record, by: try #require(Definitions.of(.dstu2))) == ["invariant/que-3"])
    let mild = try OtherDefinitions.changing("empty-result broken", to: "empty-result passed")
    #expect(broken(record, by: mild) == [])
    #expect(broken(record, by: try OtherDefinitions.changing("empty-result broken", to: "")) == [])
  }

  /// `%resource` is the contained resource, `%rootResource` the one that contains it; in a Bundle each entry stands for
  /// itself.
  @Test(arguments: [
    ("%resource.active.exists()", ["Patient.contained[0].contact[0]"]),
    ("%rootResource.active.exists()", []),
    ("%resource.gender.exists()", ["Patient.contact[0]"]),
    ("%rootResource.gender.exists()", ["Patient.contact[0]", "Patient.contained[0].contact[0]"]),
    ("%context.gender.exists()", ["Patient.contact[0]", "Patient.contained[0].contact[0]"]),
  ])
  func resourceVariablesFollowTheSpecification(expression: String, paths: [String]) throws {
    let definitions = try OtherDefinitions.changingFirst(
      statement(of: "pat-1"), to: "pat-1 error Patient.contact\nfhirpath \(expression)\n")
    // The gates of the first expression do not fit the second.
    let contact = #""contact":[{"relationship":[{"text":"a"}]}]"#
    let patient = """
      {"resourceType":"Patient","active":true,\(contact),
      "contained":[{"resourceType":"Patient","id":"p","gender":"male",\(contact)}],
      "link":[{"other":{"reference":"#p"},"type":"refer"}]}
      """
    let validator = Validator(definitions: DefinitionSet(definitions))
    let alone = validator.validate(Array(patient.utf8)).findings
    #expect(alone.map(\.path).sorted() == paths.sorted())
    let bundle = #"{"resourceType":"Bundle","type":"collection","entry":[{"fullUrl":"urn:a","resource":\#(patient)}]}"#
    let inBundle = validator.validate(Array(bundle.utf8)).findings.filter { $0.rule.rawValue == "invariant/pat-1" }
    #expect(inBundle.count == paths.count)
  }
}

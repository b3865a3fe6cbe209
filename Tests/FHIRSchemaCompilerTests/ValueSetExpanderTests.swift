import FHIRSchemaCompiler
import Testing

struct ValueSetExpanderTests {
  /// a > (b abstract > c), d below a and, by extension, below e.
  private static let letters = """
    "codeSystem": {"system": "urn:letters", "caseSensitive": false, "concept": [
      {"code": "a", "concept": [{"code": "b", "abstract": true, "concept": [{"code": "c"}]}, {"code": "d"}]},
      {"code": "e", "modifierExtension": [
        {"url": "http://hl7.org/fhir/StructureDefinition/valueset-subsumes", "valueCode": "d"}]}
    ]}
    """

  private func expander(_ compose: String, letters: String = letters) throws -> ValueSetExpander {
    ValueSetExpander(
      try PublishedDefinitions(
        structures: [],
        valueSets: [
          Inline.valueSet("letters", letters), Inline.valueSet("x", "\"compose\": {\(compose)}"),
          Inline.valueSet(
            "y", "\"compose\": {\"include\": [{\"system\": \"urn:y\", \"concept\": [{\"code\": \"1\"}]}]}"),
        ]))
  }

  private func codes(_ compose: String) throws -> [String] {
    let expansion = try expander(compose).expand(Inline.url("x"))
    return expansion.systems.flatMap { system in expansion[system].map { "\(system)|\($0)" } }
  }

  private func isA(_ code: String, _ op: String = "is-a") -> String {
    """
    {"system": "urn:letters", "filter": [{"property": "concept", "op": "\(op)", "value": "\(code)"}]}
    """
  }

  @Test func ownCodeSystemWithoutAbstractConcepts() throws {
    let expansion = try expander("").expand(Inline.url("letters"))
    #expect(expansion["urn:letters"] == ["a", "c", "d", "e"])
  }

  @Test(arguments: [("a", ["a", "c", "d"]), ("b", ["c"]), ("e", ["d", "e"])])
  func isAFollowsNestingAndExtension(root: String, expected: [String]) throws {
    #expect(try codes("\"include\": [\(isA(root))]") == expected.map { "urn:letters|" + $0 })
  }

  @Test func isNotATakesTheRest() throws {
    #expect(try codes("\"include\": [\(isA("a", "is-not-a"))]") == ["urn:letters|e"])
  }

  @Test func listedConceptStaysEvenWhenAbstract() throws {
    let include = "{\"system\": \"urn:letters\", \"concept\": [{\"code\": \"b\"}, {\"code\": \"b\"}]}"
    #expect(try codes("\"include\": [\(include)]") == ["urn:letters|b"])
  }

  @Test func listedConceptsNeedNoCodeSystem() throws {
    let include = "{\"system\": \"http://snomed.info/sct\", \"concept\": [{\"code\": \"1\"}]}"
    #expect(try codes("\"include\": [\(include)]") == ["http://snomed.info/sct|1"])
  }

  @Test func importAddsToTheIncluded() throws {
    #expect(
      try codes("\"import\": [\"\(Inline.url("y"))\"], \"include\": [\(isA("e"))]")
        == ["urn:y|1", "urn:letters|d", "urn:letters|e"])
  }

  @Test func excludeTakesAway() throws {
    #expect(try codes("\"include\": [{\"system\": \"urn:letters\"}], \"exclude\": [\(isA("a"))]") == ["urn:letters|e"])
  }

  @Test(arguments: [
    ("\"include\": [{\"system\": \"urn:iso:std:iso:3166\"}]", "no code system urn:iso:std:iso:3166"),
    ("\"import\": [\"urn:none\"]", "no value set urn:none"),
    ("\"import\": [\"http://hl7.org/fhir/ValueSet/x\"]", "http://hl7.org/fhir/ValueSet/x imports itself"),
    (
      "\"include\": [{\"system\": \"urn:letters\", \"filter\": [{\"property\": \"p\", \"op\": \"=\", \"value\": \"1\"}]}]",
      "filter on p of urn:letters"
    ),
    (
      "\"include\": [{\"system\": \"urn:y\", \"concept\": [{\"code\": \"1\"}]}], \"exclude\": [{\"system\": \"urn:y\","
        + "\"concept\": [{\"code\": \"1\"}]}]", "no codes"
    ),
  ])
  func reasonIsGivenWhenThereIsNoList(compose: String, reason: String) throws {
    let valueSet = SchemaValueSet(Inline.url("x"), try expander(compose))
    #expect(try SchemaTextWriter.text(valueSet) == "valueset x \(Inline.url("x")) unexpanded \(reason)\n")
  }

  @Test func unknownRootOfAHierarchyIsNotTakenForAnEmptyOne() throws {
    let expander = try expander("\"include\": [\(isA("z"))]")
    let error = #expect(throws: Unexpandable.self) { try expander.expand(Inline.url("x")) }
    #expect(error?.description == "no code z in urn:letters")
  }

  @Test func systemThatIgnoresCaseIsMarked() throws {
    let valueSet = SchemaValueSet(Inline.url("x"), try expander("\"include\": [\(isA("e"))]"))
    #expect(
      try SchemaTextWriter.text(valueSet)
        == "valueset x \(Inline.url("x"))\n  system urn:letters nocase open\n    d\n    e\n")
  }

  @Test func onlyAWholeSystemIsNotOpen() throws {
    let letters = try SchemaValueSet(Inline.url("letters"), expander(""))
    #expect(try SchemaTextWriter.text(letters).contains("system urn:letters nocase\n"))
    // The codes of an undefined system are unknown.
    let listed = try SchemaValueSet(Inline.url("y"), expander(""))
    #expect(try SchemaTextWriter.text(listed).contains("system urn:y open\n"))
  }

  @Test(arguments: ["", " a", "a ", "#", "system x", "valueset y"])
  func codeThatCannotStandOnALineIsRefused(code: String) throws {
    let expander = try expander(
      "", letters: "\"codeSystem\": {\"system\": \"urn:x\", \"concept\": [{\"code\": \"\(code)\"}]}")
    #expect(throws: CompilerError("letters: the code '\(code)' cannot be written on a line of its own")) {
      try SchemaTextWriter.text(SchemaValueSet(Inline.url("letters"), expander))
    }
  }
}

import FHIRSchemaCompiler
import Testing

/// Features of R4's value sets and code systems that DSTU2's lack.
struct R4ValueSetTests {
  /// a > (b, c > d), and by a property b is below c too; c is only a group.
  private static let letters = """
    {"url": "urn:letters", "content": "complete", "concept": [{"code": "a", "concept": [{"code": "b"},
      {"code": "c", "property": [{"code": "notSelectable", "valueBoolean": true}, {"code": "child", "valueCode": "b"}],
       "concept": [{"code": "d"}]}]}]}
    """

  private func expander(_ include: String, expansion: String = "") throws -> ValueSetExpander {
    let valueSets = [
      try Inline.valueSet("x", "\"compose\": {\"include\": [\(include)]}"),
      try Inline.valueSet("all", "\"compose\": {\"include\": [{\"system\": \"urn:letters\"}]}"),
      try Inline.valueSet(
        "some",
        "\"compose\": {\"include\": [{\"system\": \"urn:letters\", \"concept\": [{\"code\": \"a\"}, {\"code\": \"d\"}]}]}"
      ),
    ]
    let examples = "{\"url\": \"urn:examples\", \"content\": \"example\", \"concept\": [{\"code\": \"e\"}]}"
    return ValueSetExpander(
      try PublishedDefinitions(
        structures: [], valueSets: valueSets,
        codeSystems: [Inline.decode(Self.letters), Inline.decode(examples)],
        expansions: expansion.isEmpty ? nil : Inline.decode(expansion)))
  }

  private func filter(_ op: String) -> String {
    "{\"system\": \"urn:letters\", \"filter\": [{\"property\": \"concept\", \"op\": \"\(op)\", \"value\": \"c\"}]}"
  }

  private func valueSets(_ names: String...) -> String {
    "\"valueSet\": [\(names.map { "\"\(Inline.url($0))|4.0.1\"" }.joined(separator: ","))]"
  }

  private func codes(_ include: String) throws -> [String] {
    try expander(include).expand(Inline.url("x"))["urn:letters"]
  }

  @Test func propertiesGroupAndSubsume() throws {
    #expect(try codes("{\"system\": \"urn:letters\"}") == ["a", "b", "d"])
    #expect(try codes(filter("is-a")) == ["b", "d"])
    #expect(try codes(filter("descendent-of")) == ["b", "d"])
  }

  @Test func valueSetsOfOnePartAreIntersected() throws {
    #expect(try codes("{\(valueSets("all", "some"))}") == ["a", "d"])
    #expect(try codes("{\"system\": \"urn:letters\", \(valueSets("some"))}") == ["a", "d"])
    #expect(try codes("{\(valueSets("some"))}, {\(valueSets("all"))}") == ["a", "d", "b"])
  }

  @Test func systemThatListsExamplesIsNotKnown() throws {
    let error = #expect(throws: Unexpandable.self) {
      try expander("{\"system\": \"urn:examples\"}").expand(Inline.url("x"))
    }
    #expect(error?.description == "no code system urn:examples")
  }

  @Test(arguments: [
    ("", ["e", "f"]),
    ("\"extension\": [{\"url\": \"http://hl7.org/fhir/StructureDefinition/valueset-toocostly\"}],", nil),
  ])
  func publishedExpansionStandsInForAnUnknownSystem(members: String, expected: [String]?) throws {
    let contains =
      "[{\"system\": \"urn:e\", \"code\": \"e\", \"contains\": [{\"system\": \"urn:e\", \"code\": \"f\"}]}]"
    let expansion = "{\"url\": \"\(Inline.url("x"))\", \"expansion\": {\(members) \"contains\": \(contains)}}"
    let expander = try expander("{\"system\": \"urn:e\"}", expansion: expansion)
    #expect((try? expander.expand(Inline.url("x"))["urn:e"]) == expected)
  }

  /// Of value sets that a release takes over, it may publish only the expansion.
  @Test func publishedExpansionStatesTheVersionOfAnUnknownSet() throws {
    func version(_ name: String, release: String) throws -> String? {
      let contains = "[{\"system\": \"urn:e\", \"code\": \"e\"}]"
      let expansion =
        "{\"url\": \"\(Inline.url(name))\", \"version\": \"2.0.0\", \"expansion\": {\"contains\": \(contains)}}"
      let expander = try expander("{\"system\": \"urn:e\"}", expansion: expansion)
      return SchemaValueSet(Inline.url(name), expander, release: release).version
    }
    #expect(try version("unknown", release: "4.3.0") == "2.0.0")
    #expect(try version("unknown", release: "2.0.0") == nil)
    #expect(try version("x", release: "4.3.0") == nil)
  }
}

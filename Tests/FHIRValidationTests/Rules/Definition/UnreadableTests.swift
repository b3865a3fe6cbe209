import FHIRFindings
import FHIRProfiles
import FHIRTestSupport
import Testing

struct DefinitionUnreadableTests {
  private func faults(_ text: String) -> [String] {
    var library = ProfileLibrary()
    library.add(Array(text.utf8), name: "a.json")
    return library.faults.map { "\($0.rule) \($0.severity) \($0.file ?? "") \($0.range.start)" }
  }

  @Test(arguments: [
    (#"{ "a" 1 }"#, 6), (#" { "a": 1 }"#, 1), ("", 0), ("[1, 2", 5),
    ("[\n" + ProfileCase.definition("", "", of: "Patient") + "]", 2),
    (#"{ "resourceType": "StructureDefinition", "url": "http://example.org/a", "type": "Patient" }"#, 0),
  ])
  func aTextThatIsNoDefinition(text: String, offset: Int) {
    #expect(faults(text).last == "definition/unreadable error a.json \(offset)")
  }

  @Test func anElementWithoutAPath() throws {
    let text = ProfileCase.definition(ProfileCase.url, #"{ "min": 1 }"#, of: "Patient")
    let place = try #require(Array(text.utf8).lastIndex(of: UInt8(ascii: "{")))
    #expect(faults(text) == ["definition/unreadable error a.json \(place)"])
  }

  @Test(arguments: [#"{ "path": ".", "min": 1 }"#, #"{ "path": "Patient\#(String(repeating: ".a", count: 70))" }"#])
  func aPathThatNamesNoElement(element: String) {
    #expect(ProfileCase(element).faults().map { $0.prefix(10) } == ["unreadable"])
  }

  /// What cannot be read might forbid what a record has, so nothing is judged by the definition.
  @Test(arguments: [
    #""min": "1""#, #""min": -1"#, #""min": 1.0"#, #""max": 1"#, #""max": "x""#, #""max": "1.0""#, #""max": "-1""#,
    #""binding": { "strength": "requird", "valueSet": "http://example.org/v" }"#,
    #""binding": { "valueSet": "http://example.org/v" }"#, #""slicing": { "rules": "closd" }"#,
    #""slicing": { "rules": "open", "discriminator": [{ "type": "valu", "path": "use" }] }"#,
    #""slicing": { "rules": "open", "discriminator": [\#(Array(repeating: #"{ "type": "value", "path": "use" }"#, count: 21).joined(separator: ","))] }"#,
    #""constraint": [{ "severity": "error", "human": "a", "expression": "false" }]"#,
  ])
  func aStatementThatCannotBeRead(member: String) {
    let text = ProfileCase.definition(
      ProfileCase.url, #"{ "path": "Patient" }, { "path": "Patient.name", \#(member) }"#, of: "Patient")
    #expect(faults(text).map { $0.prefix(26) } == ["definition/unreadable erro"])
  }

  @Test(arguments: [
    #""min": 0, "max": "*""#, #""max": "3""#, #""binding": { "strength": "example" }"#, #""slicing": {}"#,
    #""slicing": { "rules": "openAtEnd", "discriminator": [{ "type": "exists", "path": "use" }, { "path": "text" }] }"#,
  ])
  func acceptsEachForm(member: String) {
    let text = ProfileCase.definition(
      ProfileCase.url, #"{ "path": "Patient" }, { "path": "Patient.name", \#(member) }"#, of: "Patient")
    #expect(faults(text) == [])
  }

  @Test func acceptsAllKindsOfDefinitions() {
    for type in ["ValueSet", "CodeSystem", "SearchParameter", "ImplementationGuide"] {
      #expect(faults(#"{ "resourceType": "\#(type)", "url": "http://example.org/a" }"#) == [])
    }
  }
}

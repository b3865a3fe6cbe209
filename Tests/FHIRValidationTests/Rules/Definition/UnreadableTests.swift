import FHIRFindings
import FHIRProfiles
import FHIRTestSupport
import FHIRValidation
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

  @Test func aDefinitionWithoutElements() {
    let text = ProfileCase.definition(ProfileCase.url, "", of: "Patient")
    #expect(faults(text) == ["definition/unreadable error a.json 0"])
    #expect(faults(text.replacing("differential", with: "snapshot")).count == 1)
  }

  /// The first of two definitions with one url and version counts, and the second is told if it says something else.
  @Test(arguments: [
    (#""version": "1","#, 1, true), (#""version": "1","#, 0, false), (#""version": "2","#, 1, false),
    (#""version": "1", "fhirVersion": "3.0.2","#, 1, false),
  ])
  func twoDefinitionsOfOneURL(other: String, minimum: Int, isFault: Bool) {
    func text(_ more: String, _ minimum: Int) -> String {
      let element = #"{ "path": "Patient.name", "min": \#(minimum) }"#
      return ProfileCase.definition(ProfileCase.url, element, of: "Patient", more: more)
    }
    var library = ProfileLibrary()
    library.add(Array(text(#""version": "1","#, 0).utf8), name: "a.json")
    library.add(Array(text(other, minimum).replacing("\n", with: " ").utf8), name: "b.json")
    #expect(library.faults.map(\.rule.rawValue) == (isFault ? ["definition/unreadable"] : []))
    #expect(library.faults.allSatisfy { $0.severity == .warning && $0.file == "b.json" })
    #expect(library.faults.allSatisfy { $0.message.contains("'a.json', which is used") })
  }

  /// Each package has its own.
  @Test func aDefinitionOfAnotherPackage() {
    func set(_ code: String) -> [UInt8] {
      Array(#"{ "resourceType": "ValueSet", "url": "http://example.org/a", "name": "\#(code)" }"#.utf8)
    }
    var library = ProfileLibrary()
    for code in ["a", "b"] { library.addPackage { add in add("\(code).json", set(code)) } }
    #expect(library.faults.isEmpty)
    library.addPackage { add in for code in ["a", "b"] { add("\(code).json", set(code)) } }
    #expect(library.faults.map(\.file) == ["b.json"])
  }

  @Test func anElementWithoutAPath() throws {
    let text = ProfileCase.definition(ProfileCase.url, #"{ "min": 1 }"#, of: "Patient")
    let place = try #require(Array(text.utf8).lastIndex(of: UInt8(ascii: "{")))
    #expect(faults(text) == ["definition/unreadable error a.json \(place)"])
  }

  @Test(arguments: [
    #"{ "path": ".", "min": 1 }"#, #"{ "path": "Practitioner.name", "max": "0" }"#, #"{ "path": "name", "min": 1 }"#,
    #"{ "path": "Patient\#(String(repeating: ".a", count: 70))" }"#,
  ])
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
    #""constraint": [{ "severity": "error", "human": "a", "expression": "false" }]"#, #""maxLength": -1"#,
    #""constraint": [{ "key": "a", "human": "a", "expression": "false" }]"#,
    #""constraint": [{ "key": "a", "severity": "information", "human": "a", "expression": "false" }]"#,
    #""slicing": { "rules": "open", "discriminator": [{ "type": "value" }] }"#,

    #""type": [{ "profile": ["http://a.b"] }]"#,
    #""maxLength": "5""#, #""type": [{ "code": "Reference", "aggregation": ["inside"] }]"#,
    #""type": [{ "code": "Reference", "versioning": "specifik" }]"#,
  ])
  func aStatementThatCannotBeRead(member: String) {
    let text = ProfileCase.definition(
      ProfileCase.url, #"{ "path": "Patient" }, { "path": "Patient.name", \#(member) }"#, of: "Patient")
    #expect(faults(text).map { $0.prefix(26) } == ["definition/unreadable erro"])
  }

  /// What is for no release that is judged is told where a record or the caller asks for it.
  @Test(arguments: ["5.0.0", "6.0.0-ballot3", "banana"]) func aDefinitionOfAReleaseThatIsNotJudged(version: String) {
    func definition(_ version: String) -> String {
      ProfileCase.definition(
        ProfileCase.url, #"{ "path": "Patient.name", "min": 1 }"#, of: "Patient",
        more: #""fhirVersion": "\#(version)","#)
    }
    let profile = ProfileCase("", text: definition(version))
    #expect(profile.faults() == ["unreadable "])
    let validator = profile.validator
    let counts = validator.validate(Array(profile.record(#""active": true"#).utf8)).tally.notChecked
    #expect(counts.keys.map(\.string) == ["profile \(ProfileCase.url)"])
    let unasked = profile.validator
    _ = unasked.validate(Array(#"{ "resourceType": "Patient", "active": true }"#.utf8))
    #expect(unasked.neededFaults.isEmpty)
    // Another definition of the profile is for a release that is judged, whether or not for that of the record.
    for other in ["4.0.1", "3.0.2"] {
      #expect(ProfileCase("", others: [definition(other)], text: definition(version)).faults() == [])
    }
  }

  @Test(arguments: [
    #""min": 0, "max": "*""#, #""max": "3""#, #""binding": { "strength": "example" }"#, #""slicing": {}"#,
    // Some editors write a length of 0 where the author gave none.
    #""maxLength": 0"#, #""type": [{ "code": "Reference", "aggregation": ["bundled"], "versioning": "either" }]"#,
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

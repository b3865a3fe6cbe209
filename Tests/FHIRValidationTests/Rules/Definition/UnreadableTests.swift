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

  @Test func acceptsAllKindsOfDefinitions() {
    for type in ["ValueSet", "CodeSystem", "SearchParameter", "ImplementationGuide"] {
      #expect(faults(#"{ "resourceType": "\#(type)", "url": "http://example.org/a" }"#) == [])
    }
  }
}

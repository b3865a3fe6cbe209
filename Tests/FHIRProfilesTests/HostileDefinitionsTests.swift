import FHIRFindings
import FHIRProfiles
import FHIRSchema
import FHIRTestSupport
import FHIRSupport
import FHIRValidation
import Testing

/// Hostile definitions lead to faults or findings in a short time.
struct HostileDefinitionsTests {
  @Test func aCircleOfReusedContentEnds() throws {
    let profile = ProfileCase(
      """
      { "path": "Questionnaire.item", "contentReference": "#Questionnaire.item.item" },
      { "path": "Questionnaire.item.item", "contentReference": "#Questionnaire.item" },
      { "path": "Questionnaire.item.item.text", "min": 1 }
      """, of: "Questionnaire")
    #expect(
      !profile.findings(
        in:
          #""status": "draft", "item": [{ "linkId": "1", "type": "group", "item": [{ "linkId": "2", "type": "group" }] }]"#
      ).isEmpty)
  }

  @Test func thousandsOfSlicesOverThousandsOfValuesEnd() {
    let slices = (0..<2_000).map { number in
      """
      { "path": "Patient.identifier", "sliceName": "s\(number)" },
      { "path": "Patient.identifier.system", "fixedUri": "http://example.org/\(number)" }
      """
    }
    let profile = ProfileCase(
      """
      { "path": "Patient.identifier", "slicing": { "discriminator": [{ "type": "value", "path": "system" }], "rules": "open" } },
      \(slices.joined(separator: ",\n"))
      """)
    let values = (0..<4_000).map { _ in #"{ "system": "http://a" }"# }.joined(separator: ", ")
    let tally = profile.validator.validate(Array(profile.record("\"identifier\": [\(values)]").utf8)).tally
    #expect(tally.profileCounts[ProfileCase.url.byBytes]?.met == 0)
  }

  @Test(arguments: [".", ".."])
  func aPathWithoutNamesIsAFault(path: String) {
    let profile = ProfileCase(#"{ "path": "Patient.name", "min": 1 }, { "path": "\#(path)", "min": 1 }"#)
    let faults = profile.validator.profileFaults
    #expect(faults.count == 1)
    #expect(faults.first?.profile == ProfileCase.url)
  }

  @Test func aNegativeMaximumIsNone() {
    let profile = ProfileCase(
      """
      { "path": "Patient.name", "max": "-1" },
      { "path": "Patient.extension", "sliceName": "x", "max": "-1", "type": [
        { "code": "Extension", "profile": ["http://example.org/x"] }] }
      """)
    let members = #""name": [{ "text": "a" }], "extension": [{ "url": "http://example.org/x", "valueCode": "a" }]"#
    #expect(profile.findings(in: members) == [])
  }

  @Test func nonDefinitionsAreFaults() {
    for text in ["", "{", "[1, 2]", #"{ "resourceType": "StructureDefinition" }"#, #"{ "a": 1 }"#] {
      var library = ProfileLibrary()
      library.add(Array(text.utf8))
      #expect(library.isEmpty)
      #expect(!library.faults.isEmpty, "\(text)")
    }
  }

  @Test func aFaultSaysWhatIsWrongWithTheText() {
    let deep = #"{ "resourceType": "StructureDefinition", "a": "# + String(repeating: "[", count: 300)
    for (text, reason) in [
      (#"{ "a" 1 }"#, "expected ':', found"), (deep, "expected at most 200 levels of nesting, found more"),
    ] {
      var library = ProfileLibrary()
      library.add(Array(text.utf8))
      #expect(library.faults.contains { $0.description.contains(reason) }, "\(library.faults.map(\.description))")
    }
  }

  @Test func resourcesThatPointToEachOtherEnd() {
    let target = ProfileCase.definition(
      "http://example.org/organization",
      """
      { "path": "Organization.partOf", "min": 1,
        "type": [{ "code": "Reference", "targetProfile": ["http://example.org/organization"] }] }
      """, of: "Organization")
    let profile = ProfileCase(
      """
      { "path": "Patient.managingOrganization",
        "type": [{ "code": "Reference", "targetProfile": ["http://example.org/organization"] }] }
      """, others: [target])
    let circle = ##"""
      "managingOrganization": { "reference": "#a" },
      "contained": [
        { "resourceType": "Organization", "id": "a", "name": "a", "partOf": { "reference": "#b" } },
        { "resourceType": "Organization", "id": "b", "name": "b", "partOf": { "reference": "#a" } }
      ]
      """##
    #expect(profile.findings(in: circle).isEmpty)
    #expect(
      profile.findings(in: circle.replacing(##", "partOf": { "reference": "#a" }"##, with: "")) == [
        "wrong-target Patient.managingOrganization"
      ])
  }

  /// Each asks for another element: a fault that several find alike is one finding.
  @Test func profilesThatImposeOneAnotherEnd() throws {
    var library = ProfileLibrary()
    let elements = [
      "name", "identifier", "telecom", "gender", "birthDate", "address", "maritalStatus", "photo", "contact",
      "communication", "generalPractitioner", "managingOrganization",
    ]
    for (number, element) in elements.enumerated() {
      let imposed = (0..<12).map { other in
        #"{ "url": "http://hl7.org/fhir/StructureDefinition/structuredefinition-imposeProfile", "valueCanonical": "\#(ProfileCase.url)\#(other)" }"#
      }
      let definition = ProfileCase.definition(
        "\(ProfileCase.url)\(number)", #"{ "path": "Patient.\#(element)", "min": 1 }"#, of: "Patient",
        more: "\"extension\": [\(imposed.joined(separator: ", "))],")
      library.add(Array(definition.utf8))
    }
    let validator = try #require(Validator(release: .r4, library: library, profiles: ["\(ProfileCase.url)0"]))
    let result = validator.validate(Array(#"{ "resourceType": "Patient", "active": true }"#.utf8))
    #expect(result.findings.count { $0.rule == "profile/required-element" } == 12)
  }

  @Test func aFaultIsReportedWhereNothingElseWasGiven() throws {
    var library = ProfileLibrary()
    let elements = Array(repeating: #"{ "path": "Patient.name" }"#, count: 20_001).joined(separator: ",")
    library.add(Array(ProfileCase.definition(ProfileCase.url, elements, of: "Patient").utf8))
    #expect(library.isEmpty)
    let faults = Validator(library: library).profileFaults.map(\.description)
    #expect(faults.contains { $0.contains("expected at most 20000 elements, found more") })
  }
}

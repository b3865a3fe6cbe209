import FHIRProfiles
import FHIRSchema
import FHIRTestSupport
import FHIRText
import FHIRValidation
import Testing

/// Definitions that are made to do harm end in faults or in findings, soon.
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
    let values = (0..<10_000).map { _ in #"{ "system": "http://a" }"# }.joined(separator: ", ")
    let tally = profile.validator.validate(Array(profile.record("\"identifier\": [\(values)]").utf8)).tally
    #expect(tally.profileCounts[ProfileCase.url.byBytes]?.met == 0)
  }

  @Test func whatIsNoDefinitionIsAFault() {
    for text in ["", "{", "[1, 2]", #"{ "resourceType": "StructureDefinition" }"#, #"{ "a": 1 }"#] {
      var library = ProfileLibrary()
      library.add(Array(text.utf8))
      #expect(library.isEmpty)
      #expect(!library.faults.isEmpty, "\(text)")
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
}

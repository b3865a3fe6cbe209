import FHIRTestSupport
import Testing

struct DefinitionMissingBaseTests {
  @Test(arguments: ["http://example.org/nowhere", ProfileCase.url, "http://hl7.org/fhir/StructureDefinition/Patients"])
  func aBaseThatIsNotThere(base: String) {
    let profile = ProfileCase(#"{ "path": "Patient.name", "min": 1 }"#, base: base)
    #expect(profile.faults() == ["missing-base "])
    #expect(profile.findings(in: #""active": true"#) == [])
  }

  @Test func aCircleOfTwo() {
    let other = ProfileCase.definition(
      "http://example.org/other", #"{ "path": "Patient.name" }"#, of: "Patient", base: ProfileCase.url)
    let profile = ProfileCase(
      #"{ "path": "Patient.name", "min": 1 }"#, base: "http://example.org/other", others: [other])
    #expect(profile.faults() == ["missing-base "])
  }

  @Test func aBaseAboutAnotherType() {
    let other = ProfileCase.definition("http://example.org/other", #"{ "path": "Group.name" }"#, of: "Group")
    let profile = ProfileCase(
      #"{ "path": "Patient.name", "min": 1 }"#, base: "http://example.org/other", others: [other])
    #expect(profile.faults() == ["missing-base "])
  }

  @Test(arguments: ["Observation", "HumanName", "Element"]) func aTypeOfTheReleaseAsTheBaseOfAnother(base: String) {
    let profile = ProfileCase(
      #"{ "path": "Patient.name", "min": 1 }"#, base: "http://hl7.org/fhir/StructureDefinition/\(base)")
    #expect(profile.faults() == ["missing-base "])
    #expect(profile.findings(in: #""active": true"#) == [])
  }

  @Test(arguments: ["DomainResource", "Resource"]) func acceptsAnAbstractBaseOfTheType(base: String) {
    let profile = ProfileCase(
      #"{ "path": "Patient.name", "min": 1 }"#, base: "http://hl7.org/fhir/StructureDefinition/\(base)")
    #expect(profile.findings(in: #""active": true"#) == ["required-element Patient.name"])
  }

  /// A snapshot states what it needs of its base.
  @Test func acceptsASnapshotWithoutItsBase() {
    let text = ProfileCase.definition(
      ProfileCase.url, #"{ "path": "Patient.name", "min": 1 }"#, of: "Patient", base: "http://example.org/nowhere")
    let profile = ProfileCase("", text: text.replacing("differential", with: "snapshot"))
    #expect(profile.faults() == [])
    #expect(profile.findings(in: #""active": true"#) == ["required-element Patient.name"])
  }
}

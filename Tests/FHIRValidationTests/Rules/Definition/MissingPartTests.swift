import FHIRProfiles
import FHIRTestSupport
import FHIRValidation
import Testing

struct DefinitionMissingPartTests {
  @Test func aProfileOfAValue() {
    let profile = ProfileCase(
      #"{ "path": "Patient.name", "type": [{ "code": "HumanName", "profile": ["http://example.org/nowhere"] }] }"#)
    #expect(profile.faults(in: #""name": [{ "text": "a" }]"#) == ["missing-part Patient.name"])
    // Whether a record has such a value changes nothing about the definition.
    #expect(profile.faults() == ["missing-part Patient.name"])
  }

  /// What a part refers to is missing whether or not a record needs the part, and is told each time it is asked for.
  @Test func aProfileOfAPart() {
    let name = ProfileCase.definition(
      "http://example.org/name",
      #"{ "path": "HumanName.period", "type": [{ "code": "Period", "profile": ["http://example.org/nowhere"] }] }"#,
      of: "HumanName")
    let profile = ProfileCase(
      #"{ "path": "Patient.name", "type": [{ "code": "HumanName", "profile": ["http://example.org/name"] }] }"#,
      others: [name])
    let validator = profile.validator
    _ = validator.validate(Array(profile.record(#""active": true"#).utf8))
    for _ in 0..<2 { #expect(validator.neededFaults.map(\.element) == ["HumanName.period"]) }
  }

  @Test func aProfileOfATarget() {
    let profile = ProfileCase(
      """
      { "path": "Patient.managingOrganization", "type": [{
        "code": "Reference", "targetProfile": ["http://example.org/nowhere"] }] }
      """)
    let record = ##"""
      "contained": [{ "resourceType": "Organization", "id": "a", "name": "a" }],
      "managingOrganization": { "reference": "#a" }
      """##
    #expect(profile.faults(in: record) == ["missing-part Patient.managingOrganization"])
  }

  @Test func theDefinitionOfAnExtension() {
    let profile = ProfileCase(
      """
      { "path": "Patient.extension", "sliceName": "a", "type": [{
        "code": "Extension", "profile": ["http://example.org/nowhere"] }] }
      """)
    let record = #""extension": [{ "url": "http://example.org/nowhere", "valueCode": "a" }]"#
    #expect(profile.faults(in: record) == ["missing-part Patient.extension:a"])
  }

  @Test func aProfileThatTellsASlice() {
    let profile = ProfileCase(
      """
      { "path": "Patient.name", "slicing": { "discriminator": [{ "type": "value", "path": "use" }], "rules": "open" } },
      { "path": "Patient.name", "sliceName": "a", "min": 1, "type": [{
        "code": "HumanName", "profile": ["http://example.org/nowhere"] }] }
      """)
    #expect(profile.faults() == ["missing-part Patient.name:a"])
  }

  /// The same is missing for several elements, and is to be given once.
  @Test func oneDefinitionIsOneFault() {
    let profile = ProfileCase(
      """
      { "path": "Patient.name", "type": [{ "code": "HumanName", "profile": ["http://example.org/nowhere"] }] },
      { "path": "Patient.contact.name", "type": [{ "code": "HumanName", "profile": ["http://example.org/nowhere"] }] }
      """)
    let record = #""name": [{ "text": "a" }], "contact": [{ "name": { "text": "a" } }]"#
    #expect(profile.faults(in: record) == ["missing-part Patient.name"])
  }

  @Test func acceptsTheDefinitionOfAType() {
    let profile = ProfileCase(
      """
      { "path": "Patient.name", "type": [{
        "code": "HumanName", "profile": ["http://hl7.org/fhir/StructureDefinition/HumanName"] }] }
      """)
    #expect(profile.faults(in: #""name": [{ "text": "a" }]"#) == [])
  }
}

import FHIRTestSupport
import Testing

struct ProfileWrongTargetTests {
  @Test func aContainedTargetThatBreaksItsProfile() {
    let profile = ProfileCase(
      #"""
        { "path": "Patient.managingOrganization", "type": [{ "code": "Reference", "targetProfile": ["http://example.org/organization"] }] }
      """#, others: ProfileDefinitions.all)
    #expect(
      profile.findings(
        in: #"""
          "contained": [{ "resourceType": "Organization", "id": "a", "active": true, "name": "No" }], "managingOrganization": { "reference": "#a" }
          """#) == ["wrong-target Patient.managingOrganization"])
  }

  @Test func anotherTypeSeenFromTheAddress() {
    let profile = ProfileCase(
      #"""
        { "path": "Patient.generalPractitioner", "type": [{ "code": "Reference", "targetProfile": ["http://hl7.org/fhir/StructureDefinition/Organization"] }] }
      """#, others: ProfileDefinitions.all)
    #expect(
      profile.findings(
        in: #"""
          "generalPractitioner": [{ "reference": "Practitioner/1" }]
          """#) == ["wrong-target Patient.generalPractitioner[0]"])
  }

  @Test func aTargetElsewhere() {
    let profile = ProfileCase(
      #"""
        { "path": "Patient.managingOrganization", "type": [{ "code": "Reference", "targetProfile": ["http://example.org/organization"] }] }
      """#, others: ProfileDefinitions.all)
    #expect(
      profile.findings(
        in: #"""
          "managingOrganization": { "reference": "Organization/1" }
          """#) == [])
  }

  @Test(
    "the type of a target is known when it is written with escapes", arguments: ["Organization", #"Organizati\u006fn"#])
  func aContainedTargetWithEscapes(type: String) {
    let profile = ProfileCase(
      #"""
        { "path": "Patient.managingOrganization", "type": [{ "code": "Reference", "targetProfile": ["http://hl7.org/fhir/StructureDefinition/Organization"] }] }
      """#, others: ProfileDefinitions.all)
    let contained = #""contained": [{ "resourceType": "\#(type)", "id": "a", "name": "Yes" }]"#
    #expect(profile.findings(in: ##"\##(contained), "managingOrganization": { "reference": "#a" }"##) == [])
  }
}

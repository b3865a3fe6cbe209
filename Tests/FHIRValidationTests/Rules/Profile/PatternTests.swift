import FHIRTestSupport
import Testing

struct ProfilePatternTests {
  @Test func whatAPatternHas() {
    let profile = ProfileCase(
      #"""
        { "path": "Patient.maritalStatus", "patternCodeableConcept": { "coding": [{ "code": "M" }] } }
      """#, others: ProfileDefinitions.all)
    #expect(
      profile.findings(
        in: #"""
          "maritalStatus": { "coding": [{ "system": "http://terminology.hl7.org/CodeSystem/v3-MaritalStatus", "code": "S" }] }
          """#) == ["pattern Patient.maritalStatus.coding[0].code"])
  }

  @Test func moreThanThePattern() {
    let profile = ProfileCase(
      #"""
        { "path": "Patient.maritalStatus", "patternCodeableConcept": { "coding": [{ "code": "M" }] } }
      """#, others: ProfileDefinitions.all)
    #expect(
      profile.findings(
        in: #"""
          "maritalStatus": { "coding": [{ "system": "http://example.org", "code": "x" }, { "system": "http://terminology.hl7.org/CodeSystem/v3-MaritalStatus", "code": "M" }] }
          """#) == [])
  }
}

import FHIRTestSupport
import Testing

struct ProfileFixedValueTests {
  @Test func anotherValue() {
    let profile = ProfileCase(
      #"""
        { "path": "Patient.gender", "fixedCode": "female" }
      """#, others: ProfileDefinitions.all)
    #expect(
      profile.findings(
        in: #"""
          "gender": "male"
          """#) == ["fixed-value Patient.gender"])
  }

  @Test func membersInAnotherOrder() {
    let profile = ProfileCase(
      #"""
        { "path": "Patient.maritalStatus", "fixedCodeableConcept": { "coding": [{ "system": "http://terminology.hl7.org/CodeSystem/v3-MaritalStatus", "code": "M" }] } }
      """#, others: ProfileDefinitions.all)
    #expect(
      profile.findings(
        in: #"""
          "maritalStatus": { "coding": [{ "code": "M", "system": "http://terminology.hl7.org/CodeSystem/v3-MaritalStatus" }] }
          """#) == [])
  }

  @Test func oneMemberMore() {
    let profile = ProfileCase(
      #"""
        { "path": "Patient.maritalStatus", "fixedCodeableConcept": { "coding": [{ "system": "http://terminology.hl7.org/CodeSystem/v3-MaritalStatus", "code": "M" }] } }
      """#, others: ProfileDefinitions.all)
    #expect(
      profile.findings(
        in: #"""
          "maritalStatus": { "coding": [{ "code": "M", "system": "http://terminology.hl7.org/CodeSystem/v3-MaritalStatus", "display": "Married" }] }
          """#) == ["fixed-value Patient.maritalStatus.coding[0].display"])
  }
}

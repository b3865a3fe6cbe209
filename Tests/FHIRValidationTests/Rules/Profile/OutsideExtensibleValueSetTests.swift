import FHIRTestSupport
import Testing

struct ProfileOutsideExtensibleValueSetTests {
  @Test func aCodeOfItsSystem() {
    let profile = ProfileCase(
      #"""
        { "path": "Patient.maritalStatus", "binding": { "strength": "extensible", "valueSet": "http://example.org/married" } }
      """#, others: ProfileDefinitions.all)
    #expect(
      profile.findings(
        in: #"""
          "maritalStatus": { "coding": [{ "system": "http://terminology.hl7.org/CodeSystem/v3-MaritalStatus", "code": "S" }] }
          """#) == ["outside-extensible-value-set Patient.maritalStatus.coding[0].code"])
  }

  @Test func aTextAlone() {
    let profile = ProfileCase(
      #"""
        { "path": "Patient.maritalStatus", "binding": { "strength": "extensible", "valueSet": "http://example.org/married" } }
      """#, others: ProfileDefinitions.all)
    #expect(
      profile.findings(
        in: #"""
          "maritalStatus": { "text": "it is complicated" }
          """#) == [])
  }
}

import FHIRTestSupport
import Testing

struct ProfileRequiredElementTests {
  @Test func aChildThatIsMissing() {
    let profile = ProfileCase(
      #"""
        { "path": "Patient.birthDate", "min": 1 }
      """#, others: ProfileDefinitions.all)
    #expect(
      profile.findings(
        in: #"""
          "gender": "female"
          """#) == ["required-element Patient.birthDate"])
  }

  @Test func anExtensionInItsPlace() {
    let profile = ProfileCase(
      #"""
        { "path": "Patient.birthDate", "min": 1 }
      """#, others: ProfileDefinitions.all)
    #expect(
      profile.findings(
        in: #"""
          "_birthDate": { "extension": [{ "url": "http://example.org/a", "valueCode": "unknown" }] }
          """#) == [])
  }

  @Test func oneInEachObject() {
    let profile = ProfileCase(
      #"""
        { "path": "Patient.name", "min": 1 },
        { "path": "Patient.name.family", "min": 1 }
      """#, others: ProfileDefinitions.all)
    #expect(
      profile.findings(
        in: #"""
          "name": [{ "family": "A" }, { "text": "B" }]
          """#) == ["required-element Patient.name[1].family"])
  }
}

import FHIRTestSupport
import Testing

struct ProfileOutsideValueSetTests {
  @Test func aCodeThatIsNotListed() {
    let profile = ProfileCase(
      #"""
        { "path": "Patient.gender", "binding": { "strength": "required", "valueSet": "http://example.org/sexes" } }
      """#, others: ProfileDefinitions.all)
    #expect(
      profile.findings(
        in: #"""
          "gender": "other"
          """#) == ["outside-value-set Patient.gender"])
  }

  @Test func aCodeThatIs() {
    let profile = ProfileCase(
      #"""
        { "path": "Patient.gender", "binding": { "strength": "required", "valueSet": "http://example.org/sexes" } }
      """#, others: ProfileDefinitions.all)
    #expect(
      profile.findings(
        in: #"""
          "gender": "male"
          """#) == [])
  }

  @Test func aValueSetThatIsNotAtHand() {
    let profile = ProfileCase(
      #"""
        { "path": "Patient.gender", "binding": { "strength": "required", "valueSet": "http://example.org/unknown" } }
      """#, others: ProfileDefinitions.all)
    #expect(
      profile.findings(
        in: #"""
          "gender": "other"
          """#) == [])
  }
}

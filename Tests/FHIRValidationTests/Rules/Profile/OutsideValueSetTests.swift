import FHIRTestSupport
import Testing

struct ProfileOutsideValueSetTests {
  @Test func reportsACodeThatIsNotListed() {
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

  @Test func acceptsAListedCode() {
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

  @Test func countsAMissingValueSet() {
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

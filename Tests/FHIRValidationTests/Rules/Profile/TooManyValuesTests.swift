import FHIRTestSupport
import Testing

struct ProfileTooManyValuesTests {
  @Test func moreThanTheMaximum() {
    let profile = ProfileCase(
      #"""
        { "path": "Patient.name", "max": "1" }
      """#, others: ProfileDefinitions.all)
    #expect(
      profile.findings(
        in: #"""
          "name": [{ "text": "A" }, { "text": "B" }]
          """#) == ["too-many-values Patient.name[1]"])
  }

  @Test func whatIsForbidden() {
    let profile = ProfileCase(
      #"""
        { "path": "Patient.name.suffix", "max": "0" }
      """#, others: ProfileDefinitions.all)
    #expect(
      profile.findings(
        in: #"""
          "name": [{ "suffix": ["MD"] }]
          """#) == ["too-many-values Patient.name[0].suffix[0]"])
  }
}

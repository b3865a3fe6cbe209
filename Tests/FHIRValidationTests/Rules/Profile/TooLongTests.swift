import FHIRTestSupport
import Testing

struct ProfileTooLongTests {
  @Test func aLongerText() {
    let profile = ProfileCase(
      #"""
        { "path": "Patient.language", "maxLength": 2 }
      """#, others: ProfileDefinitions.all)
    #expect(
      profile.findings(
        in: #"""
          "language": "en-US"
          """#) == ["too-long Patient.language"])
  }

  @Test func charactersAndNotBytes() {
    let profile = ProfileCase(
      #"""
        { "path": "Patient.name.text", "maxLength": 2 }
      """#, others: ProfileDefinitions.all)
    #expect(
      profile.findings(
        in: #"""
          "name": [{ "text": "\u00e9é" }]
          """#) == [])
  }
}

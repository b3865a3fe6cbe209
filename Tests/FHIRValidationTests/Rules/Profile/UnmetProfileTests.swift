import FHIRTestSupport
import Testing

struct ProfileUnmetProfileTests {
  @Test func noneOfTwo() {
    let profile = ProfileCase(
      #"""
        { "path": "Patient.name", "type": [{ "code": "HumanName", "profile": ["http://example.org/name", "http://example.org/short-name"] }] }
      """#, others: ProfileDefinitions.all)
    #expect(
      profile.findings(
        in: #"""
          "name": [{ "prefix": ["Dr"] }, { "given": ["A"] }]
          """#) == ["unmet-profile Patient.name[0]"])
  }
}

import FHIRTestSupport
import Testing

struct ProfileExtensionContextTests {
  @Test func onAnotherElement() {
    let profile = ProfileCase(
      #"""
        { "path": "Patient" }
      """#, others: ProfileDefinitions.all)
    #expect(
      profile.findings(
        in: #"""
          "extension": [{ "url": "http://example.org/of-names", "valueString": "a" }]
          """#) == ["extension-context Patient.extension[0]"])
  }

  @Test func onTheElement() {
    let profile = ProfileCase(
      #"""
        { "path": "Patient" }
      """#, others: ProfileDefinitions.all)
    #expect(
      profile.findings(
        in: #"""
          "name": [{ "text": "A", "extension": [{ "url": "http://example.org/of-names", "valueString": "a" }] }]
          """#) == [])
  }

  @Test func anotherValueThanItsDefinitionAllows() {
    let profile = ProfileCase(
      #"""
        { "path": "Patient" }
      """#, others: ProfileDefinitions.all)
    #expect(
      profile.findings(
        in: #"""
          "name": [{ "text": "A", "extension": [{ "url": "http://example.org/of-names", "valueBoolean": true }] }]
          """#) == ["wrong-type Patient.name[0].extension[0].value.ofType(boolean)"])
  }
}

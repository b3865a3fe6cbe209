import FHIRTestSupport
import Testing

struct ProfileUnknownModifierTests {
  @Test func oneWithoutADefinition() {
    let profile = ProfileCase(
      #"""
        { "path": "Patient" }
      """#, others: ProfileDefinitions.all)
    #expect(
      profile.findings(
        in: #"""
          "modifierExtension": [{ "url": "http://example.org/unheard-of", "valueBoolean": true }]
          """#) == ["unknown-modifier Patient.modifierExtension[0]"])
  }

  @Test func aPlainExtension() {
    let profile = ProfileCase(
      #"""
        { "path": "Patient" }
      """#, others: ProfileDefinitions.all)
    #expect(
      profile.findings(
        in: #"""
          "extension": [{ "url": "http://example.org/unheard-of", "valueBoolean": true }]
          """#) == [])
  }
}

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

  @Test("escapes in a key are resolved", arguments: [#"\u0065xtension"#, #"e\u0078tensi\u006fn"#])
  func aPlainExtensionWithEscapes(key: String) {
    let profile = ProfileCase(
      #"""
        { "path": "Patient" }
      """#, others: ProfileDefinitions.all)
    let member = #""\#(key)": [{ "url": "http://example.org/unheard-of", "valueBoolean": true }]"#
    #expect(profile.findings(in: member) == [])
  }
}

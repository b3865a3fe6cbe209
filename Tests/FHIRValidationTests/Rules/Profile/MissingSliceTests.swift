import FHIRTestSupport
import Testing

struct ProfileMissingSliceTests {
  @Test func noneOfARequiredSlice() {
    let profile = ProfileCase(
      #"""
        { "path": "Patient.identifier", "slicing": { "discriminator": [{ "type": "value", "path": "system" }], "rules": "open" } },
        { "path": "Patient.identifier", "sliceName": "mrn", "min": 1 },
        { "path": "Patient.identifier.system", "fixedUri": "http://example.org/mrn" }
      """#, others: ProfileDefinitions.all)
    #expect(
      profile.findings(
        in: #"""
          "identifier": [{ "system": "http://example.org/other", "value": "1" }]
          """#) == ["missing-slice Patient.identifier"])
  }

  @Test func acceptsAnythingInOpenSlicing() {
    let profile = ProfileCase(
      #"""
        { "path": "Patient.identifier", "slicing": { "discriminator": [{ "type": "value", "path": "system" }], "rules": "open" } },
        { "path": "Patient.identifier", "sliceName": "mrn", "min": 1 },
        { "path": "Patient.identifier.system", "fixedUri": "http://example.org/mrn" }
      """#, others: ProfileDefinitions.all)
    #expect(
      profile.findings(
        in: #"""
          "identifier": [{ "system": "http://example.org/other" }, { "system": "http://example.org/mrn", "value": "1" }]
          """#) == [])
  }
}

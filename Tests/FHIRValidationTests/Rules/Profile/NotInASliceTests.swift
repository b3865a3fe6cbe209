import FHIRTestSupport
import Testing

struct ProfileNotInASliceTests {
  @Test func reportsAnUnmatchedItemInClosedSlices() {
    let profile = ProfileCase(
      #"""
        { "path": "Patient.identifier", "slicing": { "discriminator": [{ "type": "value", "path": "system" }], "rules": "closed" } },
        { "path": "Patient.identifier", "sliceName": "mrn", "min": 0 },
        { "path": "Patient.identifier.system", "fixedUri": "http://example.org/mrn" }
      """#, others: ProfileDefinitions.all)
    #expect(
      profile.findings(
        in: #"""
          "identifier": [{ "system": "http://example.org/other" }, { "system": "http://example.org/mrn" }]
          """#) == ["not-in-a-slice Patient.identifier[0]"])
  }
}

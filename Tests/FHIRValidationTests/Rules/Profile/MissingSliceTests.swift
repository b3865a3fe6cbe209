import FHIRFindings
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

  /// The only value of a choice has no place among others.
  @Test func namesTheNearestValue() {
    let profile = ProfileCase(
      #"""
        { "path": "Observation.value[x]", "slicing": { "discriminator": [{ "type": "type", "path": "$this" }], "rules": "open" } },
        { "path": "Observation.value[x]", "sliceName": "valueQuantity", "min": 1, "type": [{ "code": "Quantity" }] }
      """#, of: "Observation")
    let found = profile.details(in: #""status": "final", "code": { "text": "a" }, "valueString": "x""#)
    #expect(found.map { $0.message.hasSuffix("found none; the nearest is the one whose value is a string") } == [true])
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

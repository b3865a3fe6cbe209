import FHIRTestSupport
import Testing

struct ProfileSliceOrderTests {
  @Test func slicesTheOtherWayRound() {
    let profile = ProfileCase(
      #"""
        { "path": "Patient.telecom", "slicing": { "discriminator": [{ "type": "value", "path": "system" }], "ordered": true, "rules": "open" } },
        { "path": "Patient.telecom", "sliceName": "phone" },
        { "path": "Patient.telecom.system", "fixedCode": "phone" },
        { "path": "Patient.telecom", "sliceName": "email" },
        { "path": "Patient.telecom.system", "fixedCode": "email" }
      """#, others: ProfileDefinitions.all)
    #expect(
      profile.findings(
        in: #"""
          "telecom": [{ "system": "email", "value": "a@b" }, { "system": "phone", "value": "1" }]
          """#) == ["slice-order Patient.telecom[1]"])
  }

  @Test(arguments: [true, false]) func valuesBeforeTheSlicesThatAreOpenAtTheirEnd(isOrdered: Bool) {
    let profile = ProfileCase(
      #"""
        { "path": "Patient.telecom", "slicing": { "discriminator": [{ "type": "value", "path": "system" }], "ordered": \#(isOrdered), "rules": "openAtEnd" } },
        { "path": "Patient.telecom", "sliceName": "phone" },
        { "path": "Patient.telecom.system", "fixedCode": "phone" },
        { "path": "Patient.telecom", "sliceName": "email" },
        { "path": "Patient.telecom.system", "fixedCode": "email" }
      """#, others: ProfileDefinitions.all)
    #expect(
      profile.findings(
        in: #"""
          "telecom": [{ "system": "url", "value": "http://a" }, { "system": "phone", "value": "1" }, { "system": "email", "value": "a@b" }, { "system": "url", "value": "http://b" }]
          """#) == ["slice-order Patient.telecom[0]"])
  }

  @Test func acceptsAnUnmatchedItemBetweenSlices() {
    let profile = ProfileCase(
      #"""
        { "path": "Patient.telecom", "slicing": { "discriminator": [{ "type": "value", "path": "system" }], "ordered": true, "rules": "open" } },
        { "path": "Patient.telecom", "sliceName": "phone" },
        { "path": "Patient.telecom.system", "fixedCode": "phone" },
        { "path": "Patient.telecom", "sliceName": "email" },
        { "path": "Patient.telecom.system", "fixedCode": "email" }
      """#, others: ProfileDefinitions.all)
    #expect(
      profile.findings(
        in: #"""
          "telecom": [{ "system": "phone", "value": "1" }, { "system": "url", "value": "http://a" }, { "system": "email", "value": "a@b" }]
          """#) == [])
  }
}

import FHIRFindings
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

  /// A part of an extension with a relative url has to be one of those that the extension defines, in open slicing, too.
  @Test func saysWhyAPartIsUnknown() {
    let profile = ProfileCase(
      #"{ "path": "Patient.active", "min": 0 }"#,
      others: [
        #"""
        { "resourceType": "StructureDefinition", "url": "http://example.org/x", "fhirVersion": "4.0.1",
          "type": "Extension", "baseDefinition": "http://hl7.org/fhir/StructureDefinition/Extension",
          "derivation": "constraint", "context": [{ "type": "element", "expression": "Patient" }],
          "differential": { "element": [
            { "path": "Extension.extension",
              "slicing": { "discriminator": [{ "type": "value", "path": "url" }], "rules": "open" } },
            { "path": "Extension.extension", "sliceName": "a" },
            { "path": "Extension.extension.url", "fixedUri": "a" },
            { "path": "Extension.url", "fixedUri": "http://example.org/x" }] } }
        """#
      ])
    let parts = #"{ "url": "a", "valueString": "b" }, { "url": "z", "valueString": "b" }"#
    let found = profile.details(in: #""extension": [{ "url": "http://example.org/x", "extension": [\#(parts)] }]"#)
    #expect(
      found.map(\.message) == [
        "expected one of the parts 'a', which are all with a relative url that the extension http://example.org/x has, "
          + "found one whose 'url' is \"z\""
      ])
  }
}

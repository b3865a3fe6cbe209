import FHIRFindings
import FHIRTestSupport
import Testing

/// How discriminators assign values to slices.
struct SlicingTests {
  /// A slicing of an element, one slice, and its discriminator.
  private func profile(
    _ element: String, _ discriminator: String, rules: String = "closed", min: Int = 1, slice: String, type: String,
    others: [String] = []
  ) -> ProfileCase {
    ProfileCase(
      """
      { "path": "\(element)", "slicing": { "discriminator": [\(discriminator)], "rules": "\(rules)" } },
      { "path": "\(element)", "sliceName": "a", "min": \(min) }, \(slice)
      """, of: type, others: others)
  }

  @Test func aPatternDiscriminates() {
    let profile = profile(
      "Observation.category", #"{ "type": "pattern", "path": "$this" }"#,
      slice: """
        { "id": "Observation.category:a", "path": "Observation.category", "sliceName": "a",
          "patternCodeableConcept": { "coding": [{ "code": "laboratory" }] } }
        """, type: "Observation")
    let other = #"{ "coding": [{ "system": "http://example.org", "code": "x" }] }"#
    let laboratory = #"{ "coding": [{ "system": "http://example.org", "code": "laboratory" }] }"#
    let rest = #""status": "final", "code": { "text": "a" }"#
    #expect(profile.findings(in: "\(rest), \"category\": [\(laboratory)]").isEmpty)
    #expect(
      profile.findings(in: "\(rest), \"category\": [\(laboratory), \(other)]") == [
        "not-in-a-slice Observation.category[1]"
      ])
    #expect(
      profile.findings(in: "\(rest), \"category\": [\(other)]") == [
        "not-in-a-slice Observation.category[0]", "missing-slice Observation.category",
      ])
  }

  @Test func presenceDiscriminates() {
    let profile = profile(
      "Patient.identifier", #"{ "type": "exists", "path": "period" }"#,
      slice: #"{ "path": "Patient.identifier.period", "min": 1 }"#, type: "Patient")
    #expect(profile.findings(in: #""identifier": [{ "value": "1", "period": { "start": "2020" } }]"#).isEmpty)
    #expect(
      profile.findings(in: #""identifier": [{ "value": "1" }]"#) == [
        "missing-slice Patient.identifier", "not-in-a-slice Patient.identifier[0]",
      ])
  }

  @Test func theTypeDiscriminates() {
    let profile = ProfileCase(
      """
      { "path": "Observation.value[x]", "slicing": { "discriminator": [{ "type": "type", "path": "$this" }], "rules": "open" } },
      { "path": "Observation.value[x]", "sliceName": "valueQuantity", "type": [{ "code": "Quantity" }] },
      { "path": "Observation.value[x].code", "min": 1 }
      """, of: "Observation")
    let rest = #""status": "final", "code": { "text": "a" }"#
    #expect(profile.findings(in: "\(rest), \"valueString\": \"a\"").isEmpty)
    #expect(
      profile.findings(in: "\(rest), \"valueQuantity\": { \"value\": 1 }") == [
        "required-element Observation.value.ofType(Quantity).code"
      ])
  }

  @Test func theTargetOfAReferenceDiscriminates() {
    let definition = ProfileCase.definition(
      "http://example.org/organization", #"{ "path": "Organization.name", "fixedString": "Example" }"#,
      of: "Organization")
    let profile = profile(
      "Patient.generalPractitioner", #"{ "type": "profile", "path": "resolve()" }"#, rules: "open",
      slice: """
        { "path": "Patient.generalPractitioner", "sliceName": "a", "max": "1",
          "type": [{ "code": "Reference", "targetProfile": ["http://example.org/organization"] }] }
        """, type: "Patient", others: [definition])
    let contained = #""contained": [{ "resourceType": "Organization", "id": "o", "name": "Example" }]"#
    #expect(profile.findings(in: ##"\##(contained), "generalPractitioner": [{ "reference": "#o" }]"##).isEmpty)
    #expect(
      profile.findings(in: #""generalPractitioner": [{ "reference": "Practitioner/1" }]"#) == [
        "missing-slice Patient.generalPractitioner"
      ])
  }

  @Test func anExtensionDiscriminates() {
    let profile = profile(
      "Patient.contact", #"{ "type": "value", "path": "extension('http://example.org/kind').value" }"#,
      slice: """
        { "path": "Patient.contact.extension", "slicing": { "discriminator": [{ "type": "value", "path": "url" }] } },
        { "path": "Patient.contact.extension", "sliceName": "kind", "min": 1,
          "type": [{ "code": "Extension", "profile": ["http://example.org/kind"] }] },
        { "path": "Patient.contact.extension.value[x]", "fixedCode": "kin" }
        """, type: "Patient")
    func contact(_ code: String) -> String {
      #""contact": [{ "name": { "text": "A" }, "extension": [{ "url": "http://example.org/kind", "valueCode": "\#(code)" }] }]"#
    }
    #expect(profile.findings(in: contact("kin")).isEmpty)
    #expect(
      profile.findings(in: contact("friend")) == ["not-in-a-slice Patient.contact[0]", "missing-slice Patient.contact"])
  }

  @Test func slicesOfSlicesDivideWhatIsInThem() {
    let profile = ProfileCase(
      """
      { "path": "Patient.telecom", "slicing": { "discriminator": [{ "type": "value", "path": "system" }], "rules": "open" } },
      { "path": "Patient.telecom", "sliceName": "phone", "slicing": { "discriminator": [{ "type": "value", "path": "use" }], "rules": "open" } },
      { "path": "Patient.telecom.system", "fixedCode": "phone" },
      { "path": "Patient.telecom", "sliceName": "phone/home", "max": "1" },
      { "path": "Patient.telecom.use", "fixedCode": "home" }
      """)
    let home = #"{ "system": "phone", "use": "home", "value": "1" }"#
    let mail = #"{ "system": "email", "use": "home", "value": "a" }"#
    #expect(profile.findings(in: "\"telecom\": [\(home), \(mail)]").isEmpty)
    #expect(profile.findings(in: "\"telecom\": [\(home), \(mail), \(home)]") == ["too-many-values Patient.telecom[2]"])
  }

  @Test func aDefaultSliceTakesTheRest() {
    let profile = profile(
      "Patient.identifier", #"{ "type": "value", "path": "system" }"#, min: 0,
      slice: """
        { "path": "Patient.identifier.system", "fixedUri": "http://example.org/a" },
        { "path": "Patient.identifier", "sliceName": "@default" }, { "path": "Patient.identifier.use", "min": 1 }
        """, type: "Patient")
    #expect(
      profile.findings(in: #""identifier": [{ "system": "http://example.org/a" }, { "system": "http://b" }]"#) == [
        "required-element Patient.identifier[1].use"
      ])
  }

  @Test func aFindingNamesTheDiscriminatingValue() throws {
    let profile = profile(
      "Patient.identifier", #"{ "type": "value", "path": "system" }"#, rules: "open",
      slice: #"{ "path": "Patient.identifier.system", "fixedUri": "http://example.org/a" }"#, type: "Patient")
    let finding = try #require(profile.details(in: #""identifier": [{ "system": "http://b" }]"#).first)
    #expect(finding.profile?.profile == ProfileCase.url)
    #expect(finding.profile?.slice == "a")
    #expect(finding.message.contains("'system' being \"http://example.org/a\""))
    #expect(finding.message.contains("place 0, whose 'system' is \"http://b\""))
  }
}

import FHIRValidation
import Testing

/// Code systems as signs of a release: together they count as one, wherever they are in the record.
@Suite struct SystemSignsTests {
  /// The releases of a Bundle of R4 with a patient whose name has the form of DSTU2.
  private func releases(patientWith members: String) -> [String: [ReleaseReason: Int]] {
    let patient = #"{"resourceType":"Patient","name":[{"family":["A"]}],\#(members)}"#
    let entries = [#"{"resourceType":"MedicationRequest","doNotPerform":false,"reportedBoolean":true}"#, patient].map {
      #"{"resource":\#($0)}"#
    }
    let bundle = #"{"resourceType":"Bundle","type":"collection","entry":[\#(entries.joined(separator: ","))]}"#
    return Validator().validate(Array(bundle.utf8)).tally.releases
  }

  private static let dstu2 = #"{"system":"http://hl7.org/fhir/v3/Race"}"#

  @Test(arguments: [
    #""maritalStatus":{"coding":[\#(dstu2)]}"#,
    #""maritalStatus":{"coding":[{"system":"urn:oid:1.2"},{"system":"urn:oid:1.3"},\#(dstu2)]}"#,
    #""maritalStatus":{"coding":[\#(dstu2),\#(dstu2)]}"#,
  ])
  func aSystemConfirmsASign(members: String) {
    #expect(releases(patientWith: members) == ["r4": [.elements: 1], "dstu2": [.elements: 1]])
  }

  @Test(arguments: [
    #""maritalStatus":{"coding":[{"system":"urn:oid:1.2"}]}"#,
    // A system of each release; the text and the code are not systems.
    #""maritalStatus":{"coding":[\#(dstu2),{"system":"http://terminology.hl7.org/x"}]}"#,
    #""maritalStatus":{"coding":[{"code":"http://hl7.org/fhir/v3/Race"}],"text":"http://hl7.org/fhir/v3/Race"}"#,
    #""maritalStatus":{"coding":[{"system":["http://hl7.org/fhir/v3/Race"]}]}"#,
    #""maritalStatus":{"coding":[{"system":"http://hl7.org/fhir/v"}]}"#,
  ])
  func withoutOneTheBundleDecides(members: String) {
    #expect(releases(patientWith: members) == ["r4": [.elements: 1, .bundle: 1]])
  }

  /// Some writers escape each slash.
  @Test(arguments: [
    (#""type":[{"coding":[{"system":"http:\/\/hl7.org\/fhir\/organization-type"}]}]"#, "stu3"),
    (#""partOf":{"reference":"DeviceComponent\/1"},"type":[{"text":"a"}]"#, "stu3"),
  ])
  func escapesHideNoSign(members: String, release: String) {
    let record = #"{"resourceType":"Organization","name":"x",\#(members)}"#
    let plain = record.replacing("\\/", with: "/")
    #expect(Validator().validate(Array(record.utf8)).tally.releases == [release: [.elements: 1]])
    #expect(Validator().validate(Array(plain.utf8)).tally.releases == [release: [.elements: 1]])
    let escaped = plain.replacing("\"system\"", with: "\"s\\u0079stem\"")
    #expect(Validator().validate(Array(escaped.utf8)).tally.releases == [release: [.elements: 1]])
  }

  /// Alone, a system decides between the releases that the members leave.
  @Test(arguments: [
    ("http://terminology.hl7.org/CodeSystem/observation-category", "r4"),
    ("http://hl7.org/fhir/observation-category", "stu3"),
  ])
  func aSystemNarrowsWhatTheMembersShow(system: String, release: String) {
    // DSTU2 has no list of categories.
    let record = """
      { "resourceType": "Observation", "status": "final", "code": { "text": "a" },
        "category": [{ "coding": [{ "system": "\(system)", "code": "laboratory" }] }] }
      """
    #expect(Validator().validate(Array(record.utf8)).tally.releases == [release: [.elements: 1]])
  }

  /// A kind of contact that DSTU2 lacks does not undo what a system shows that R4 lacks.
  @Test func severalSystemsLeaveTheReleasesOfAll() {
    let record = """
      { "resourceType": "Location", "name": "a", "telecom": [{ "system": "url", "value": "http://example.org" }],
        "physicalType": { "coding": [{ "system": "http://hl7.org/fhir/location-physical-type", "code": "wi" }] } }
      """
    #expect(Validator().validate(Array(record.utf8)).tally.releases == ["stu3": [.elements: 1]])
  }
}

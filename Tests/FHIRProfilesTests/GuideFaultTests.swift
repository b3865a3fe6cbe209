import FHIRFindings
import FHIRProfiles
import FHIRTestSupport
import FHIRValidation
import Testing

/// What only the published snapshots of the guides say, and what their differentials say in few words.
struct GuideFaultTests {
  private func found(_ record: String, _ guide: String) throws -> [String] {
    Validator(guides: [try #require(Guide.named(guide))]).validate(Array(record.utf8)).findings
      .filter { $0.rule.group == "profile" }
      .map { "\($0.rule.rawValue.dropFirst(8)) \($0.path) \($0.profile?.slice ?? "-")" }
  }

  private func argonautPatient(_ extensions: String) throws -> [String] {
    try found(
      """
      {"resourceType": "Patient", "meta": {"profile": ["http://fhir.org/guides/argonaut/StructureDefinition/argo-patient"]},
       "identifier": [{"system": "http://example.org", "value": "1"}], "name": [{"family": ["A"], "given": ["B"]}],
       "gender": "male", "extension": [\(extensions)]}
      """, "argonaut")
  }

  private func race(_ parts: String...) -> String {
    #"{"url": "http://fhir.org/guides/argonaut/StructureDefinition/argo-race", "extension": [\#(parts.joined(separator: ", "))]}"#
  }

  private static let category =
    #"{"url": "ombCategory", "valueCoding": {"system": "http://hl7.org/fhir/v3/Race", "code": "2106-3"}}"#
  private static let text = #"{"url": "text", "valueString": "x"}"#

  /// The names of the parts stand only in the snapshot.
  @Test func theRaceOfArgonautHasParts() throws {
    #expect(try argonautPatient(race(Self.category, Self.text)) == [])
    #expect(try argonautPatient(race(Self.category)) == ["missing-slice Patient.extension[0].extension text"])
    #expect(
      try argonautPatient(race(Self.text, Self.text)) == ["too-many-values Patient.extension[0].extension[1] text"])
    let six = Array(repeating: Self.category, count: 6).joined(separator: ", ")
    #expect(
      try argonautPatient(race(six, Self.text)) == ["too-many-values Patient.extension[0].extension[5] ombCategory"])
    #expect(
      try argonautPatient(race(#"{"url": "text", "valueCode": "x"}"#))
        == ["wrong-type Patient.extension[0].extension[0].value.ofType(code) text"])
  }

  /// So does that the parts have no parts.
  @Test func thePartsOfTheRaceHaveNoParts() throws {
    let nested =
      #"{"url": "text", "valueString": "x", "extension": [{"url": "http://example.org/e", "valueCode": "a"}]}"#
    #expect(
      try argonautPatient(race(nested)) == ["too-many-values Patient.extension[0].extension[0].extension[0] text"])
  }

  /// The definition has a length of 0 everywhere.
  @Test func aLengthOfNothingIsNoLength() throws {
    let url = "http://fhir.org/guides/argonaut/StructureDefinition/argo-birthsex"
    #expect(try argonautPatient(#"{"url": "\#(url)", "valueCode": "F"}"#) == [])
  }

  /// US Core's profile of a body height and the release's own have a common base, whose faults are found once: by the
  /// profile that the record claims, or that the guide has for it.
  @Test(arguments: [
    (#""meta": {"profile": ["http://hl7.org/fhir/us/core/StructureDefinition/us-core-body-height"]}, "#, "us-core"),
    ("", "us-core"),
  ])
  func aFaultOfTwoProfilesIsOneFinding(claim: String, guide: String) throws {
    let record = """
      {"resourceType": "Observation", "id": "a", \(claim)"status": "final", "subject": {"reference": "Patient/1"},
       "category": [{"coding": [
         {"system": "http://terminology.hl7.org/CodeSystem/observation-category", "code": "vital-signs"}]}],
       "code": {"coding": [{"system": "http://loinc.org", "code": "8302-2"}]}, "effectiveDateTime": "2020",
       "valueQuantity": {"value": 1, "system": "http://unitsofmeasure.org", "code": "[mi_i]"}}
      """
    let result = Validator(guides: [try #require(Guide.named(guide))]).validate(Array(record.utf8))
    let errors = result.findings.filter { $0.severity == .error }
    #expect(
      errors.map(\.rule.rawValue).sorted() == [
        "profile/constraint", "profile/outside-value-set", "profile/required-element",
      ])
    #expect(errors.allSatisfy { $0.profile?.profile.contains("/us/core/") ?? false })
    // The record breaks the others, too.
    let broken = result.tally.profileCounts.filter { $0.value.broken == 1 }.map(\.key.string)
    #expect(broken.contains { $0.hasSuffix("/us-core-body-height") } && broken.contains { $0.hasSuffix("/bodyheight") })
  }

  /// An element of the differential with only a path restricts the choice.
  @Test(arguments: [
    ("bodyheight", "8302-2"), ("bodyweight", "29463-7"), ("bodytemp", "8310-5"), ("heartrate", "8867-4"),
    ("resprate", "9279-1"),
  ])
  func aVitalSignIsAQuantity(profile: String, code: String) throws {
    let record = """
      {"resourceType": "Observation", "status": "final", "subject": {"reference": "Patient/1"},
       "meta": {"profile": ["http://hl7.org/fhir/StructureDefinition/\(profile)"]}, "effectiveDateTime": "2020-01-01",
       "category": [{"coding": [{"system": "http://terminology.hl7.org/CodeSystem/observation-category", "code": "vital-signs"}]}],
       "code": {"coding": [{"system": "http://loinc.org", "code": "\(code)"}]},
      """
    #expect(
      try found(record + #""dataAbsentReason": {"text": "a"}}"#, "us-core@3.1.1").filter { !$0.contains("set") } == [])
    #expect(
      try found(record + #""valueString": "a"}"#, "us-core@3.1.1")
        == ["wrong-type Observation.value.ofType(string) valueQuantity"])
  }
}

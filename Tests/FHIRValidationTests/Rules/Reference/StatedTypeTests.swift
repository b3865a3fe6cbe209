import FHIRFindings
import FHIRSchema
import FHIRValidation
import Testing

/// The `type` of a Reference: the name of a resource type that the element allows, and the type of the target.
struct StatedTypeTests {
  private func observation(contained: String = "", subject: String) -> String {
    """
    {
      "resourceType": "Observation",\(contained)
      "id": "o1",
      "status": "final",
      "code": { "text": "Body weight" },
      "subject": { \(subject) }
    }
    """
  }

  @Test(arguments: [
    "Nope", "HumanName", "Resource", "MedicationOrder", "patient", "Practitioner",
    "http://hl7.org/fhir/StructureDefinition/Patient",
  ])
  func reportsWhatTheElementDoesNotAllow(type: String) {
    expectFindings(
      in: observation(subject: #""display": "a", "type": «"\#(type)"»"#),
      [ExpectedFinding(.wrongTargetType, path: "Observation.subject.type")], release: .r4,
      options: .withoutRecommendations)
  }

  /// Its binding is extensible; an absolute URL is for logical models only.
  @Test(arguments: [("Nope", Severity.warning), ("http://example.org/model", .error)])
  func whereAnyTypeIsAllowedAnUnknownNameIsAWarning(type: String, severity: Severity) {
    expectFindings(
      in: """
        { "resourceType": "List", "status": "current", "mode": "working",
          "entry": [{ "item": { "display": "a", "type": «"\(type)"» } }] }
        """, [ExpectedFinding(.wrongTargetType, severity)], release: .r4, options: .withoutRecommendations)
  }

  @Test func acceptsTheTypeOfTheTarget() {
    expectFindings(
      in: observation(
        contained: #" "contained": [{ "resourceType": "Group", "id": "g", "type": "person", "actual": true }],"#,
        subject: ##""reference": "#g", "type": "Group""##), release: .r4, options: .withoutRecommendations)
    expectFindings(
      in: observation(subject: #""type": "Group", "reference": "Group/1""#), release: .r4,
      options: .withoutRecommendations)
  }

  @Test func reportsAnotherTypeThanThatOfTheContainedResource() {
    expectFindings(
      in: observation(
        contained: #" "contained": [{ "resourceType": "Patient", "id": "p" }],"#,
        subject: ##""reference": "#p", "type": «"Group"»"##),
      [ExpectedFinding(.wrongTargetType, messageContains: "contained")], release: .r4, options: .withoutRecommendations)
  }

  /// `#` alone names the resource that contains the reference.
  @Test func theContainerIsATarget() {
    func record(_ reference: String) -> String {
      """
      {
        "resourceType": "Encounter",
        "contained": [
          {
            "resourceType": "Observation", "id": "o1", "status": "final", "code": { "text": "Body weight" },
            \(reference)
          }
        ],
        "status": "finished",
        "class": { "system": "http://terminology.hl7.org/CodeSystem/v3-ActCode", "code": "AMB" }
      }
      """
    }
    expectFindings(
      in: record(##""encounter": { "reference": "#", "type": "Encounter" }"##), release: .r4,
      options: .withoutRecommendations)
    expectFindings(
      in: record(##""subject": { "reference": «"#"» }"##), [ExpectedFinding(.wrongTargetType)], release: .r4,
      options: .withoutRecommendations)
  }

  private static let urn = "urn:uuid:05efabf0-4be2-4561-91ce-51548425acb9"

  private func bundle(_ address: String, _ entries: [String]) -> String {
    let entries = entries.map {
      $0 == "Patient"
        ? #"{ "fullUrl": "\#(address)", "resource": { "resourceType": "Patient", "id": "2" } }"#
        : #"{ "fullUrl": "http://a.org/Observation/o1", "resource": \#($0) }"#
    }
    return #"{ "resourceType": "Bundle", "type": "collection", "entry": [\#(entries.joined(separator: ","))] }"#
  }

  /// The entry may come before the reference or after it.
  @Test(arguments: [urn, "http://a.org/x/2"])
  func reportsAnotherTypeThanThatOfTheEntry(address: String) {
    let before = observation(subject: #""reference": "\#(address)", "type": «"Group"»"#)
    expectFindings(
      in: bundle(address, ["Patient", before]), [ExpectedFinding(.wrongTargetType)], release: .r4,
      options: .withoutRecommendations)
    let after = observation(subject: #""reference": «"\#(address)"», "type": "Group""#)
    expectFindings(
      in: bundle(address, [after, "Patient"]), [ExpectedFinding(.wrongTargetType)], release: .r4,
      options: .withoutRecommendations)
    for entries in [["Patient", ""], ["", "Patient"]] {
      let good = observation(subject: #""reference": "\#(address)", "type": "Patient""#)
      expectFindings(
        in: bundle(address, entries.map { $0.isEmpty ? good : $0 }), release: .r4, options: .withoutRecommendations)
    }
  }

  /// An address that does not end in a type and an id shows the type only by its entry.
  @Test(arguments: [urn, "http://a.org/x/2"])
  func theEntryMustBeOfAnAllowedType(address: String) {
    let encounter =
      #"{ "resourceType": "Observation", "id": "o1", "status": "final", "code": { "text": "a" }, "#
      + #""encounter": { "reference": «"\#(address)"» } }"#
    for entries in [["Patient", encounter], [encounter, "Patient"]] {
      for release in [FHIRRelease.dstu2, .r4] {
        expectFindings(
          in: bundle(address, entries), [ExpectedFinding(.wrongTargetType)], release: release,
          options: .withoutRecommendations)
      }
    }
  }
}

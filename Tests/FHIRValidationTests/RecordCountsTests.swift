import FHIRTestSupport
import FHIRSchema
import FHIRValidation
import Testing

/// Counts of records by type, release and reason, of more types than the first table has room for.
@Suite struct RecordCountsTests {
  private static let types = [
    "Account", "Basic", "Binary", "Composition", "Condition", "Contract", "Device", "Encounter", "Flag", "Goal",
    "Group", "HealthcareService", "Immunization", "List", "Location", "Media", "Medication", "Observation",
    "Organization", "Patient", "Person", "Practitioner", "Procedure", "Provenance", "Questionnaire", "Schedule",
    "Slot", "Specimen", "Substance",
  ]

  @Test func eachTypeIsCounted() {
    let lines = (Self.types + Self.types).map { #"{"resourceType":"\#($0)"}"# }
    let tally = Validator.insisting().validate(Array(lines.joined(separator: "\n").utf8)).tally
    #expect(tally.records == 2 * Self.types.count)
    #expect(tally.resourceTypes.count == Self.types.count)
    #expect(tally.resourceTypes.values.allSatisfy { $0 == 2 })
    #expect(tally.releases == ["dstu2": [.caller: 2 * Self.types.count]])
  }

  @Test func recordsOfOneTypeAreCountedByReleaseAndReason() {
    let lines = [
      #"{"resourceType":"MedicationOrder"}"#, #"{"resourceType":"Observation"}"#,
      #"{"resourceType":"Observation","note":[{"text":"a"}],"focus":[{"display":"b"}]}"#,
      #"{"resourceType":"Observation"}"#, #"{"resourceType":"Observation","comments":"a","related":[]}"#,
    ]
    let tally = Validator().validate(Array(lines.joined(separator: "\n").utf8)).tally
    #expect(tally.resourceTypes == ["MedicationOrder": 1, "Observation": 4])
    #expect(tally.releases == ["dstu2": [.type: 1, .file: 2, .elements: 1], "r4": [.elements: 1]])
  }

  /// A Bundle of requests alone is judged, and so must not count as nothing.
  @Test(arguments: [
    #"{"resourceType":"Bundle","type":"batch","entry":[{"request":{"method":"GET","url":"/Patient/a"}}]}"#,
    #"{"entry":[{"request":{"method":"DELETE","url":"Patient/a"}}],"type":"transaction","resourceType":"Bundle"}"#,
    #"{"resourceType":"Parameters","parameter":[{"name":"a","resource":{"resourceType":"Bundle","type":"batch","entry":[]}}]}"#,
    #"[{"resourceType":"Bundle","type":"batch","entry":[{"request":{"method":"GET","url":"Patient/a"}}]}]"#,
  ])
  func aBundleWithoutResourcesIsARecord(_ text: String) {
    for release in [FHIRRelease.dstu2, .r4] {
      let tally = Validator.insisting(on: release).validate(Array(text.utf8)).tally
      #expect(tally.resourceTypes["Bundle"] == 1)
      #expect(tally.records == (text.contains("Parameters") ? 2 : 1))
    }
  }

  @Test func aBundleWithAResourceIsNotCounted() {
    let text = """
      {"resourceType":"Bundle","type":"batch","entry":[{"request":{"method":"GET","url":"Patient/a"}},
      {"resource":{"resourceType":"Basic"},"request":{"method":"POST","url":"Basic"}}]}
      """
    let tally = Validator.insisting().validate(Array(text.utf8)).tally
    #expect(tally.resourceTypes == ["Basic": 1])
  }
}

import FHIRValidation
import Testing

/// Signs among the members of nested resources, which are in the members that the definitions name for them.
@Suite struct NestedResourceSignsTests {
  /// A record that shows no release itself, with a R4 resource in one of its members.
  private func releases(_ members: String) -> [String: [ReleaseReason: Int]] {
    Validator().validate(Array(#"{"resourceType":"Basic",\#(members)}"#.utf8)).tally.releases
  }

  private static let r4 = #"{"resourceType":"Patient","name":[{"family":"A"}]}"#
  private static let observation = #"{"resourceType":"Observation","note":[{"text":"a"}],"focus":[{"display":"b"}]}"#

  @Test func aContainedResourceShowsTheRelease() {
    #expect(releases(#""contained":[\#(Self.observation)]"#) == ["r4": [.elements: 1]])
    // Also by the members of its own elements.
    #expect(releases(#""contained":[\#(Self.r4),\#(Self.observation)]"#) == ["r4": [.elements: 1]])
    #expect(releases(#""c\u006fntained":[\#(Self.observation)]"#) == ["r4": [.elements: 1]])
  }

  @Test func aResourceInAnyOtherMemberShowsNothing() {
    #expect(releases(#""kept":[\#(Self.observation)]"#) == ["dstu2": [.assumed: 1]])
    #expect(releases(#""extension":[{"url":"x:y","kept":\#(Self.observation)}]"#) == ["dstu2": [.assumed: 1]])
  }

  @Test func recordsOfManyTypesAndReasonsAreCounted() {
    let types = [
      "Account", "Basic", "Binary", "Composition", "Condition", "Contract", "Device", "Encounter", "Flag", "Goal",
      "Group", "HealthcareService", "Immunization", "Library", "Linkage", "List", "Location", "Media", "Medication",
      "Observation", "Organization", "Patient", "Person", "Practitioner", "Procedure", "Provenance", "Questionnaire",
      "Schedule", "Slot", "Specimen", "Substance",
    ]
    let lines = (types + types).map { #"{"resourceType":"\#($0)"}"# } + [#"{"resourceType":"Basic","author":{}}"#]
    let tally = Validator().validate(Array(lines.joined(separator: "\n").utf8)).tally
    #expect(tally.records == lines.count)
    #expect(tally.resourceTypes.values.reduce(0, +) == lines.count)
    #expect(tally.resourceTypes["Basic"] == 3 && tally.resourceTypes["Slot"] == 2)
    #expect(tally.releases.values.flatMap(\.values).reduce(0, +) == lines.count)
  }
}

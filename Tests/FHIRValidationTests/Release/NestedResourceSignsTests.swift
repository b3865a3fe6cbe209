import FHIRValidation
import Testing

/// Signs among the members of nested resources, which are in the members that the definitions name for them.
@Suite struct NestedResourceSignsTests {
  /// A record that shows no release itself, with a resource of STU3 in one of its members.
  private func releases(_ members: String) -> [String: [ReleaseReason: Int]] {
    Validator().validate(Array(#"{"resourceType":"Basic",\#(members)}"#.utf8)).tally.releases
  }

  private static let patient = #"{"resourceType":"Patient","gender":"male"}"#
  private static let observation = #"{"resourceType":"Observation","comment":"a","context":{"display":"b"}}"#

  @Test func aContainedResourceShowsTheRelease() {
    #expect(releases(#""contained":[\#(Self.observation)]"#) == ["stu3": [.elements: 1]])
    // The second one, too.
    #expect(releases(#""contained":[\#(Self.patient),\#(Self.observation)]"#) == ["stu3": [.elements: 1]])
    #expect(releases(#""c\u006fntained":[\#(Self.observation)]"#) == ["stu3": [.elements: 1]])
  }

  @Test func aResourceInAnyOtherMemberShowsNothing() {
    #expect(releases(#""kept":[\#(Self.observation)]"#) == ["r4": [.assumed: 1]])
    #expect(releases(#""extension":[{"url":"x:y","kept":\#(Self.observation)}]"#) == ["r4": [.assumed: 1]])
  }
}

import FHIRFindings
import FHIRProfiles
import FHIRSchema
import FHIRTape
import FHIRTestSupport
import FHIRSupport
import FHIRValidation
import Testing

/// A Bundle whose entries are read one by one is judged by its profile as far as the entries are not needed.
struct StreamedBundleTests {
  private static let profile = #"""
    { "path": "Bundle", "constraint": [
      { "key": "a-1", "severity": "error", "human": "a", "expression": "type = 'collection'" },
      { "key": "a-2", "severity": "error", "human": "a", "expression": "entry.exists()" }
    ] },
    { "path": "Bundle.identifier", "min": 1 },
    { "path": "Bundle.entry", "min": 1 },
    { "path": "Bundle.entry.fullUrl", "min": 1 }
    """#

  private func bundle(_ type: String, _ members: String) -> String {
    let entry =
      #"{ "fullUrl": "http://example.org/Basic/1", "resource": { "resourceType": "Basic", "id": "1", "code": { "text": "a" } } }"#
    return """
      { "resourceType": "Bundle", "meta": { "profile": ["\(ProfileCase.url)"] }, "type": "\(type)",\(members)
        "entry": [\(entry)] }
      """
  }

  private func result(_ text: String) throws -> ValidationResult {
    var library = ProfileLibrary()
    library.add(Array(ProfileCase.definition(ProfileCase.url, Self.profile, of: "Bundle").utf8))
    let validator = try #require(Validator(release: .r4, library: library, profiles: []))
    return try Array(text.utf8).withUnsafeBytes { try validator.validate(from: MemorySource($0)) }
  }

  @Test func isJudgedByItsOtherMembers() throws {
    let result = try result(bundle("searchset", ""))
    let found = result.findings.filter { $0.rule.group == "profile" }.map { "\($0.rule.rawValue) \($0.path)" }
    #expect(found.sorted() == ["profile/constraint Bundle", "profile/required-element Bundle.identifier"])
    let counts = result.tally.profileCounts[ProfileCase.url.byBytes]
    #expect(counts?.broken == 1)
    #expect(counts?.claimed == 1)
  }

  /// The constraint about entries, and their number.
  @Test func countsWhatNeedsTheEntries() throws {
    let result = try result(bundle("collection", #""identifier": { "value": "a" },"#))
    #expect(result.findings.allSatisfy { $0.rule.group != "profile" })
    #expect(result.tally.profileCounts[ProfileCase.url.byBytes]?.undecided == 1)
    #expect(result.tally.notChecked["assertions of profiles about entries"] == 2)
  }
}

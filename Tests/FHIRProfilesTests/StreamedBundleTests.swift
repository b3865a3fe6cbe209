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

  /// Nothing is chosen: a release's own extensions are judged in the entry, and once in its resource.
  @Test func judgesTheExtensionsOfEntries() throws {
    let url = "http://hl7.org/fhir/StructureDefinition/patient-birthPlace"
    let extensions = #""extension": [{ "url": "\#(url)", "valueString": "a" }]"#
    let text = """
      { "resourceType": "Bundle", "type": "searchset", "entry": [
        { "resource": { "resourceType": "Patient", \(extensions) }, "search": { "mode": "match", \(extensions) },
          \(extensions) },
        { "fullUrl": "http://example.org/Basic/1",
          "resource": { "resourceType": "Basic", "id": "1", "code": { "text": "a" } } }
      ] }
      """
    let validator = try #require(Validator(release: .r4, library: ProfileLibrary()))
    let result = try Array(text.utf8).withUnsafeBytes { try validator.validate(from: MemorySource($0)) }
    let found = result.findings.filter { $0.rule.group == "profile" }.map { "\($0.rule.rawValue) \($0.path)" }
    let (context, type) = ("profile/extension-context", "profile/wrong-type")
    let value = "extension[0].value.ofType(string)"
    #expect(
      found.sorted() == [
        "\(context) Bundle.entry[0].extension[0]", "\(context) Bundle.entry[0].search.extension[0]",
        "\(type) Bundle.entry[0].\(value)", "\(type) Bundle.entry[0].resource.\(value)",
        "\(type) Bundle.entry[0].search.\(value)",
      ])
  }
}

import FHIRFindings
import FHIRSchema
import FHIRValidation
import Testing

struct RelativeUriTests {
  private func valueSet(url: String = #""http://example.org/a""#, system: String = #""urn:oid:1.2.3""#) -> String {
    """
    {
      "resourceType": "ValueSet",
      "url": \(url),
      "status": "draft",
      "compose": { "include": [{ "system": \(system) }] }
    }
    """
  }

  @Test(arguments: [FHIRRelease.dstu2, .r4])
  func reportsARelativeURI(release: FHIRRelease) {
    for relative in ["a", "ValueSet/a", "//example.org/a", "#a", "a/b:c"] {
      expectFindings(
        in: valueSet(url: "«\"\(relative)\"»"), [ExpectedFinding(.relativeURI, .warning, path: "ValueSet.url")],
        release: release, options: .withoutRecommendations)
    }
    expectFindings(
      in: valueSet(system: #"«"a"»"#),
      [ExpectedFinding(.relativeURI, .warning, path: "ValueSet.compose.include[0].system")], release: release,
      options: .withoutRecommendations)
  }

  @Test(arguments: [FHIRRelease.dstu2, .r4])
  func acceptsAnyScheme(release: FHIRRelease) {
    for absolute in ["http://example.org/a", "urn:oid:1.2.3", "tag:example.org,2020:a"] {
      expectFindings(in: valueSet(url: "\"\(absolute)\""), release: release, options: .withoutRecommendations)
    }
  }

  /// A canonical URL may name a contained resource; the definition of another uri does not say that it is absolute.
  @Test func othersMayBeRelative() {
    expectFindings(
      in: """
        {
          "resourceType": "ValueSet",
          "contained": [{ "resourceType": "ValueSet", "id": "v1", "status": "draft" }],
          "status": "draft",
          "compose": { "include": [{ "valueSet": ["#v1", «"ValueSet/a"»] }] }
        }
        """,
      [ExpectedFinding(.relativeURI, .warning, path: "ValueSet.compose.include[0].valueSet[1]")], release: .r4,
      options: .withoutRecommendations)
    expectFindings(
      in: #"{ "resourceType": "Patient", "identifier": [{ "system": "a", "value": "1" }] }"#, release: .r4,
      options: .withoutRecommendations)
  }
}

import FHIRSchema
import FHIRValidation
import Testing

/// The url of an extension, which in R4 must be an absolute URL, except within another extension.
struct RelativeUrlTests {
  private func patient(_ members: String) -> String {
    """
    {
      "resourceType": "Patient",
      "text": { "status": "generated", "div": "<div xmlns=\\"http://www.w3.org/1999/xhtml\\">x</div>" },
      \(members)
    }
    """
  }

  @Test(arguments: [
    "religion", "/religion", "StructureDefinition/religion", "#a", "urn:oid:1.2.3", "URN:uuid:x", "a/b:c",
    "//example.org/a", "r\\u0065ligion",
  ])
  func reportsWhatIsNotAbsolute(url: String) {
    expectFindings(
      in: patient("\"extension\": [{ \"url\": «\"\(url)\"», \"valueString\": \"x\" }]"),
      [ExpectedFinding(.relativeExtensionURL, path: "Patient.extension[0].url")], release: .r4)
    expectFindings(in: patient("\"extension\": [{ \"url\": \"\(url)\", \"valueString\": \"x\" }]"))
  }

  @Test(arguments: [
    "http://example.org/a", "https://example.org/a", "HTTP://example.org/a", "ftp://example.org/a", "x:a",
  ])
  func acceptsOthers(url: String) {
    expectFindings(in: patient("\"extension\": [{ \"url\": \"\(url)\", \"valueString\": \"x\" }]"), release: .r4)
  }

  @Test(arguments: ["vs?x=http://a", "?x:y", "vs#a:b"])
  func aQueryHasNoScheme(url: String) { reportsWhatIsNotAbsolute(url: url) }

  /// The walk says that it is no URI.
  @Test func isQuietAboutWhatIsNoURI() {
    expectFindings(
      in: patient("\"extension\": [{ \"url\": «\"a b\"», \"valueString\": \"x\" }]"),
      [ExpectedFinding(.invalidUri)], release: .r4)
  }

  @Test func looksAtModifiersAndPrimitivesWhereverTheURLStands() {
    expectFindings(
      in: patient(
        """
        "modifierExtension": [{ "valueBoolean": true, "url": «"a"» }],
        "birthDate": "1970",
        "_birthDate": { "extension": [{ "id": "e", "url": «"b"», "valueString": "x" }] }
        """),
      [ExpectedFinding(.relativeExtensionURL), ExpectedFinding(.relativeExtensionURL)], release: .r4)
  }

  @Test func partsOfAnExtensionMayBeRelative() {
    expectFindings(
      in: patient(
        """
        "extension": [{
          "url": "http://example.org/a",
          "extension": [{ "url": "b", "extension": [{ "url": "c", "valueString": "x" }] }]
        }]
        """), release: .r4)
  }

  @Test func theValueOfAPartIsNoPart() {
    expectFindings(
      in: patient(
        """
        "extension": [{
          "url": "http://example.org/a",
          "extension": [{
            "url": "b",
            "valueHumanName": { "text": "x", "extension": [{ "url": «"c"», "valueString": "x" }] }
          }]
        }]
        """), [ExpectedFinding(.relativeExtensionURL)], release: .r4)
  }
}

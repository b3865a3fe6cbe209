import FHIRFindings
import FHIRSchema
import FHIRValidation
import Testing

struct InvalidUuidTests {
  @Test func reportsAShortOne() {
    expectFindings(
      in: """
        {
          "resourceType": "Bundle",
          "type": "collection",
          "entry": [{ "fullUrl": «"urn:uuid:05efabf0-4be2-4561-91ce"», "resource": { "resourceType": "Patient" } }]
        }
        """,
      [ExpectedFinding(.invalidUuid, path: "Bundle.entry[0].fullUrl")])
  }

  @Test func reportsNoHyphens() {
    expectFindings(
      in: """
        {
          "resourceType": "Bundle",
          "type": "collection",
          "entry": [
            { "fullUrl": «"urn:uuid:05efabf04be2456191ce51548425acb9"», "resource": { "resourceType": "Patient" } }
          ]
        }
        """,
      [ExpectedFinding(.invalidUuid, path: "Bundle.entry[0].fullUrl")])
  }

  @Test func reportsAWrongDigit() {
    expectFindings(
      in: """
        {
          "resourceType": "Bundle",
          "type": "collection",
          "entry": [
            { "fullUrl": «"urn:uuid:05efabf0-4be2-4561-91ce-51548425acbg"», "resource": { "resourceType": "Patient" } }
          ]
        }
        """,
      [ExpectedFinding(.invalidUuid, path: "Bundle.entry[0].fullUrl")])
  }

  @Test func reportsCapitalLetters() {
    expectFindings(
      in: """
        {
          "resourceType": "Bundle",
          "type": "collection",
          "entry": [
            { "fullUrl": «"urn:uuid:05EFABF0-4BE2-4561-91CE-51548425ACB9"», "resource": { "resourceType": "Patient" } }
          ]
        }
        """,
      [ExpectedFinding(.invalidUuid, .warning, path: "Bundle.entry[0].fullUrl")])
  }

  /// Lower case is asked for in a uri, too, where published examples have capital letters.
  @Test(arguments: [
    ("valueUri", Severity.warning), ("valueUrl", .warning), ("valueCanonical", .warning), ("valueUuid", .error),
  ])
  func reportsCapitalLettersByType(member: String, severity: Severity) {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "text": { "status": "generated", "div": "<div xmlns=\\"http://www.w3.org/1999/xhtml\\">x</div>" },
          "extension": [
            { "url": "http://example.org/a", "\(member)": «"urn:uuid:68D043B5-9ECF-4559-A57A-396E0D452311"» }
          ]
        }
        """,
      [ExpectedFinding(.invalidUuid, severity)], release: .r4)
  }

  @Test func acceptsAUUID() {
    expectFindings(
      in: """
        {
          "resourceType": "Bundle",
          "type": "collection",
          "entry": [
            { "fullUrl": "urn:uuid:05efabf0-4be2-4561-91ce-51548425acb9", "resource": { "resourceType": "Patient" } }
          ]
        }
        """)
  }

  @Test func acceptsAnotherAddress() {
    expectFindings(
      in: """
        {
          "resourceType": "Bundle",
          "type": "collection",
          "entry": [{ "fullUrl": "http://example.org/fhir/Patient/12", "resource": { "resourceType": "Patient" } }]
        }
        """)
  }
}

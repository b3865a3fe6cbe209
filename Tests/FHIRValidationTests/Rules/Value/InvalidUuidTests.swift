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
      [ExpectedFinding(.invalidUuid, path: "Bundle.entry[0].fullUrl")])
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

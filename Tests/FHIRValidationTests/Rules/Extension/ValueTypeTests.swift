import FHIRValidation
import Testing

struct ValueTypeTests {
  @Test func reportsATypeOfALaterRelease() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "extension": [{ "url": "http://example.org/x", «"valueUrl"»: "http://example.org/ann" }]
        }
        """,
      [ExpectedFinding(.valueType, messageContains: "valueUrl")])
  }

  @Test func reportsUuid() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "extension": [
            { "url": "http://example.org/x", «"valueUuid"»: "urn:uuid:05efabf0-4be2-4561-91ce-51548425acb9" }
          ]
        }
        """,
      [ExpectedFinding(.valueType)])
  }

  @Test func reportsAResourceType() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "extension": [{ "url": "http://example.org/x", «"valuePatient"»: { "text": "Ann" } }]
        }
        """,
      [ExpectedFinding(.valueType)])
  }

  @Test func acceptsTypesOfDSTU2() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "extension": [
            { "url": "http://example.org/a", "valueUri": "http://example.org/ann" },
            { "url": "http://example.org/b", "valueMarkdown": "*a*" },
            { "url": "http://example.org/c", "valuePositiveInt": 1 },
            { "url": "http://example.org/d", "valueMeta": { "versionId": "1" } },
            { "url": "http://example.org/e", "valueReference": { "reference": "Patient/12" } }
          ]
        }
        """)
  }
}

import FHIRSchema
import FHIRValidation
import Testing

/// The details of a response to a message are in its Bundle.
struct MessageDetailsTests {
  private func message(_ event: String, details: String) -> String {
    """
    {
      "resourceType": "Bundle",
      "type": "message",
      "entry": [
        {
          "fullUrl": "http://example.org/fhir/MessageHeader/m",
          "resource": {
            "resourceType": "MessageHeader",
            "id": "m",
            \(event),
            "source": { "endpoint": "http://example.org/a" },
            "response": { "identifier": "b", "code": "ok", "details": { "reference": \(details) } }
          }
        },
        {
          "fullUrl": "http://example.org/fhir/OperationOutcome/o",
          "resource": {
            "resourceType": "OperationOutcome", "id": "o", "issue": [{ "severity": "warning", "code": "processing" }]
          }
        }
      ]
    }
    """
  }

  private static let events: [(FHIRRelease, String)] = [
    (.dstu2, #""timestamp": "2015-02-07T10:00:00Z", "event": { "system": "http://example.org/b", "code": "c" }"#),
    (.r4, #""eventUri": "http://example.org/b""#),
  ]

  @Test(arguments: events)
  func reportsDetailsThatAreElsewhere(release: FHIRRelease, event: String) {
    expectFindings(
      in: message(event, details: #"«"OperationOutcome/p"»"#),
      [
        ExpectedFinding(
          .unresolvedReference, path: "Bundle.entry[0].resource.response.details.reference", messageContains: "message")
      ], release: release, options: .withoutRecommendations)
  }

  @Test(arguments: events)
  func acceptsDetailsOfTheBundle(release: FHIRRelease, event: String) {
    expectFindings(
      in: message(event, details: #""OperationOutcome/o""#), release: release, options: .withoutRecommendations)
  }
}

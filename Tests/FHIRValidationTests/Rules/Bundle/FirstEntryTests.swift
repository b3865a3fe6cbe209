import FHIRValidation
import Testing

struct FirstEntryTests {
  @Test func reportsADocumentWithoutComposition() {
    expectFindings(
      in: """
        {
          "resourceType": "Bundle",
          "type": "document",
          "entry": [
            {
              "fullUrl": "http://example.org/fhir/Patient/1",
              "resource": «{» "resourceType": "Patient", "id": "1" }
            }
          ]
        }
        """,
      [ExpectedFinding(.firstEntry, path: "Bundle.entry[0].resource", messageContains: "Composition")])
  }

  @Test func reportsAMessageWithoutHeader() {
    expectFindings(
      in: """
        {
          "resourceType": "Bundle",
          "type": "message",
          "entry": [
            {
              "fullUrl": "http://example.org/fhir/Patient/1",
              "resource": «{» "resourceType": "Patient", "id": "1" }
            }
          ]
        }
        """,
      [ExpectedFinding(.firstEntry, messageContains: "MessageHeader")])
  }

  @Test func reportsAnEmptyDocument() {
    expectFindings(
      in: """
        «{»
          "resourceType": "Bundle",
          "type": "document"
        }
        """,
      [ExpectedFinding(.firstEntry, path: "Bundle", messageContains: "no entries")])
  }

  @Test func acceptsADocument() {
    expectFindings(
      in: """
        {
          "resourceType": "Bundle",
          "type": "document",
          "entry": [
            {
              "fullUrl": "http://example.org/fhir/Composition/c",
              "resource": {
                "resourceType": "Composition",
                "id": "c",
                "date": "2016-03-01",
                "type": { "text": "Discharge summary" },
                "title": "Discharge summary",
                "status": "final",
                "author": [{ "reference": "Practitioner/p" }],
                "subject": { "reference": "Patient/1" }
              }
            },
            {
              "fullUrl": "http://example.org/fhir/Practitioner/p",
              "resource": { "resourceType": "Practitioner", "id": "p" }
            },
            {
              "fullUrl": "http://example.org/fhir/Patient/1",
              "resource": { "resourceType": "Patient", "id": "1" }
            }
          ]
        }
        """)
  }

  @Test func requiresNothingInACollection() {
    expectFindings(
      in: """
        {
          "resourceType": "Bundle",
          "type": "collection",
          "entry": [
            {
              "fullUrl": "http://example.org/fhir/Patient/1",
              "resource": { "resourceType": "Patient", "id": "1" }
            }
          ]
        }
        """)
  }
}

import FHIRValidation
import Testing

extension UnresolvedReferenceTests {
  @Test func comparesVersions() {
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
                "subject": { "reference": «"Patient/1/_history/3"» }
              }
            },
            {
              "fullUrl": "http://example.org/fhir/Practitioner/p",
              "resource": { "resourceType": "Practitioner", "id": "p" }
            },
            {
              "fullUrl": "http://example.org/fhir/Patient/1",
              "resource": { "resourceType": "Patient", "id": "1", "meta": { "versionId": "2" } }
            }
          ]
        }
        """,
      [ExpectedFinding(.unresolvedReference)])
  }

  @Test func findsAVersion() {
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
                "subject": { "reference": "Patient/1/_history/2" }
              }
            },
            {
              "fullUrl": "http://example.org/fhir/Practitioner/p",
              "resource": { "resourceType": "Practitioner", "id": "p" }
            },
            {
              "fullUrl": "http://example.org/fhir/Patient/1",
              "resource": { "resourceType": "Patient", "id": "1", "meta": { "versionId": "2" } }
            }
          ]
        }
        """)
  }
}

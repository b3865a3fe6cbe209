import FHIRValidation
import Testing

struct InvalidReferenceTests {
  @Test func reportsABareId() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "subject": { "reference": «"12"» }
        }
        """,
      [ExpectedFinding(.invalidReference)])
  }

  @Test func reportsASpace() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "subject": { "reference": «"Patient 12"» }
        }
        """,
      [ExpectedFinding(.invalidReference)])
  }

  @Test func reportsTheWrongCase() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "subject": { "reference": «"patient/12"» }
        }
        """,
      [ExpectedFinding(.invalidReference)])
  }

  @Test func reportsNoId() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "subject": { "reference": «"Patient/"» }
        }
        """,
      [ExpectedFinding(.invalidReference)])
  }

  @Test func reportsAMalformedId() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "subject": { "reference": «"Patient/a_b"» }
        }
        """,
      [ExpectedFinding(.invalidReference)])
  }

  @Test func reportsATypeThatDoesNotExist() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "subject": { "reference": «"Person2/12"» }
        }
        """,
      [ExpectedFinding(.invalidReference)])
  }

  @Test func acceptsARelativeReference() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "subject": { "reference": "Patient/12" }
        }
        """)
  }

  @Test func acceptsAVersion() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "subject": { "reference": "Patient/12/_history/3" }
        }
        """)
  }

  @Test func acceptsAnAbsoluteURL() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "subject": { "reference": "http://example.org/fhir/Patient/12" }
        }
        """)
  }

  @Test func acceptsAUUID() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "subject": { "reference": "urn:uuid:05efabf0-4be2-4561-91ce-51548425acb9" }
        }
        """)
  }

  @Test func acceptsAnOID() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "subject": { "reference": "urn:oid:2.16.840.1.113883" }
        }
        """)
  }

  @Test func acceptsADisplayAlone() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "subject": { "display": "Ann" }
        }
        """)
  }
}

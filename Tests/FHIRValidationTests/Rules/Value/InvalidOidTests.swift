import FHIRValidation
import Testing

struct InvalidOidTests {
  @Test func reportsNoPrefix() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "extension": [{ "url": "http://example.org/x", "valueOid": «"2.16.840.1.113883"» }]
        }
        """,
      [ExpectedFinding(.invalidOid)])
  }

  @Test func reportsALeadingZero() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "extension": [{ "url": "http://example.org/x", "valueOid": «"urn:oid:2.16.0840"» }]
        }
        """,
      [ExpectedFinding(.invalidOid)])
  }

  @Test func reportsATrailingDot() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "extension": [{ "url": "http://example.org/x", "valueOid": «"urn:oid:2.16."» }]
        }
        """,
      [ExpectedFinding(.invalidOid)])
  }

  @Test func reportsNoNumbers() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "extension": [{ "url": "http://example.org/x", "valueOid": «"urn:oid:"» }]
        }
        """,
      [ExpectedFinding(.invalidOid)])
  }

  @Test func reportsALetter() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "extension": [{ "url": "http://example.org/x", "valueOid": «"urn:oid:2.16.x"» }]
        }
        """,
      [ExpectedFinding(.invalidOid)])
  }

  @Test func acceptsAnOID() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "extension": [{ "url": "http://example.org/x", "valueOid": "urn:oid:2.16.840.1.113883" }]
        }
        """)
  }

  @Test func acceptsAZero() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "extension": [{ "url": "http://example.org/x", "valueOid": "urn:oid:1.0.3166" }]
        }
        """)
  }

  @Test func reportsAURIThatSaysItIsOne() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "identifier": [{ "system": «"urn:oid:2.16.0840"», "value": "12" }]
        }
        """,
      [ExpectedFinding(.invalidOid, path: "Patient.identifier[0].system")])
  }
}

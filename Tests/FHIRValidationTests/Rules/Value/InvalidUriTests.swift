import FHIRValidation
import Testing

struct InvalidUriTests {
  @Test func showsTheWholeURI() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "identifier": [
            { "system": «"http://www.example.org/identifiers/of/a/very/long/kind/and/with/a/fault/at/its end"» }
          ]
        }
        """,
      [ExpectedFinding(.invalidUri, messageContains: "a/fault/at/its end\"")])
  }

  @Test func reportsASpace() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "identifier": [{ "system": «"http://example.org/medical record"», "value": "12" }]
        }
        """,
      [ExpectedFinding(.invalidUri, path: "Patient.identifier[0].system")])
  }

  @Test func reportsATrailingSpace() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "identifier": [{ "system": «"http://example.org/mrn "», "value": "12" }]
        }
        """,
      [ExpectedFinding(.invalidUri, path: "Patient.identifier[0].system")])
  }

  @Test func reportsAWrongPercentEscape() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "identifier": [{ "system": «"http://example.org/%zz"», "value": "12" }]
        }
        """,
      [ExpectedFinding(.invalidUri, path: "Patient.identifier[0].system")])
  }

  @Test func acceptsAURL() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "identifier": [{ "system": "http://example.org/mrn?a=b%20c#d", "value": "12" }]
        }
        """)
  }

  @Test func acceptsAURN() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "identifier": [{ "system": "urn:oid:2.16.840.1.113883.4.1", "value": "12" }]
        }
        """)
  }

  @Test func acceptsARelativeReference() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "identifier": [{ "system": "mrn", "value": "12" }]
        }
        """)
  }
}

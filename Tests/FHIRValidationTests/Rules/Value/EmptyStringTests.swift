import FHIRValidation
import Testing

struct EmptyStringTests {
  @Test func reportsAString() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "name": [{ "text": «""» }]
        }
        """,
      [ExpectedFinding(.emptyString, path: "Patient.name[0].text")])
  }

  @Test func reportsAnItem() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "name": [{ "given": ["Ann", «""»] }]
        }
        """,
      [ExpectedFinding(.emptyString, path: "Patient.name[0].given[1]")])
  }

  @Test func acceptsOneCharacter() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "name": [{ "text": "A" }]
        }
        """)
  }

  @Test func reportsAComment() {
    expectFindings(
      in: #"{ "resourceType": "Patient", "active": true, "fhir_comments": ["a", «""»] }"#,
      [ExpectedFinding(.emptyString)])
  }
}

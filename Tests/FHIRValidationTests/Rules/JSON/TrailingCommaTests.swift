import FHIRValidation
import FHIRTape
import Testing

struct TrailingCommaTests {
  @Test func reportsItInAnObject() {
    expectFindings(
      in: """
        { "resourceType": "Patient"«,» }
        """,
      [ExpectedFinding(.trailingComma)])
  }

  @Test func reportsItInAnArray() {
    expectFindings(
      in: """
        { "resourceType": "Patient", "name": [{ "text": "Ann" }«,»] }
        """,
      [ExpectedFinding(.trailingComma)])
  }

  @Test func acceptsCommasBetweenItems() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "name": [{ "text": "Ann" }, { "text": "Anna" }]
        }
        """)
  }
}

import FHIRValidation
import FHIRTape
import Testing

struct ExtraValueTests {
  @Test func reportsASecondObjectOnTheSameLine() {
    expectFindings(
      in: """
        { "resourceType": "Patient" } «{» "resourceType": "Patient" }
        """,
      [ExpectedFinding(.extraValue)])
  }

  @Test func reportsABracketAfterAnArray() {
    expectFindings(
      in: """
        [{ "resourceType": "Patient" }] «]»
        """,
      [ExpectedFinding(.extraValue)])
  }

  @Test func acceptsNDJSON() {
    expectFindings(
      in: """
        { "resourceType": "Patient", "id": "a" }⟨0A⟩{ "resourceType": "Patient", "id": "b" }⟨0A⟩
        """)
  }

  @Test func acceptsNDJSONWithCarriageReturnsAndEmptyLines() {
    expectFindings(
      in: """
        { "resourceType": "Patient" }⟨0D 0A 0D 0A⟩{ "resourceType": "Patient" }⟨0D 0A⟩
        """)
  }
}

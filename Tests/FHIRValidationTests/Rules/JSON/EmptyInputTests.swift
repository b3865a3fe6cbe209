import FHIRValidation
import FHIRTape
import Testing

struct EmptyInputTests {
  @Test func reportsNoBytes() {
    expectFindings(
      in: """
        «»
        """,
      [ExpectedFinding(.emptyInput)])
  }

  @Test func reportsNothingButWhiteSpace() {
    expectFindings(
      in: """
        ⟨20 09 0D 0A⟩«»
        """,
      [ExpectedFinding(.emptyInput)])
  }

  @Test func acceptsWhiteSpaceAroundADocument() {
    expectFindings(
      in: """
        ⟨0A⟩{ "resourceType": "Patient" }⟨0A⟩
        """)
  }
}

import FHIRValidation
import FHIRTape
import Testing

struct ByteOrderMarkTests {
  @Test func reportsTheMarkAndReadsOn() {
    expectFindings(
      in: """
        «⟨EF BB BF⟩»{
          "resourceType": "Patient",
          "gender": «"F"»
        }
        """,
      [ExpectedFinding(.byteOrderMark), ExpectedFinding(.notInValueSet)])
  }

  @Test func acceptsTheSameScalarInAString() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "name": [{ "text": "⟨EF BB BF⟩Ann" }]
        }
        """)
  }
}

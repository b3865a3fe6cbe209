import FHIRValidation
import FHIRTape
import Testing

struct InvalidUtf8Tests {
  @Test func reportsLatin1() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "name": [{ "text": "Ren«⟨E9⟩»" }]
        }
        """,
      [ExpectedFinding(.invalidUtf8)])
  }

  @Test func reportsAnOverlongForm() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "name": [{ "text": "«⟨C0⟩»⟨AF⟩" }]
        }
        """,
      [ExpectedFinding(.invalidUtf8)])
  }

  @Test func reportsAnEncodedSurrogate() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "name": [{ "text": "«⟨ED⟩»⟨A0 80⟩" }]
        }
        """,
      [ExpectedFinding(.invalidUtf8)])
  }

  @Test func reportsAScalarBeyondUnicode() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "name": [{ "text": "«⟨F4⟩»⟨90 80 80⟩" }]
        }
        """,
      [ExpectedFinding(.invalidUtf8)])
  }

  @Test func reportsAStrayContinuationByte() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "name": [{ "text": "a«⟨80⟩»" }]
        }
        """,
      [ExpectedFinding(.invalidUtf8)])
  }

  @Test func acceptsScalarsOfEveryLength() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "name": [{ "text": "a ⟨C2 80⟩ ⟨E0 A0 80⟩ ⟨EF BF BD⟩ ⟨F0 90 80 80⟩ ⟨F4 8F BF BF⟩" }]
        }
        """)
  }
}

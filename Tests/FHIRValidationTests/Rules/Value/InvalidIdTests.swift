import FHIRValidation
import Testing

struct InvalidIdTests {
  @Test func reportsAnUnderscore() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "id": «"patient_1"»
        }
        """,
      [ExpectedFinding(.invalidId, path: "Patient.id")])
  }

  @Test func reportsASlash() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "id": «"Patient/1"»
        }
        """,
      [ExpectedFinding(.invalidId, path: "Patient.id")])
  }

  @Test func reportsASpace() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "id": «"a b"»
        }
        """,
      [ExpectedFinding(.invalidId, path: "Patient.id")])
  }

  @Test func reportsNonASCII() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "id": «"é"»
        }
        """,
      [ExpectedFinding(.invalidId, path: "Patient.id")])
  }

  @Test func reports65Characters() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "id": «"⟨61 × 65⟩"»
        }
        """,
      [ExpectedFinding(.invalidId, path: "Patient.id")])
  }

  @Test func accepts64Characters() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "id": "⟨61 × 64⟩"
        }
        """)
  }

  @Test func acceptsEveryKindOfCharacter() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "id": "Az09-."
        }
        """)
  }

  @Test func reportsAVersion() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "meta": { "versionId": «"v_1"» }
        }
        """,
      [ExpectedFinding(.invalidId, path: "Patient.meta.versionId")])
  }
}

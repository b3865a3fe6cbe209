import FHIRValidation
import Testing

struct NotAnObjectTests {
  @Test func reportsATopLevelString() {
    expectFindings(
      in: """
        «"Patient"»
        """,
      [ExpectedFinding(.notAnObject)])
  }

  @Test func reportsATopLevelNumber() {
    expectFindings(
      in: """
        «12»
        """,
      [ExpectedFinding(.notAnObject)])
  }

  @Test func reportsItemsOfATopLevelArray() {
    expectFindings(
      in: """
        [{ "resourceType": "Patient" }, «"Patient/b"», «null», «[»1]]
        """,
      [ExpectedFinding(.notAnObject), ExpectedFinding(.notAnObject), ExpectedFinding(.notAnObject)])
  }

  @Test func reportsALineOfNDJSON() {
    expectFindings(
      in: """
        { "resourceType": "Patient" }
        «"Patient/b"»
        { "resourceType": "Patient" }
        """,
      [ExpectedFinding(.notAnObject)])
  }

  @Test func acceptsAnArrayOfResources() {
    expectFindings(
      in: """
        [{ "resourceType": "Patient" }, { "resourceType": "Patient" }]
        """)
  }
}

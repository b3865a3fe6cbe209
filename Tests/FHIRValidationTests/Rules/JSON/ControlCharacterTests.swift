import FHIRValidation
import Testing

struct ControlCharacterTests {
  @Test func reportsALineFeed() {
    expectFindings(
      in: """
        { "resourceType": "Patient", "name": [{ "text": "Ann«⟨0A⟩»Example" }] }
        """,
      [ExpectedFinding(.controlCharacter)])
  }

  @Test func reportsAVerticalTab() {
    expectFindings(
      in: """
        { "resourceType": "Patient", "name": [{ "text": "Ann«⟨0B⟩»" }] }
        """,
      [ExpectedFinding(.controlCharacter)])
  }

  @Test func reportsANullByteInAKey() {
    expectFindings(
      in: """
        { "resource«⟨00⟩»Type": "Patient" }
        """,
      [ExpectedFinding(.controlCharacter)])
  }

  @Test func acceptsEscapedControls() {
    expectFindings(
      in: #"""
        {
          "resourceType": "Patient",
          "name": [{ "text": "Ann\n\r\t\u000bExample" }]
        }
        """#)
  }

  @Test func acceptsDeleteAndNonASCII() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "name": [{ "text": "Ann⟨7F⟩ Örtegård µ" }]
        }
        """)
  }
}

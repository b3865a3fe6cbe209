import FHIRValidation
import FHIRTape
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

  /// One that JSON can escape and XML not is of another rule.
  @Test func acceptsEscapedControls() {
    expectFindings(
      in: #"""
        {
          "resourceType": "Patient",
          "name": [{ "text": "Ann\n\r\t\u0009\u007fExample" }]
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

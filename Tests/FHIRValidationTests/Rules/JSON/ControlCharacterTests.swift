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

  /// Another rule reports characters that JSON can escape and XML cannot contain.
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

import FHIRSchema
import FHIRValidation
import Testing

/// The type of its target that a Reference of R4 states.
struct ReferenceTypeTests {
  private func flag(_ subject: String) -> String {
    """
    {
      "resourceType": "Flag", "status": "active", "code": { "text": "a" },
      "text": { "status": "generated", "div": "<div xmlns=\\"http://www.w3.org/1999/xhtml\\">a</div>" },
      "subject": { \(subject) }
    }
    """
  }

  @Test(arguments: [
    #""type": "Patient", "display": "a""#, #""type": "Patient", "reference": "Patient/1""#,
    #""type": "Patient", "reference": "urn:oid:1.2.3""#,
  ])
  func passes(subject: String) { expectFindings(in: flag(subject), release: .r4) }

  @Test func aTypeThatTheElementDoesNotAllow() {
    expectFindings(
      in: flag(#""type": «"Encounter"», "display": "a""#),
      [ExpectedFinding(.wrongTargetType, path: "Flag.subject.type", messageContains: "'Patient'")], release: .r4)
  }

  @Test func aTypeOtherThanTheOneThatTheReferenceShows() {
    expectFindings(
      in: flag(#""reference": "Patient/1", "type": «"Group"»"#),
      [ExpectedFinding(.wrongTargetType, messageContains: "'Patient', as the reference shows")], release: .r4)
  }
}

import FHIRFindings
import FHIRTestSupport
import FHIRValidation
import Testing

/// A single sign of a release that is not judged does not keep a record from being judged where the record contradicts it.
struct ContradictedReleaseTests {
  private static let rest = """
    "resourceType": "FamilyMemberHistory", "status": "completed", "patient": { "reference": "Patient/1" },
    "relationship": { "text": "a" }
    """

  private func releases(_ member: String) -> [String] {
    Validator().validate(Array("{ \(Self.rest), \(member) }".utf8)).tally.releases.keys.sorted()
  }

  @Test(arguments: [
    // What that release has is a list of objects.
    (#""participant": "a""#, "r4"), (#""participant": ["a"]"#, "r4"),
    (#""participant": [{ "actor": { "reference": "Patient/1" } }]"#, "r5"),
    (#""participant": [{ "actor": { "reference": "Patient/1" } }], "reasonCode": [{ "text": "a" }]"#, "r4"),
  ])
  func isToldByItsSigns(member: String, release: String) {
    #expect(releases(member) == [release])
  }

  /// Drafts of a release have some members as it has them and others as the one before: several faults are no accident.
  @Test(arguments: [
    (#""reasonCode": [{ "text": "a" }]"#, "r4"),
    (#""medication": { "concept": { "text": "a" } }, "reasonCode": [{ "text": "a" }], "reportedBoolean": true"#, "r4"),
    (
      #"""
      "medication": { "concept": { "text": "a" } }, "reason": [{ "concept": { "text": "b" } }],
      "reasonCode": [{ "text": "a" }], "reportedBoolean": true
      """#, "r5"
    ),
  ])
  func aDraftIsToldByTheNamesThatItAdds(members: String, release: String) {
    let record = """
      { "resourceType": "MedicationRequest", "status": "active", "intent": "order", "subject": { "display": "b" },
        \(members) }
      """
    #expect(Validator().validate(Array(record.utf8)).tally.releases.keys.sorted() == [release])
  }

  /// In a list of records as in a document: what its values show counts against one wrong member.
  @Test func oneMemberOfAnotherReleaseIsAFaultInAList() {
    let record = #"""
      {"resourceType": "DiagnosticReport", "status": "final", "code": { "text": "a" },
        "performer": [{ "reference": "Organization/1" }], "context": { "reference": "Encounter/1" } }
      """#
    for text in [record, "[\(record)]", "[\(record), \(record)]"] {
      let result = Validator().validate(Array(text.utf8))
      #expect(result.tally.releases.keys.sorted() == ["r4"])
      let errors = Set(result.findings.filter { $0.severity == .error }.map(\.rule.description))
      #expect(errors == ["structure/unknown-element"])
    }
  }
}

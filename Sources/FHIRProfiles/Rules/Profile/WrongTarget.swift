package import FHIRDiagnostics

extension Rule {
  /// Reports: a reference points to what the profile does not allow.
  package static let profileWrongTarget = Rule(
    "profile/wrong-target", .error, .structure,
    summary: "a reference points to what the profile does not allow",
    explanation: Explanation(
      checks: """
        A profile may say which types a reference points to, and which profiles its target meets. Where the target is \
        contained or in the same Bundle it is judged; elsewhere its type shows in the address.
        """,
      matters: """
        A reader follows the reference and finds something that it does not expect.
        """,
      bad: ProfileExample.text(
        """
        { "path": "Patient.managingOrganization", "type": [{ "code": "Reference", "profile": ["http://example.org/organization"] }] }
        """,
        record: """
          "contained": [{ "resourceType": "Organization", "id": "a", "name": "Elsewhere" }], "managingOrganization": { "reference": "#a" }
          """),
      good: ProfileExample.text(
        """
        { "path": "Patient.managingOrganization", "type": [{ "code": "Reference", "profile": ["http://example.org/organization"] }] }
        """,
        record: """
          "contained": [{ "resourceType": "Organization", "id": "a", "name": "Example" }], "managingOrganization": { "reference": "#a" }
          """),
      specification: "https://hl7.org/fhir/R4/profiling.html"))
}

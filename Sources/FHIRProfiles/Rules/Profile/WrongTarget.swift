package import FHIRFindings

extension Rule {
  package static let profileWrongTarget = Rule(
    "profile/wrong-target", .error, .structure,
    summary: "a reference points to what the profile does not allow",
    explanation: Explanation(
      checks: """
        A profile may restrict the types of a reference's target, and the profiles that it meets. If the target is \
        contained or in the same Bundle, it is judged; otherwise its address may show its type. A reference to a \
        version means the entry with that `meta.versionId`, and no other; one without a version means the first entry \
        with the address, as a history begins with the newest. The message gives the first fault of the target.
        """,
      matters: "A reader follows the reference and finds an unexpected resource.",
      profile: """
        { "path": "Patient.managingOrganization", "type": [{ "code": "Reference", "profile": ["http://example.org/organization"] }] }
        """,
      bad: """
        "contained": [{ "resourceType": "Organization", "id": "a", "name": "Elsewhere" }], "managingOrganization": { "reference": "#a" }
        """,
      good: """
        "contained": [{ "resourceType": "Organization", "id": "a", "name": "Example" }], "managingOrganization": { "reference": "#a" }
        """))
}

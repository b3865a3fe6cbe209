package import FHIRFindings

extension Rule {
  package static let profileTargetPlace = Rule(
    "profile/target-place", .error, .structure,
    summary: "the target of a reference is not where the profile wants it",
    explanation: Explanation(
      checks: """
        A profile may say where the target of a reference is: contained in the same resource, in the same Bundle, or \
        outside of the resource. The definitions call it aggregation. A profile may also say, as its versioning, that a \
        reference names a version of its target (`/_history/`), or none; one to a contained resource has none to name.
        """,
      matters: "A reader who has only this resource, or only this Bundle, cannot follow the reference.",
      profile: """
        { "path": "Patient.managingOrganization", "type": [{ "code": "Reference", "aggregation": ["contained"] }] }
        """,
      bad: #""managingOrganization": { "reference": "Organization/1" }"#,
      good: """
        "contained": [{ "resourceType": "Organization", "id": "a", "name": "A" }], "managingOrganization": { "reference": "#a" }
        """,
      specification: "https://hl7.org/fhir/R4/elementdefinition-definitions.html#ElementDefinition.type.aggregation"))
}

package import FHIRFindings

extension Rule {
  package static let profileTargetPlace = Rule(
    "profile/target-place", .error, .structure, summary: "the target of a reference is not where the profile wants it",
    checks: """
      A profile may say where the target of a reference is: contained in the same resource, in the same Bundle, or \
      outside of the resource. The definitions call it aggregation. A profile may also say, as its versioning, that a \
      reference names a version of its target (`/_history/`), or none; one to a contained resource has none to name.
      """,
    matters: "A reader who has only this resource, or only this Bundle, cannot follow the reference.",
    profile:
      #"{ "path": "Patient.managingOrganization", "type": [{ "code": "Reference", "aggregation": ["contained"] }] }"#,
    bad: #""managingOrganization": { "reference": "Organization/1" }"#,
    good: """
      "contained": [{ "resourceType": "Organization", "id": "a", "name": "A" }], "managingOrganization": { "reference": "#a" }
      """,
    specification: "https://hl7.org/fhir/R4/elementdefinition-definitions.html#ElementDefinition.type.aggregation")

  package static let profileUnmetProfile = Rule(
    "profile/unmet-profile", .error, .structure, summary: "a value meets none of the profiles that are allowed for it",
    checks: """
      A profile may name several profiles for the values of an element; each value must meet one of them, in the oldest \
      release all of those that one type has. The message gives the first fault by the first profile for the value's type.
      """,
    matters: "Readers support only values of these forms.",
    profile: """
      { "path": "Patient.name", "type": [{ "code": "HumanName", "profile": ["http://example.org/name"] }, { "code": "HumanName", "profile": ["http://example.org/short-name"] }] }
      """,
    bad: #""name": [{ "prefix": ["Dr"] }]"#, good: #""name": [{ "text": "Ada" }]"#)

  package static let profileWrongTarget = Rule(
    "profile/wrong-target", .error, .structure, summary: "a reference points to what the profile does not allow",
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
      """)

  package static let profileWrongType = Rule(
    "profile/wrong-type", .error, .structure, summary: "a value is of a type that the profile does not allow",
    checks: """
      A profile constrains one type, and may allow fewer types for a choice. A value must have one of the remaining \
      types.
      """,
    matters: "Software that relies on the profile supports only the types that it names.",
    profile: #"{ "path": "Patient.deceased[x]", "type": [{ "code": "dateTime" }] }"#,
    bad: #""deceasedBoolean": true"#, good: #""deceasedDateTime": "2020-01-02""#)
}

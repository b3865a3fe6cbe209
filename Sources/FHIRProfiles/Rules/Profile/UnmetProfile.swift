package import FHIRFindings

extension Rule {
  package static let profileUnmetProfile = Rule(
    "profile/unmet-profile", .error, .structure,
    summary: "a value meets none of the profiles that are allowed for it",
    explanation: Explanation(
      checks: """
        A profile may name several profiles for the values of an element; each value must meet one of them, in the oldest \
        release all of those that one type has. The message gives the first fault by the first profile for the value's type.
        """,
      matters: "Readers support only values of these forms.",
      profile: """
        { "path": "Patient.name", "type": [{ "code": "HumanName", "profile": ["http://example.org/name"] }, { "code": "HumanName", "profile": ["http://example.org/short-name"] }] }
        """,
      bad: #""name": [{ "prefix": ["Dr"] }]"#, good: #""name": [{ "text": "Ada" }]"#))
}

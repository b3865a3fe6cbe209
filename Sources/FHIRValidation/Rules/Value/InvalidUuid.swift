package import FHIRDiagnostics

extension Rule {
  /// Reports a UUID that is not well-formed.
  package static let invalidUuid = Rule(
    "value/invalid-uuid", .error, .value,
    summary: "a UUID is not valid",
    explanation: Explanation(
      checks: """
        A UUID is written `urn:uuid:` and 32 lower-case hexadecimal digits in groups of 8, 4, 4, 4 and 12. No \
        element of a DSTU2 resource has the type uuid itself, and of R4's only extensions and parameters, so in \
        practice the rule is about a uri that begins with `urn:uuid:`, such as the `fullUrl` of a Bundle entry. There \
        upper case is a warning only, since examples that are published with R4 have it.
        """,
      matters: """
        Inside a Bundle, references find their target by this text, character by character. If a UUID is cut, or in \
        another case, the reference does not resolve.
        """,
      bundle: "collection",
      entry: """
        "fullUrl": ~,
        "resource": { "resourceType": "Patient" }
        """,
      bad: #""urn:uuid:05efabf0-4be2-4561-91ce""#, good: #""urn:uuid:05efabf0-4be2-4561-91ce-51548425acb9""#,
      specification: "https://hl7.org/fhir/DSTU2/datatypes.html#uri"))
}

package import FHIRFindings

extension Rule {
  package static let duplicateRecord = Rule(
    "identity/duplicate-record", .warning, .duplicate,
    summary: "a record occurs twice",
    checks: """
      Over a whole run, each record occurs once. A record is identified by its source, its resource type and its \
      id; the source is the name that came with the records, or else the service base of the entry's `fullUrl`. \
      Every further occurrence with the same content is reported and names the first. White space, the order \
      of members and the escapes of strings are not content. The same record of two sources is two records.
      """,
    matters: "A program that does not compare identities counts the record twice: one immunization becomes two.",
    bad: #"""
      { "resourceType": "Patient", "id": "a", "gender": "female" }
      { "resourceType": "Patient", "gender": "female", "id": "a" }
      """#,
    good: #"""
      { "resourceType": "Patient", "id": "a", "gender": "female" }
      { "resourceType": "Patient", "id": "b", "gender": "female" }
      """#,
    specification: "https://hl7.org/fhir/DSTU2/resource.html#id")
}

extension IdentityProblem {
  static func duplicateMessage(_ earlier: String) -> String {
    "expected each record once, found the same content as in \(earlier)"
  }
}

package import FHIRFindings

extension Rule {
  package static let newerVersion = Rule(
    "identity/newer-version", .information, .informational,
    summary: "a record also occurs in another version",
    checks: """
      Over a whole run, a record occurs in one version. A record with the source, resource type and id of an earlier \
      one, and with another `meta.versionId` or `meta.lastUpdated`, is reported and names the first of them. The \
      order of the input does not say which is newer: compare `meta.lastUpdated`.
      """,
    matters: """
      An updated record keeps its identity. For the current state, use the newest version of each; counting all \
      versions counts a record several times.
      """,
    bad: #"""
      { "resourceType": "Patient", "id": "a", "meta": { "versionId": "1" } }
      { "resourceType": "Patient", "id": "a", "meta": { "versionId": "2" } }
      """#,
    good: #"""
      { "resourceType": "Patient", "id": "a", "meta": { "versionId": "1" } }
      { "resourceType": "Patient", "id": "b", "meta": { "versionId": "2" } }
      """#,
    specification: "https://hl7.org/fhir/DSTU2/resource.html#meta")
}

extension IdentityProblem {
  static func newerVersionMessage(_ earlier: String) -> String {
    "expected each record once, found another version of the one in \(earlier)"
  }
}

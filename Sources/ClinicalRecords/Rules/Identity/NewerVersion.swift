package import FHIRDiagnostics

extension Rule {
  /// Reports a record that is there in another version.
  ///
  /// It takes all records of a run to tell: `RecordIndex` does, and the validator alone never reports this.
  package static let newerVersion = Rule(
    "identity/newer-version", .information, .informational,
    summary: "a record is there in another version",
    explanation: Explanation(
      checks: """
        Over a whole run, a record is there in one version. Reported is a record with the source, resource type and \
        id of an earlier one and with another `meta.versionId` or `meta.lastUpdated`; it names the first of them. \
        Which of the two is newer the order of the input does not tell: compare `meta.lastUpdated`.
        """,
      matters: """
        A record that was updated keeps its identity. Whoever wants the current state takes the newest version of \
        each; counting them all counts a record several times.
        """,
      bad: #"""
        { "resourceType": "Patient", "id": "a", "meta": { "versionId": "1" } }
        { "resourceType": "Patient", "id": "a", "meta": { "versionId": "2" } }
        """#,
      good: #"""
        { "resourceType": "Patient", "id": "a", "meta": { "versionId": "1" } }
        { "resourceType": "Patient", "id": "b", "meta": { "versionId": "2" } }
        """#,
      specification: "https://hl7.org/fhir/DSTU2/resource.html#meta"))
}

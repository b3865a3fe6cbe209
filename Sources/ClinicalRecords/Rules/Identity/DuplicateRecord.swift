package import FHIRDiagnostics

extension Rule {
  /// Reports a record that is there with the same content.
  ///
  /// It takes all records of a run to tell: `RecordIndex` does, and the validator alone never reports this.
  package static let duplicateRecord = Rule(
    "identity/duplicate-record", .warning, .duplicate,
    summary: "a record is there twice",
    explanation: Explanation(
      checks: """
        Over a whole run, each record is there once. A record is identified by its source, its resource type and its \
        id; the source is the name that came with the records, or else the service base of the entry's `fullUrl`. \
        Reported is every further occurrence with the same content, and it names the first. White space, the order \
        of members and the escapes of strings are not content. The same record of two sources is two records.
        """,
      matters: """
        A copy is harmless to whoever compares identities, and counts twice for whoever does not: one immunization \
        becomes two.
        """,
      bad: #"""
        { "resourceType": "Patient", "id": "a", "gender": "female" }
        { "resourceType": "Patient", "gender": "female", "id": "a" }
        """#,
      good: #"""
        { "resourceType": "Patient", "id": "a", "gender": "female" }
        { "resourceType": "Patient", "id": "b", "gender": "female" }
        """#,
      specification: "https://hl7.org/fhir/DSTU2/resource.html#id"))
}

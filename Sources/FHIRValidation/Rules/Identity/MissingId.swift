import Diagnostics

extension Rule {
  /// Reports a record without an id.
  ///
  /// It takes all records of a run to tell: `RecordIndex` does, and the validator alone never reports this.
  package static let missingId = Rule(
    "identity/missing-id", .information, .informational,
    summary: "a record has no id",
    explanation: Explanation(
      checks: """
        A record has an `id`: a string that is not empty. Resources in `contained`, Bundles and Parameters are not \
        records of their own.
        """,
      matters: """
        Without an id a record cannot be told from others: whether it is there twice was not judged, nobody can \
        refer to it, and reading it a second time makes a second record of it. New records that are sent to a server \
        have no id yet.
        """,
      bad: #"""
        { "resourceType": "Patient", "gender": "female" }
        """#,
      good: #"""
        { "resourceType": "Patient", "id": "a", "gender": "female" }
        """#,
      specification: "https://hl7.org/fhir/DSTU2/resource.html#id"))
}

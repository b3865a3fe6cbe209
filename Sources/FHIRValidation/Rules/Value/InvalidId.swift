package import FHIRDiagnostics

extension Rule {
  /// Reports an id that is not a FHIR id.
  package static let invalidId = Rule(
    "value/invalid-id", .error, .value,
    summary: "an id is not valid",
    explanation: Explanation(
      checks: """
        An id has 1 to 64 characters out of ASCII letters, digits, `-` and `.`. Underscores, slashes, spaces and \
        everything else are refused. The rule covers `meta.versionId` as well, and in DSTU2 the ids of elements, \
        which have the same type there.
        """,
      matters: """
        The id becomes part of the address of the record and of every reference to it. With other characters it \
        cannot be referred to, and the identity of a record rests on its id, its type and its source.
        """,
      bad: """
        {
          "resourceType": "Patient",
          "id": "patient_1"
        }
        """,
      good: """
        {
          "resourceType": "Patient",
          "id": "patient-1"
        }
        """,
      specification: "https://hl7.org/fhir/DSTU2/datatypes.html#id"))
}

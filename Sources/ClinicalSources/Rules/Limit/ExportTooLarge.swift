package import FHIRDiagnostics

extension Rule {
  /// Reports an export.xml that exceeds a limit of the reader.
  package static let exportTooLarge = Rule(
    "limit/export-too-large", .error, .tooLong,
    summary: "an export exceeds a limit",
    explanation: Explanation(
      checks: """
        An export.xml has at most 100,000 stubs, the tag of a stub has at most 65,536 bytes, and up to 10,000 findings \
        about stubs are listed. The limits can be set in the library.
        """,
      matters: """
        Real exports have some ten thousand stubs of a few hundred bytes. A file far beyond that was made to exhaust \
        the reader's memory.
        """,
      bad: """
        <!-- export.xml -->
        <HealthData>
        <ClinicalRecord type="Patient" identifier="a" sourceName="⟨61 × 65536⟩"
          sourceURL="https://example.org/fhir/Patient/a" fhirVersion="1.0.2"
          receivedDate="2021-03-04 05:06:07 +0100" resourceFilePath="/clinical-records/a.json"/>
        </HealthData>
        """,
      good: """
        <!-- export.xml -->
        <HealthData>
        <ClinicalRecord type="Patient" identifier="a" sourceName="⟨61 × 60000⟩"
          sourceURL="https://example.org/fhir/Patient/a" fhirVersion="1.0.2"
          receivedDate="2021-03-04 05:06:07 +0100" resourceFilePath="/clinical-records/a.json"/>
        </HealthData>
        <!-- clinical-records/a.json -->
        { "resourceType": "Patient", "id": "a", "gender": "female" }
        """,
      specification: "https://developer.apple.com/documentation/healthkit/hkclinicalrecord"))
}

package import FHIRDiagnostics

extension Rule {
  /// Reports a stub of a version of FHIR that belongs to no release HealthKit knows.
  package static let unknownVersion = Rule(
    "source/unknown-version", .warning, .notSupported,
    summary: "the version of FHIR is not known",
    explanation: Explanation(
      checks: """
        The `fhirVersion` of a stub is three numbers and belongs to DSTU2 (1.0) or R4 (4.0). A record of a version \
        that cannot be read is judged as if nothing had been said; one of another release is not judged.
        """,
      matters: """
        The version says which definitions a record follows. Judged by others, a sound record looks broken and a \
        broken one sound.
        """,
      bad: """
        <!-- export.xml -->
        <HealthData>
        <ClinicalRecord type="Patient" identifier="a" sourceName="City Clinic"
          sourceURL="https://example.org/fhir/Patient/a" fhirVersion="DSTU2"
          receivedDate="2021-03-04 05:06:07 +0100" resourceFilePath="/clinical-records/a.json"/>
        </HealthData>
        <!-- clinical-records/a.json -->
        { "resourceType": "Patient", "id": "a", "gender": "female" }
        """,
      good: """
        <!-- export.xml -->
        <HealthData>
        <ClinicalRecord type="Patient" identifier="a" sourceName="City Clinic"
          sourceURL="https://example.org/fhir/Patient/a" fhirVersion="1.0.2"
          receivedDate="2021-03-04 05:06:07 +0100" resourceFilePath="/clinical-records/a.json"/>
        </HealthData>
        <!-- clinical-records/a.json -->
        { "resourceType": "Patient", "id": "a", "gender": "female" }
        """,
      specification: "https://developer.apple.com/documentation/healthkit/hkfhirversion"))
}

package import FHIRDiagnostics

extension Rule {
  /// Reports a record whose type or id differs from its stub.
  package static let stubDisagrees = Rule(
    "source/stub-disagrees", .error, .invariant,
    summary: "a record is not the one that its stub describes",
    explanation: Explanation(
      checks: """
        The file that a stub names holds one resource, its `resourceType` is the stub's `type`, and its `id` the \
        stub's `identifier`.
        """,
      matters: """
        Source, type and identifier together identify a record. When the stub and the file differ, a record is stored \
        under the wrong identity or replaces another.
        """,
      bad: """
        <!-- export.xml -->
        <HealthData>
        <ClinicalRecord type="Patient" identifier="a" sourceName="City Clinic"
          sourceURL="https://example.org/fhir/Patient/a" fhirVersion="1.0.2"
          receivedDate="2021-03-04 05:06:07 +0100" resourceFilePath="/clinical-records/a.json"/>
        </HealthData>
        <!-- clinical-records/a.json -->
        { "resourceType": "Patient", "id": "b", "gender": "female" }
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
      specification: "https://developer.apple.com/documentation/healthkit/hkclinicalrecord"))
}

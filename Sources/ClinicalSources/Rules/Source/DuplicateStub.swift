package import FHIRDiagnostics

extension Rule {
  /// Reports a stub for a file that another stub has already.
  package static let duplicateStub = Rule(
    "source/duplicate-stub", .warning, .duplicate,
    summary: "two stubs name one file",
    explanation: Explanation(
      checks: """
        Each stub of an export names a file of its own. Reported is every further stub of a file, and it names the \
        first, which counts.
        """,
      matters: """
        One file holds one resource, and it came from one institution. Which of the stubs tells the truth about it \
        cannot be seen.
        """,
      bad: """
        <!-- export.xml -->
        <HealthData>
        <ClinicalRecord type="Patient" identifier="a" sourceName="City Clinic"
          sourceURL="https://example.org/fhir/Patient/a" fhirVersion="1.0.2"
          receivedDate="2021-03-04 05:06:07 +0100" resourceFilePath="/clinical-records/a.json"/>
        <ClinicalRecord type="Patient" identifier="a" sourceName="Town Hospital"
          sourceURL="https://example.org/fhir/Patient/a" fhirVersion="1.0.2"
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
      specification: "https://developer.apple.com/documentation/healthkit/hkclinicalrecord"))
}

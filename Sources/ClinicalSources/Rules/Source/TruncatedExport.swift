package import FHIRDiagnostics

extension Rule {
  /// Reports an export.xml that ends before its elements do.
  package static let truncatedExport = Rule(
    "source/truncated-export", .error, .structure,
    summary: "an export.xml is cut off",
    explanation: Explanation(
      checks: "An export.xml ends after `</HealthData>`, and each comment, CDATA section and stub in it is closed.",
      matters: "An export that was cut off while it was written or copied lacks stubs, and their number is unknown.",
      bad: """
        <!-- export.xml -->
        <HealthData>
        <ClinicalRecord type="Patient" identifier="a" sourceName="City Clinic"
          sourceURL="https://example.org/fhir/Patient/a" fhirVersion="1.0.2"
          receivedDate="2021-03-04 05:06:07 +0100" resourceFilePath="/clinical-records/a.json"/>
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
      specification: "https://www.w3.org/TR/xml/#sec-documents"))
}

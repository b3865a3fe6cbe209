package import FHIRDiagnostics

extension Rule {
  /// Reports an export.xml that is not in UTF-8.
  package static let unsupportedEncoding = Rule(
    "source/unsupported-encoding", .error, .notSupported,
    summary: "an export.xml is not in UTF-8",
    explanation: Explanation(
      checks: """
        An export.xml is written in UTF-8, and its first line names UTF-8 or no encoding. A file that names another \
        encoding is read as UTF-8; one in UTF-16 is not read.
        """,
      matters: "Apple Health writes UTF-8. Read in another encoding, the names of institutions change.",
      bad: """
        <!-- export.xml -->
        <?xml version="1.0" encoding="ISO-8859-1"?>
        <HealthData>
        <ClinicalRecord type="Patient" identifier="a" sourceName="City Clinic"
          sourceURL="https://example.org/fhir/Patient/a" fhirVersion="1.0.2"
          receivedDate="2021-03-04 05:06:07 +0100" resourceFilePath="/clinical-records/a.json"/>
        </HealthData>
        <!-- clinical-records/a.json -->
        { "resourceType": "Patient", "id": "a", "gender": "female" }
        """,
      good: """
        <!-- export.xml -->
        <?xml version="1.0" encoding="UTF-8"?>
        <HealthData>
        <ClinicalRecord type="Patient" identifier="a" sourceName="City Clinic"
          sourceURL="https://example.org/fhir/Patient/a" fhirVersion="1.0.2"
          receivedDate="2021-03-04 05:06:07 +0100" resourceFilePath="/clinical-records/a.json"/>
        </HealthData>
        <!-- clinical-records/a.json -->
        { "resourceType": "Patient", "id": "a", "gender": "female" }
        """,
      specification: "https://www.w3.org/TR/xml/#charencoding"))
}

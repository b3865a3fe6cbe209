package import FHIRDiagnostics

extension Rule {
  /// Reports a reference in a stub that means nothing without a declaration.
  package static let undeclaredEntity = Rule(
    "source/undeclared-entity", .error, .value,
    summary: "a reference in a stub stands for no character",
    explanation: Explanation(
      checks: """
        The values of a stub hold no references but `&amp;`, `&lt;`, `&gt;`, `&quot;`, `&apos;` and the numbers of \
        characters. Entities that the file declares itself are not read, let alone expanded; the reference is kept \
        as it is written.
        """,
      matters: """
        Apple Health declares no entities. Those of a stranger can name other files, or grow a few lines into \
        gigabytes.
        """,
      bad: """
        <!-- export.xml -->
        <!DOCTYPE HealthData [ <!ENTITY clinic "Clinic"> ]>
        <HealthData>
        <ClinicalRecord type="Patient" identifier="a" sourceName="City &clinic;"
          sourceURL="https://example.org/fhir/Patient/a" fhirVersion="1.0.2"
          receivedDate="2021-03-04 05:06:07 +0100" resourceFilePath="/clinical-records/a.json"/>
        </HealthData>
        <!-- clinical-records/a.json -->
        { "resourceType": "Patient", "id": "a", "gender": "female" }
        """,
      good: """
        <!-- export.xml -->
        <HealthData>
        <ClinicalRecord type="Patient" identifier="a" sourceName="City &amp; Clinic"
          sourceURL="https://example.org/fhir/Patient/a" fhirVersion="1.0.2"
          receivedDate="2021-03-04 05:06:07 +0100" resourceFilePath="/clinical-records/a.json"/>
        </HealthData>
        <!-- clinical-records/a.json -->
        { "resourceType": "Patient", "id": "a", "gender": "female" }
        """,
      specification: "https://www.w3.org/TR/xml/#sec-predefined-ent"))
}

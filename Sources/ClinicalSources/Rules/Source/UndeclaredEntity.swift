package import FHIRDiagnostics

extension Rule {
  /// Reports a reference in a stub to an entity that XML does not define.
  package static let undeclaredEntity = Rule(
    "source/undeclared-entity", .error, .value,
    summary: "a stub has a character reference that XML does not define",
    explanation: Explanation(
      checks: """
        The only references in the values of a stub are `&amp;`, `&lt;`, `&gt;`, `&quot;`, `&apos;` and the numbers of \
        characters. Entities that the file declares are not read or expanded; the reference is kept as it is written.
        """,
      matters: """
        Apple Health declares no entities. Declared entities can refer to other files, or expand a few lines to \
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

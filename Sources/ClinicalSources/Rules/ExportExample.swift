/// The Apple Health export of the examples: one stub and its file. A bad example says in what it differs.
enum ExportExample {
  static let stub = """
    <ClinicalRecord type="Patient" identifier="a" sourceName="City Clinic"
      sourceURL="https://example.org/fhir/Patient/a" fhirVersion="1.0.2"
      receivedDate="2021-03-04 05:06:07 +0100" resourceFilePath="/clinical-records/a.json"/>
    """
  static let export = "<!-- export.xml -->\n<HealthData>\n\(stub)\n</HealthData>"
  static let record = """
    <!-- clinical-records/a.json -->
    { "resourceType": "Patient", "id": "a", "gender": "female" }
    """
  static let good = export + "\n" + record

  static func adding(_ other: String) -> String { good.replacing("</HealthData>", with: other + "\n</HealthData>") }
}

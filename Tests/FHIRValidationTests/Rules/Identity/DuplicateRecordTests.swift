import ClinicalRecords
import FHIRValidation
import Testing

struct DuplicateRecordTests {
  @Test func reportsTheSecondOfTwoLines() throws {
    try expectRunFinding(
      in: """
        «{ "resourceType": "Patient", "id": "a", "gender": "female" }»
        «{ "resourceType": "Patient", "id": "a", "gender": "female" }»
        """, rule: .duplicateRecord)
  }

  @Test func howItIsWrittenDoesNotCount() throws {
    try expectRunFinding(
      in: #"«{ "resourceType": "Patient", "id": "a", "gender": "female" }»"#,
      #"«{"gender":"\u0066emale","id":"a","resourceType":"Patient"}»"#, rule: .duplicateRecord)
  }

  @Test func findsItInBundlesOfOneService() throws {
    let bundle = { (mark: String, end: String) in
      """
      {
        "resourceType": "Bundle",
        "type": "searchset",
        "entry": [
          {
            "fullUrl": "http://example.org/fhir/Patient/a",
            "resource": \(mark){ "resourceType": "Patient", "id": "a" }\(end)
          }
        ]
      }
      """
    }
    try expectRunFinding(in: bundle("«", "»"), bundle("«", "»"), rule: .duplicateRecord)
    let elsewhere = bundle("", "").replacing("example.org", with: "example.com")
    try expectRunFinding(in: bundle("", ""), elsewhere, rule: nil)
  }

  @Test func acceptsOtherTypesAndContainedResources() throws {
    try expectRunFinding(
      in: """
        { "resourceType": "Patient", "id": "a", "contained": [{ "resourceType": "Practitioner", "id": "p" }],
          "careProvider": [{ "reference": "#p" }] }
        """,
      """
      { "resourceType": "Practitioner", "id": "a" }
      { "resourceType": "Practitioner", "id": "p" }
      """, rule: nil)
  }
}

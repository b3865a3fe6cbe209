import ClinicalRecords
import FHIRValidation
import Testing

struct NewerVersionTests {
  @Test(arguments: [
    (#"{ "versionId": "1" }"#, #"{ "versionId": "2" }"#),
    (#"{ "lastUpdated": "2020-01-01T00:00:00Z" }"#, #"{ "lastUpdated": "2020-01-02T00:00:00Z" }"#),
    (#"{ "versionId": "1" }"#, #"{ "versionId": "1", "lastUpdated": "2020-01-02T00:00:00Z" }"#),
  ])
  func reportsAnotherVersion(first: String, second: String) throws {
    let patient = { (meta: String) in "«{ \"resourceType\": \"Patient\", \"id\": \"a\", \"meta\": \(meta) }»" }
    try expectRunFinding(in: patient(first), patient(second), rule: .newerVersion)
    try expectRunFinding(in: patient(second), patient(first), rule: .newerVersion)
  }
}

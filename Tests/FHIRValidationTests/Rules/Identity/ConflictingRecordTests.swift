import ClinicalRecords
import FHIRValidation
import Testing

struct ConflictingRecordTests {
  @Test func reportsOtherContentInTheSameVersion() throws {
    try expectRunFinding(
      in: """
        «{ "resourceType": "Patient", "id": "a", "meta": { "versionId": "1" }, "gender": "female" }»
        «{ "resourceType": "Patient", "id": "a", "meta": { "versionId": "1" }, "gender": "male" }»
        """, rule: .conflictingRecord)
  }

  @Test func reportsOtherContentWithoutAnyVersion() throws {
    try expectRunFinding(
      in: #"«{ "resourceType": "Patient", "id": "a", "gender": "female" }»"#,
      #"«{ "resourceType": "Patient", "id": "a", "gender": "male" }»"#, rule: .conflictingRecord)
  }

  @Test func theDigitsOfANumberAreContent() throws {
    let observation = { (value: String) in
      """
      «{ "resourceType": "Observation", "id": "a", "status": "final", "code": { "text": "Weight" },
        "valueQuantity": { "value": \(value) } }»
      """
    }
    try expectRunFinding(in: observation("70.0"), observation("70.00"), rule: .conflictingRecord)
  }
}

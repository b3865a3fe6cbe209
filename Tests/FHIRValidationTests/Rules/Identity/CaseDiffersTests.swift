import ClinicalRecords
import FHIRValidation
import Testing

struct CaseDiffersTests {
  @Test func reportsTheSecondSpelling() throws {
    try expectRunFinding(
      in: """
        «{ "resourceType": "Patient", "id": "ab-1" }»
        «{ "resourceType": "Patient", "id": "aB-1" }»
        """, rule: .caseDiffers)
  }

  @Test func acceptsIdsThatDifferOtherwise() throws {
    try expectRunFinding(
      in: """
        { "resourceType": "Patient", "id": "ab-1" }
        { "resourceType": "Patient", "id": "ab.1" }
        """, rule: nil)
  }
}

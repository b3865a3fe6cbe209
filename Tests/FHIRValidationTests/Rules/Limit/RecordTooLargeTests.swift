import FHIRValidation
import Testing

struct RecordTooLargeTests {
  @Test func reportsARecord() {
    var options = ValidationOptions()
    options.maximumRecordBytes = 60
    expectFindings(
      in: """
        «{» "resourceType": "Patient", "id": "a-rather-long-id-for-a-patient" }
        """,
      [ExpectedFinding(.recordTooLarge)], options: options)
  }

  @Test func readsOtherRecords() {
    var options = ValidationOptions()
    options.maximumRecordBytes = 60
    expectFindings(
      in: """
        «{» "resourceType": "Patient", "id": "a-rather-long-id-for-a-patient" }
        { "resourceType": "Patient", "gender": «"F"» }
        """,
      [ExpectedFinding(.recordTooLarge), ExpectedFinding(.notInValueSet)], options: options)
  }

  @Test func acceptsTheLimit() {
    var options = ValidationOptions()
    options.maximumRecordBytes = 60
    expectFindings(
      in: """
        { "resourceType": "Patient", "id": "aaaaaaaaaaaaaaaaaaaaa" }
        """,
      options: options)
  }

  @Test func acceptsALargeInputOfSmallRecords() {
    var options = ValidationOptions()
    options.maximumRecordBytes = 60
    expectFindings(
      in: """
        { "resourceType": "Patient", "id": "a" }
        { "resourceType": "Patient", "id": "b" }
        """,
      options: options)
  }
}

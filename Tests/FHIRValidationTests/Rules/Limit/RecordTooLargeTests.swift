import FHIRFindings
import FHIRValidation
import FHIRTape
import FHIRTestSupport
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

  @Test func countsTheTapeToo() {
    var options = ValidationOptions()
    options.maximumRecordBytes = 1 << 20
    // 400 KB of text, whose tape takes 1.6 MB.
    let ones = String(repeating: ",1", count: 200_000)
    let text = "{\"resourceType\":\"Patient\",\"x\":[1\(ones)]}\n{\"resourceType\":\"Patient\",\"id\":\"a\"}\n"
    let result = Validator.insisting(options: options).validate(Array(text.utf8))
    #expect(result.findings.map(\.rule) == [Rule.recordTooLarge.id])
    #expect(result.findings.first?.message.contains("1048576 bytes") == true)
    #expect(result.tally.records == 1)
    #expect(result.tally.notJudged == [.tooLarge: 1])
  }
}

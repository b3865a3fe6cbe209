import FHIRValidation
import Testing

struct TooManyIssuesTests {
  @Test func saysSoOnce() {
    var options = ValidationOptions()
    options.maximumIssuesPerRecord = 2
    expectFindings(
      in: """
        «{» "resourceType": "Patient", «"a"»: 1, «"b"»: 2, "c": 3, "d": 4 }
        """,
      [ExpectedFinding(.tooManyIssues), ExpectedFinding(.unknownElement), ExpectedFinding(.unknownElement)],
      options: options)
  }

  @Test func countsEachRecordOnItsOwn() {
    var options = ValidationOptions()
    options.maximumIssuesPerRecord = 1
    expectFindings(
      in: """
        [{ "resourceType": "Patient", «"a"»: 1 }, { "resourceType": "Patient", «"b"»: 2 }]
        """,
      [ExpectedFinding(.unknownElement), ExpectedFinding(.unknownElement)], options: options)
  }

  @Test func acceptsTheLimit() {
    var options = ValidationOptions()
    options.maximumIssuesPerRecord = 2
    expectFindings(
      in: """
        { "resourceType": "Patient", «"a"»: 1, «"b"»: 2 }
        """,
      [ExpectedFinding(.unknownElement), ExpectedFinding(.unknownElement)], options: options)
  }
}

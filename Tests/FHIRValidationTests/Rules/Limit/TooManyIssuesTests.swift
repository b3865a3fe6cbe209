import FHIRDiagnostics
import FHIRValidation
import Testing

struct TooManyIssuesTests {
  @Test func isReportedOnce() {
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

  @Test func holdsForTheInput() {
    var options = ValidationOptions()
    options.maximumIssues = 2
    let lines = String(repeating: "1\n", count: 1_000)
    let result = Validator(options: options).validate(Array("{}\n\(lines)".utf8))
    #expect(result.diagnostics.count == 3)
    #expect(result.diagnostics.filter { $0.rule == Rule.tooManyIssues.id }.count == 1)
    #expect(result.diagnostics.contains { $0.message.contains("at most 2 findings in one input") })
    // The finding about the limit itself is information.
    #expect(result.tally.issues == [.error: 1_001, .information: 1])
    #expect(result.tally.notJudged[.notAnObject] == 1_000)
  }

  @Test func limitsFindingsAboutUnreadableTexts() {
    var options = ValidationOptions()
    options.maximumIssues = 2
    let result = Validator(options: options).validate(Array("{}\n\(String(repeating: "{\n", count: 100))".utf8))
    #expect(result.diagnostics.count == 3)
    #expect(result.tally.issues.values.reduce(0, +) == 102)
  }

  @Test func countsWhatItDoesNotList() {
    let keys = (0..<20_000).map { "\"k\($0)\":1" }.joined(separator: ",")
    let result = Validator().validate(Array("{\"resourceType\":\"Patient\",\(keys)}".utf8))
    #expect(result.diagnostics.count == 1_001)
    #expect(result.tally.issues == [.error: 20_000, .information: 1])
  }

  @Test func looksForAHundredHintsOfARecord() {
    let keys = (0..<200).map { "\"birthdat\($0 % 10)\($0)\":1" }.joined(separator: ",")
    let result = Validator().validate(Array("{\"resourceType\":\"Patient\",\(keys)}".utf8))
    #expect(result.diagnostics.count == 200)
    #expect(result.diagnostics.filter { $0.message.contains("nearest") }.count == 100)
  }

  @Test func countsTheSameWithoutListing() {
    let other = """
      {"resourceType":"Observation","status":"final","code":{"text":"a"},"note":[{"text":"a"}],"category":[{"text":"b"}]}
      """
    let keys = (0..<2_000).map { "\"k\($0)\":1" }.joined(separator: ",")
    let many = "{\"resourceType\":\"Patient\",\"gender\":\"F\",\(keys)}"
    let inputs = [
      many, "{\"resourceType\":\"Bundle\",\"entry\":[{\"resource\":\(other)},{\"resource\":\(many)}]}",
      "{\"resourceType\":\"Parameters\",\"parameter\":[{\"name\":\"a\",\"resource\":"
        + "{\"resourceType\":\"Bundle\",\"x\":1,\"entry\":[{\"resource\":\(other)}]}}]}",
      "\(other)\n{\n\(many)\n1\n",
    ]
    let validator = Validator()
    for input in inputs {
      let listed = validator.validate(Array(input.utf8))
      Array(input.utf8).withUnsafeBytes { bytes in
        let counted = validator.validate(
          bytes, hints: ReleaseHints(), batchSize: nil, keepsFindings: false, visit: nil
        ) { #expect($0.isEmpty) }
        #expect(counted == listed.tally)
      }
    }
  }
}

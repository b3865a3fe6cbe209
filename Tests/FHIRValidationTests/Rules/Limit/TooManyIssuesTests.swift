import FHIRFindings
import FHIRValidation
import FHIRTestSupport
import Testing

struct TooManyIssuesTests {
  @Test func isReportedOnce() {
    var options = ValidationOptions()
    options.maximumFindingsPerRecord = 2
    expectFindings(
      in: """
        «{» "resourceType": "Patient", «"a"»: 1, «"b"»: 2, "c": 3, "d": 4 }
        """,
      [ExpectedFinding(.tooManyIssues), ExpectedFinding(.unknownElement), ExpectedFinding(.unknownElement)],
      options: options)
  }

  @Test func countsEachRecordOnItsOwn() {
    var options = ValidationOptions()
    options.maximumFindingsPerRecord = 1
    expectFindings(
      in: """
        [{ "resourceType": "Patient", «"a"»: 1 }, { "resourceType": "Patient", «"b"»: 2 }]
        """,
      [ExpectedFinding(.unknownElement), ExpectedFinding(.unknownElement)], options: options)
  }

  @Test func acceptsTheLimit() {
    var options = ValidationOptions()
    options.maximumFindingsPerRecord = 2
    expectFindings(
      in: """
        { "resourceType": "Patient", «"a"»: 1, «"b"»: 2 }
        """,
      [ExpectedFinding(.unknownElement), ExpectedFinding(.unknownElement)], options: options)
  }

  @Test func holdsForTheInput() {
    var options = ValidationOptions()
    options.maximumFindings = 2
    let lines = String(repeating: "1\n", count: 1_000)
    let result = Validator.insisting(options: options).validate(Array("{}\n\(lines)".utf8))
    #expect(result.findings.count == 3)
    #expect(result.findings.filter { $0.rule == Rule.tooManyIssues.id }.count == 1)
    #expect(result.findings.contains { $0.message.contains("at most 2 findings in one input") })
    // The finding about the limit itself is information.
    #expect(result.tally.bySeverity == [.error: 1_001, .information: 1])
    #expect(result.tally.notJudged[.notAnObject] == 1_000)
  }

  @Test func limitsFindingsAboutUnreadableTexts() {
    var options = ValidationOptions()
    options.maximumFindings = 2
    let result = Validator.insisting(options: options).validate(
      Array("{}\n\(String(repeating: "{\n", count: 100))".utf8))
    #expect(result.findings.count == 3)
    #expect(result.tally.bySeverity.values.reduce(0, +) == 102)
  }

  @Test func countsWhatItDoesNotList() {
    let keys = (0..<20_000).map { "\"k\($0)\":1" }.joined(separator: ",")
    let result = Validator.insisting().validate(Array("{\"resourceType\":\"Patient\",\(keys)}".utf8))
    #expect(result.findings.count == 1_001)
    #expect(result.tally.bySeverity == [.error: 20_000, .information: 1])
  }

  @Test func looksForAHundredHintsOfARecord() {
    let keys = (0..<200).map { "\"birthdat\($0 % 10)\($0)\":1" }.joined(separator: ",")
    let result = Validator.insisting().validate(Array("{\"resourceType\":\"Patient\",\(keys)}".utf8))
    #expect(result.findings.count == 200)
    #expect(result.findings.filter { $0.message.contains("nearest") }.count == 100)
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

  /// Identifiers that are warnings, then elements that are errors.
  private static func patient(warnings: Int, errors: Int) -> String {
    let identifiers = Array(repeating: #"{"system":"http://a.org","value":"urn:oid:1.2"}"#, count: warnings)
    let strangers = (0..<errors).map { ",\"k\($0)\":1" }
    return #"{"resourceType":"Patient","identifier":[\#(identifiers.joined(separator: ","))]\#(strangers.joined())}"#
  }

  private func counts(_ findings: [Finding]) -> [Severity: Int] {
    Dictionary(grouping: findings, by: \.severity).mapValues(\.count)
  }

  @Test(arguments: [(9, 0), (9, 1), (9, 3), (9, 9), (2, 2)])
  func errorsTakeThePlacesOfWarnings(warnings: Int, errors: Int) {
    var options = ValidationOptions()
    options.maximumFindingsPerRecord = 3
    let text = Self.patient(warnings: warnings, errors: errors)
    // A record before and one behind keep their findings.
    let result = Validator.insisting(options: options).validate(
      Array("[{\"resourceType\":\"Patient\",\"a\":1},\(text),{}]".utf8))
    let listed = (errors: min(errors, 3), warnings: 3 - min(errors, 3))
    #expect(
      counts(result.findings)
        == [.error: listed.errors + 2, .warning: listed.warnings, .information: 1].filter { $0.value > 0 })
    let total: [Severity: Int] = [.error: errors + 2, .warning: warnings, .information: 1]
    #expect(result.tally.bySeverity == total)
    let note = result.findings.first { $0.rule == Rule.tooManyIssues.id }
    #expect(note?.message.contains("\(warnings - listed.warnings) of severity warning") == true)
    #expect(note?.message.contains("of severity error") == (errors > 3))
    #expect(!result.isValid)
  }

  @Test func errorsTakeThePlacesOfWarningsOfAnInput() {
    var options = ValidationOptions()
    options.maximumFindings = 4
    let lines = "\(Self.patient(warnings: 3, errors: 0))\n\(Self.patient(warnings: 3, errors: 2))\n{\n"
    let result = Validator.insisting(options: options).validate(Array(lines.utf8))
    #expect(counts(result.findings) == [.fatal: 1, .error: 2, .warning: 1, .information: 1])
    #expect(result.tally.bySeverity == [.fatal: 1, .error: 2, .warning: 6, .information: 1])
  }

  /// An error that is only counted still makes the result invalid.
  @Test func aResultIsNotValidByItsList() {
    var options = ValidationOptions()
    options.maximumFindingsPerRecord = 0
    #expect(!Validator.insisting(options: options).validate(Array(Self.patient(warnings: 0, errors: 1).utf8)).isValid)
    #expect(Validator.insisting(options: options).validate(Array(Self.patient(warnings: 1, errors: 0).utf8)).isValid)
  }
}

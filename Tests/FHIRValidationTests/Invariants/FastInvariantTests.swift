import FHIRFindings
import FHIRValidation
import FHIRTestSupport
import Testing

/// Invariants with a fast form, which must agree with the expression.
struct FastInvariantTests {
  private func broken(_ record: String) -> [String] {
    Validator.insisting().validate(Array(record.utf8)).findings.map(\.rule.rawValue).filter {
      $0.hasPrefix("invariant/")
    }
  }

  private func ofQuestionnaire(_ items: String) -> [String] {
    broken(
      #"{ "resourceType": "Questionnaire", "status": "draft", "group": { "required": true, "linkId": "g", \#(items) } }"#
    )
  }

  @Test(arguments: [
    #""question": [{ "linkId": "a" }, { "linkId": "a" }]"#,
    #""question": [{ "linkId": "a" }, { "linkId": "\u0061" }]"#,
    #""question": [{ "linkId": "a" }, { "link\u0049d": "a" }]"#,
    #""question": [{ "linkId": "a", "group": [{ "linkId": "g" }] }]"#,
    #""group": [{ "question": [{ "linkId": "a" }] }, { "question": [{ "linkId": "b" }, { "linkId": "a" }] }]"#,
  ])
  func aLinkThatStandsTwiceIsFound(items: String) {
    #expect(ofQuestionnaire(items) == ["invariant/que-2"])
  }

  @Test(arguments: [
    #""question": [{ "linkId": "a" }, { "text": "a" }, { "linkId": "A" }]"#,
    #""question": [{ "linkId": "a" }, { "linkId": "\u0062" }]"#,
    #""question": [{ "linkId": "a", "option": [{ "code": "a" }, { "code": "a" }] }, { "linkId": "b" }]"#,
  ])
  func linksThatDifferPass(items: String) {
    #expect(ofQuestionnaire(items) == [])
  }

  private func ofValueSet(_ concepts: String) -> [String] {
    broken(
      """
      {
        "resourceType": "ValueSet", "status": "draft",
        "codeSystem": { "system": "http://example.org/codes", "concept": \(concepts) }
      }
      """)
  }

  @Test(arguments: [
    #"[{ "code": "a" }, { "code": "a" }]"#,
    #"[{ "code": "a", "concept": [{ "code": "b", "concept": [{ "code": "a" }] }] }]"#,
    #"[{ "code": "a" }, { "code": "\u0061" }]"#,
    #"[{ "code": "a", "conc\u0065pt": [{ "code": "a" }] }]"#,
    #"[{ "code": "a" }, { "display": "B" }]"#,
  ])
  func aCodeThatStandsTwiceIsFound(concepts: String) {
    #expect(Set(ofValueSet(concepts)) == ["invariant/vsd-3", "invariant/vsd-8"])
  }

  @Test(arguments: [
    #"[{ "code": "a" }, { "code": "b", "concept": [{ "code": "c" }] }]"#,
    #"[{ "code": "a", "designation": [{ "value": "A", "use": { "code": "a" } }] }]"#,
  ])
  func codesThatDifferPass(concepts: String) {
    #expect(ofValueSet(concepts) == [])
  }

  /// A thousand codes are compared as correctly as two.
  @Test func oneOfManyCodesStandsTwice() {
    let codes = (0..<1000).map { #"{ "code": "c\#($0)" }"# }
    #expect(ofValueSet("[\(codes.joined(separator: ","))]") == [])
    let broken = ofValueSet("[\((codes + [codes[500]]).joined(separator: ","))]")
    #expect(Set(broken) == ["invariant/vsd-3", "invariant/vsd-8"])
  }

  @Test(arguments: [
    (#""type": [{ "code": "code" }]"#, []),
    (#""constraint": [{ "key": "a", "severity": "error", "human": "A", "xpath": "true()" }]"#, []),
    (#""constraint": [{ "severity": "error", "human": "A", "xpath": "true()" }]"#, ["invariant/eld-14"]),
  ])
  func oneItemIsDistinct(members: String, expected: [String]) {
    let record = """
      { "resourceType": "DataElement", "status": "draft", "element": [{ "path": "a", \(members) }] }
      """
    #expect(broken(record) == expected)
  }

  @Test(arguments: [
    ("2015-02-07T10:00:00.200Z", "2015-02-07T10:00:00.100Z", true),
    ("2015-02-07T10:00:00.100Z", "2015-02-07T10:00:00.200Z", false),
    ("2015-02-07T10:00:00+01:00", "2015-02-07T10:00:00+02:00", true),
    ("2015-02-07T10:00:00+02:00", "2015-02-07T10:00:00+01:00", false),
    ("2015-02-08T10:00:00+02:00", "2015-02-07T10:00:00+02:00", true),
    ("2015-02-07", "2015-02-07", false),
  ])
  func timesOfOneFormAreCompared(start: String, end: String, isBroken: Bool) {
    let record = """
      { "resourceType": "Encounter", "status": "finished", "period": { "start": "\(start)", "end": "\(end)" } }
      """
    #expect(broken(record) == (isBroken ? ["invariant/per-1"] : []))
  }
}

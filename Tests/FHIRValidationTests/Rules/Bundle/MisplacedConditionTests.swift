import FHIRValidation
import Testing

struct MisplacedConditionTests {
  private func batch(_ requests: String...) -> String {
    """
    {
      "resourceType": "Bundle",
      "type": "batch",
      "entry": [\(requests.map { "{ \"request\": { \($0) } }" }.joined(separator: ", "))]
    }
    """
  }

  @Test func reportsConditionsOfOtherMethods() {
    expectFindings(
      in: batch(
        #""method": "GET", "url": "Patient/1", "ifNoneExist": «"a=b"»"#,
        #""method": "GET", "url": "Patient/1", "ifMatch": «"W/\"1\""»"#,
        #""method": "DELETE", "url": "Patient/1", "ifNoneMatch": «"W/\"1\""»"#,
        #""method": "DELETE", "url": "Patient/2", "ifModifiedSince": «"2015-08-31T08:14:33+10:00"»"#),
      [
        ExpectedFinding(
          .misplacedCondition, path: "Bundle.entry[0].request.ifNoneExist",
          messageContains: "expected 'ifNoneExist' with a POST, found it with a GET"),
        ExpectedFinding(
          .misplacedCondition, path: "Bundle.entry[1].request.ifMatch", messageContains: "with a PUT or a DELETE"),
        ExpectedFinding(.misplacedCondition, path: "Bundle.entry[2].request.ifNoneMatch"),
        ExpectedFinding(.misplacedCondition, path: "Bundle.entry[3].request.ifModifiedSince"),
      ])
  }

  @Test func acceptsConditionsWhereTheyBelong() {
    expectFindings(
      in: batch(
        #""method": "GET", "url": "Patient/1", "ifNoneMatch": "W/\"1\"", "ifModifiedSince": "2015-08-31T08:14:33Z""#,
        #""method": "DELETE", "url": "Patient/1", "ifMatch": "W/\"1\"""#))
  }

  @Test func leavesUnknownMethodsToTheirOwnRule() {
    expectFindings(
      in: batch(#""method": «"HEAD"», "url": "Patient/1", "ifNoneExist": "a=b""#),
      [ExpectedFinding(.notInValueSet, path: "Bundle.entry[0].request.method")])
  }
}

import FHIRFindings
import FHIRValidation
import FHIRTestSupport
import Testing

struct DuplicateKeyTests {
  @Test func reportsTheSecondKey() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "gender": "male",
          «"gender"»: "female"
        }
        """,
      [ExpectedFinding(.duplicateKey, messageContains: "gender")])
  }

  @Test func reportsItInNestedObjects() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "name": [{ "text": "Ann", "use": "usual", «"text"»: "Anna" }]
        }
        """,
      [ExpectedFinding(.duplicateKey)])
  }

  @Test(arguments: [#"{ "resourceType": "Café",  "#, #"{ "resourceType": "Patient", "#])
  func comparesNamesByTheirBytes(start: String) {
    let names = ["caf\u{E9}", "cafe\u{301}", #"caf\u00e9"#]
    let members = names.map { #""\#($0)": { "text": 1 }"# }.joined(separator: ", ")
    let findings = Validator.insisting().validate(Array((start + members + "}").utf8)).findings
    // The third is the first with another spelling.
    #expect(findings.filter { $0.rule == Rule.duplicateKey.id }.count == 1)
  }

  @Test func reportsItInUnderscoreKeys() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "gender": "male",
          "_gender": { "id": "g1" },
          «"_gender"»: { "id": "g2" }
        }
        """,
      [ExpectedFinding(.duplicateKey)])
  }

  @Test func comparesKeysAsText() {
    expectFindings(
      in: #"""
        {
          "resourceType": "Patient",
          "gender": "male",
          «"\u0067ender"»: "male"
        }
        """#,
      [ExpectedFinding(.duplicateKey)])
  }

  @Test func acceptsTheSameKeyInDifferentObjects() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "name": [{ "text": "Ann" }, { "text": "Ann" }]
        }
        """)
  }

  @Test func acceptsAPrimitiveAndItsSibling() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "gender": "male",
          "_gender": { "id": "g1" }
        }
        """)
  }
}

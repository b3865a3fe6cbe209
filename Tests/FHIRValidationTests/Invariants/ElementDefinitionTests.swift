import FHIRFindings
import FHIRValidation
import FHIRTestSupport
import Testing

/// eld-2 and eld-13: numbers in a string, and types that are listed twice.
struct ElementDefinitionTests {
  private func expectElement(_ members: String, _ expected: [ExpectedFinding]) {
    expectFindings(
      in: """
        {
          "resourceType": "DataElement",
          "status": "draft",
          "element": [\(expected.isEmpty ? "{" : "«{»") "path": "Patient.name", \(members) }]
        }
        """,
      expected)
  }

  @Test(arguments: [#""min": 1, "max": "1""#, #""min": 3, "max": "*""#, #""min": 2, "max": "10""#, #""min": 1"#])
  func aMaximumOfAtLeastTheMinimumPasses(members: String) {
    expectElement(members, [])
  }

  /// eld-3 allows blanks around a number.
  @Test func blanksAroundANumberAreNoPartOfIt() {
    let record = #"{ "resourceType": "DataElement", "element": [{ "path": "a", "min": 1, "max": " 1 " }] }"#
    #expect(
      !Validator.insisting().validate(Array(record.utf8)).findings.contains {
        $0.rule.rawValue.hasPrefix("invariant/")
      })
  }

  @Test(arguments: [#""min": 2, "max": "1""#, #""min": 10, "max": "9""#])
  func aSmallerMaximumIsReported(members: String) {
    expectElement(members, [ExpectedFinding(.invariant("eld-2"))])
  }

  @Test(arguments: [
    #""type": [{ "code": "Reference" }, { "code": "Reference", "profile": ["urn:a"] }]"#,
    #""type": [{ "code": "Reference", "profile": ["urn:a"] }, { "code": "Reference", "profile": ["urn:b"] }]"#,
    #""type": [{ "code": "Reference", "profile": ["urn:a"] }, { "code": "Quantity", "profile": ["urn:a"] }]"#,
    #""type": [{ "code": "Reference", "profile": ["urn:a", "urn:b"] }]"#,
  ])
  func typesThatDifferPass(members: String) {
    expectElement(members, [])
  }

  @Test(arguments: [
    #""type": [{ "code": "Reference" }, { "code": "Reference" }]"#,
    #""type": [{ "code": "Reference", "profile": ["urn:a"] }, { "code": "Reference", "profile": ["urn:a"] }]"#,
    #""type": [{ "code": "Reference", "profile": ["urn:b", "urn:a"] }, { "code": "Reference", "profile": ["urn:a"] }]"#,
  ])
  func aTypeThatStandsTwiceIsReported(members: String) {
    expectElement(members, [ExpectedFinding(.invariant("eld-13"))])
  }
}

import FHIRValidation
import FHIRTestSupport
import Testing

struct InvalidSampledDataTests {
  private func document(_ data: String) -> String {
    """
    {
      "resourceType": "Observation",
      "status": "final",
      "code": { "text": "ECG" },
      "valueSampledData": { "origin": { "value": 0 }, "period": 10, "dimensions": 1, "data": \(data) }
    }
    """
  }

  @Test(arguments: [
    "1,2", "1.", "+1", "1e5", "e", "EU", "E1", "1E", "--1", "-", ".", "1.2.3", "NaN", "-E",
  ])
  func reportsWhatIsNoValue(item: String) {
    for (data, number) in [
      ("«\(item)»", 1), ("1 E «\(item)» 3 x", 3), ("\(String(repeating: "2041 ", count: 500))«\(item)»", 501),
    ] {
      expectFindings(
        in: document("\"\(data)\""),
        [
          ExpectedFinding(
            .invalidSampledData, path: "Observation.value.ofType(SampledData).data",
            messageContains: "found '\(item)' as item \(number)")
        ])
    }
  }

  @Test(arguments: [
    ("1  2", "nothing as item 2"), (" 1", "nothing as item 1"), ("1 ", "nothing as item 2"),
    ("1 2\\t3 4", "'2\t3' as item 2"),
  ])
  func reportsOtherWhiteSpace(data: String, found: String) {
    expectFindings(in: document("«\"\(data)\"»"), [ExpectedFinding(.invalidSampledData, messageContains: found)])
  }

  @Test(arguments: ["1", "-1", "0.5", ".5", "-.5", "007", "E", "U", "L", "1 2 E -3.25 U L 0", "2041 2043 2037"])
  func acceptsValues(data: String) {
    expectFindings(in: document("\"\(data)\""))
  }

  @Test func leavesAnEmptyTextToTheOtherRule() {
    expectFindings(in: document("«\"\"»"), [ExpectedFinding(.emptyString)])
  }
}

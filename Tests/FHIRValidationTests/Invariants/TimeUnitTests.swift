import FHIRValidation
import Testing

/// age-1 and drt-1, whose text requires a unit of time.
struct TimeUnitTests {
  private func onset(
    _ code: String, isFaulty: Bool = false, system: String = "http://unitsofmeasure.org", value: String = "5"
  ) -> String {
    """
    { "resourceType": "Condition", "patient": { "reference": "Patient/1" }, "code": { "text": "x" },
      "verificationStatus": "confirmed",
      "onsetQuantity": \(isFaulty ? "«{»" : "{") "value": \(value), "system": "\(system)", "code": \(code) } }
    """
  }

  @Test(arguments: ["kg", "m", "/s", "1", "Cel"])
  func reportsUnitsOfAnotherDimension(code: String) {
    expectFindings(
      in: onset("\"\(code)\"", isFaulty: true),
      [ExpectedFinding(.invariant("age-1"), path: "Condition.onset.ofType(Age)", messageContains: code)])
    expectFindings(
      in: """
        { "resourceType": "Encounter", "status": "finished",
          "length": «{» "value": 5, "system": "http://unitsofmeasure.org", "code": "\(code)" } }
        """,
      [ExpectedFinding(.invariant("drt-1"), path: "Encounter.length")])
  }

  @Test(arguments: ["a", "mo", "wk", "d", "h", "min", "s", "ms", "a_j", "10.d"])
  func acceptsTimes(code: String) { expectFindings(in: onset("\"\(code)\"")) }

  /// At birth.
  @Test func acceptsZero() { expectFindings(in: onset("\"a\"", value: "0")) }

  @Test func invalidUnitsAreReportedAsInvalidUnits() {
    expectFindings(in: onset("«\"kgg\"»"), [ExpectedFinding(.invalidUnit)])
  }
}

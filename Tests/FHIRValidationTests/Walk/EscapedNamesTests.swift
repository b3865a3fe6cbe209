import FHIRValidation
import Testing

/// Every rule resolves escapes in keys.
struct EscapedNamesTests {
  @Test func aUnitIsJudged() {
    expectFindings(
      in: #"""
        { "resourceType": "Observation", "status": "final", "code": { "text": "x" },
          "valueQuantity": { "value": 1, "\u0073ystem": "http://unitsofmeasure.org", "\u0063ode": «"mgg"» } }
        """#,
      [ExpectedFinding(.invalidUnit)])
  }

  @Test func aCodeIsJudged() {
    expectFindings(
      in: #"""
        { "resourceType": "Observation", "status": "final", "code": { "text": "x" },
          "bodySite": { "coding": [{ "syste\u006d": "http://loinc.org", "cod\u0065": «"718-8"» }] } }
        """#,
      [ExpectedFinding(.invalidLoinc)])
  }

  @Test func aMisspeltSystemIsFound() {
    expectFindings(
      in: #"""
        { "resourceType": "Medication",
          "code": { "coding": [{ "\u0073\u0079\u0073\u0074\u0065\u006d": «"http://loinc.org/"», "code": "718-7" }] } }
        """#,
      [ExpectedFinding(.misspeltSystem)])
  }

  @Test(arguments: ["coding", "system", "code", "valueQuantity"])
  func aDimensionIsJudged(name: String) {
    let escaped = #"\u00\#(String(name.utf8.first ?? 0, radix: 16))"# + name.dropFirst()
    let record = #"""
      { "resourceType": "Observation", "status": "final",
        "code": { "coding": [{ "system": "http://loinc.org", "code": "29463-7" }] },
        "valueQuantity": { "value": 80, "system": "http://unitsofmeasure.org", "code": «"mm"» } }
      """#
    expectFindings(
      in: record.replacing("\"\(name)\":", with: "\"\(escaped)\":"), [ExpectedFinding(.wrongDimension)])
  }

  @Test func anExpressionResolvesEscapes() {
    expectFindings(
      in: #"""
        { "resourceType": "Encounter", "status": "finished",
          "period": «{» "\u0073tart": "2015-02-07", "\u005fend": { "id": "a" }, "\u0065nd": "2015-02-06" } }
        """#,
      [ExpectedFinding(.invariant("per-1"))])
  }
}

import FHIRSchema
import FHIRTestSupport
import FHIRFindings
import FHIRValidation
import Testing

struct InvalidUnitTests {
  static func expectUnit(
    _ code: String, _ message: String? = nil, system: String = "http://unitsofmeasure.org",
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let value = message == nil ? "\"\(code)\"" : "«\"\(code)\"»"
    expectFindings(
      in: """
        { "resourceType": "Observation", "status": "final", "code": { "text": "Something" },
          "valueQuantity": { "value": 1, "unit": "any thing", "system": "\(system)", "code": \(value) } }
        """,
      message.map {
        [ExpectedFinding(.invalidUnit, path: "Observation.value.ofType(Quantity).code", messageContains: $0)]
      } ?? [], sourceLocation: sourceLocation)
  }

  /// A set of all units has no other codes.
  @Test(arguments: [("mg", true), ("milligrams", false)])
  func aRequiredBindingToAllUnits(code: String, isGood: Bool) {
    let record = """
      { "resourceType": "ResearchElementDefinition", "status": "draft", "type": "population", "characteristic": [{
        "definitionCodeableConcept": { "text": "x" },
        "unitOfMeasure": { "coding": [{ "system": "http://unitsofmeasure.org", "code": "\(code)" }] } }] }
      """
    let result = Validator.insisting(on: .r4).validate(Array(record.utf8))
    #expect(result.findings.contains { $0.rule == Rule.notInValueSet.id } == !isGood)
    #expect(!result.tally.notChecked.keys.contains { $0.string.hasSuffix("ucum-units") })
  }

  @Test(arguments: [
    "mg/dL", "mm[Hg]", "10*3/uL", "10*9/L", "%", "kg/m2", "/min", "{beats}/min", "Cel", "[degF]", "mL/min/{1.73_m2}",
    "[iU]/L",
    "kU/L", "g%", "1", "{score}", "meq/L", "mosm/kg", "[lb_av]", "umol/L", "ng/mL{FEU}", "[pH]", "m[iU]/mL", "/[HPF]",
  ])
  func acceptsUnits(code: String) { Self.expectUnit(code) }

  @Test(arguments: [
    ("mmHg", "mm[Hg]"), ("mcg/mL", "ug/mL"), ("KG", "kg"), ("lbs", "[lb_av]"), ("IU/L", "[iU]/L"), ("mEq/L", "meq/L"),
    ("(score)", "{score}"), ("degF", "[degF]"), ("bpm", "/min"), ("hr", "h"), ("mg/DL", "mg/dL"), ("tbl", "{tbl}"),
    ("x10^3/uL", "10^3/uL"), ("inches", "[in_i]"), ("µg/L", "ug/L"), ("mg/ dL", "mg/dL"),
    ("{high count}", "{high_count}"), ("NG/ML", "ng/mL"), ("UG/ML", "ug/mL"), ("MG/DL", "mg/dL"), ("G/DL", "g/dL"),
    ("kg/m^2", "kg/m2"),
  ])
  func suggestsTheIntendedUnit(code: String, meant: String) {
    Self.expectUnit(code, ", such as '\(meant)', found \"\(code)\"")
  }

  @Test(arguments: [
    ("mg//dL", "a unit behind the operator"), ("mg/0", "a positive number"), ("m)", "brackets in pairs"),
  ])
  func saysWhatIsWrong(code: String, expectation: String) {
    Self.expectUnit(code, "expected a unit of UCUM, with \(expectation), found \"\(code)\"")
  }

  /// Ambiguous units (thousandths or millions, gauss or grams) get no hint, because a wrong one would change a dose.
  @Test(arguments: ["MIU/L", "mcg/ML", "mcg/G", "oz", "10+3/uL", "10-3/uL", "(m/s)2"])
  func guessesNoFactor(code: String) {
    Self.expectUnit(code, "expected a unit of UCUM, with \(Self.reason(code)), found \"\(code)\"")
  }

  private static func reason(_ code: String) -> String {
    code.first == "1" || code.first == "(" ? "'.' or '/' between two units" : "the symbol of a unit"
  }

  @Test func judgesThisSystemOnly() {
    Self.expectUnit("mmHg", system: "http://example.org/units")
    expectFindings(
      in: """
        { "resourceType": "Observation", "status": "final", "code": { "text": "Something" },
          "valueQuantity": «{» "value": 1, "unit": "mmHg", "code": "mmHg" } }
        """,
      [ExpectedFinding(.invariant("qty-3"))])
  }

  @Test func judgesEveryKindOfQuantity() {
    expectFindings(
      in: """
        { "resourceType": "Condition", "patient": { "reference": "Patient/1" }, "code": { "text": "Asthma" },
          "verificationStatus": "confirmed",
          "onsetQuantity": { "value": 7, "unit": "years", "system": "http://unitsofmeasure.org", "code": «"years"» } }
        """,
      [ExpectedFinding(.invalidUnit, messageContains: "such as 'a'")])
  }
}

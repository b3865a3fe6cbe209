import FHIRValidation
import Testing
import UCUM

@testable import FHIRValidation

struct WrongDimensionTests {
  static func expectVitalSign(
    _ loinc: String, _ unit: String, _ message: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let code = message == nil ? "\"\(unit)\"" : "«\"\(unit)\"»"
    expectFindings(
      in: """
        { "resourceType": "Observation", "status": "final",
          "code": { "coding": [
            { "system": "http://example.org/codes", "code": "sign" }, { "code": "\(loinc)", "system": "http://loinc.org" }] },
          "valueQuantity": { "value": 1, "system": "http://unitsofmeasure.org", "code": \(code) },
          "referenceRange": [{ "low": { "value": 0, "system": "http://unitsofmeasure.org", "code": "g" } }] }
        """,
      message.map {
        [
          ExpectedFinding(
            .wrongDimension, path: "Observation.value.ofType(Quantity).code", messageContains: $0)
        ]
      } ?? [], sourceLocation: sourceLocation)
  }

  @Test(arguments: [
    ("8867-4", "/min"), ("8867-4", "{beats}/min"), ("8867-4", "Hz"), ("9279-1", "/min"), ("2708-6", "%"),
    ("59408-5", "%{Hb}"),
    ("8310-5", "Cel"), ("8310-5", "[degF]"), ("8310-5", "K"), ("8302-2", "cm"), ("8302-2", "[in_i]"), ("9843-4", "cm"),
    ("29463-7", "kg"), ("29463-7", "[lb_av]"), ("39156-5", "kg/m2"), ("8480-6", "mm[Hg]"), ("8462-4", "kPa"),
  ])
  func acceptsAnyUnitOfTheKind(loinc: String, unit: String) { Self.expectVitalSign(loinc, unit) }

  @Test(arguments: [
    ("8302-2", "kg", "expected a unit of length, such as 'cm', for a body height (LOINC 8302-2), found \"kg\""),
    ("29463-7", "cm", "a unit of mass"), ("8867-4", "min", "a unit of frequency"), ("8867-4", "{beats}", "frequency"),
    ("8480-6", "mm", "a unit of pressure"), ("39156-5", "kg/m", "mass by area"), ("8310-5", "C", "temperature"),
    ("2708-6", "kPa", "proportion"), ("8302-2", "ft", "length"),
  ])
  func reportsAnotherKind(loinc: String, unit: String, message: String) { Self.expectVitalSign(loinc, unit, message) }

  @Test func judgesComponents() {
    func component(_ loinc: String, _ unit: String) -> String {
      """
      { "code": { "coding": [{ "system": "http://loinc.org", "code": "\(loinc)" }] },
        "valueQuantity": { "value": 120, "system": "http://unitsofmeasure.org", "code": \(unit) } }
      """
    }
    expectFindings(
      in: """
        { "resourceType": "Observation", "status": "final",
          "code": { "coding": [{ "system": "http://loinc.org", "code": "55284-4" }] },
          "component": [\(component("8480-6", "\"mm[Hg]\"")), \(component("8462-4", "«\"/min\"»"))] }
        """,
      [ExpectedFinding(.wrongDimension, path: "Observation.component[1].value.ofType(Quantity).code")])
  }

  @Test func leavesOtherCodesUnitsAndValuesAlone() {
    Self.expectVitalSign("2345-7", "mg/dL")
    expectFindings(
      in: """
        { "resourceType": "Observation", "status": "final",
          "code": { "coding": [{ "system": "http://loinc.org", "code": "8302-2" }] },
          "valueQuantity": { "value": 72, "unit": "kg" } }
        """)
    expectFindings(
      in: """
        { "resourceType": "Observation", "status": "final",
          "code": { "coding": [{ "system": "http://loinc.org", "code": "8302-2" }] },
          "valueString": "tall",
          "referenceRange": [{ "low": { "value": 72, "system": "http://unitsofmeasure.org", "code": "kg" } }] }
        """)
  }

  @Test func everyVitalSignOfTheTableHasAUnit() {
    #expect(VitalSign.all.count == 14)
    for sign in VitalSign.all {
      #expect(throws: Never.self) { try UCUMUnit(sign.example) }
      Self.expectVitalSign(sign.code, sign.example)
    }
  }
}

import FHIRValidation
import FHIRTestSupport
import Testing

struct NotInExtensibleValueSetTests {
  @Test func reportsACodeThatItsSystemDoesNotHave() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "interpretation": { "coding": [{ "system": "http://hl7.org/fhir/v2/0078", "code": «"HIGH"» }] }
        }
        """,
      [ExpectedFinding(.notInExtensibleValueSet, messageContains: "HIGH")])
  }

  @Test func acceptsACodeOfTheSet() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "interpretation": { "coding": [{ "system": "http://hl7.org/fhir/v2/0078", "code": "H" }] }
        }
        """)
  }

  @Test func acceptsAnotherSystem() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "interpretation": { "coding": [{ "system": "http://example.org/flags", "code": "HIGH" }] }
        }
        """)
  }

  @Test(arguments: ["SS", "NPI", "AN", "MR"])
  func acceptsACodeThatTheSetMayHaveLeftOut(code: String) {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "identifier": [
            { "type": { "coding": [{ "system": "http://hl7.org/fhir/v2/0203", "code": "\(code)" }] }, "value": "1" }
          ]
        }
        """)
  }

  @Test func countsWhatMayBeRight() throws {
    let document = try MarkedJSON(
      """
      {
        "resourceType": "Patient",
        "identifier": [
          { "type": { "coding": [{ "system": "http://hl7.org/fhir/v2/0203", "code": "SS" }] }, "value": "1" },
          { "type": { "coding": [{ "system": "http://hl7.org/fhir/v2/0203", "code": "SS" }] }, "value": "2" },
          { "type": { "coding": [{ "system": "http://example.org/types", "code": "x" }] }, "value": "3" },
          { "type": { "coding": [{ "system": "http://hl7.org/fhir/v2/0203", "code": "MR" }] }, "value": "4" },
          { "type": { "text": "number" }, "value": "5" }
        ]
      }
      """)
    let result = Validator.insisting().validate(document.bytes)
    #expect(result.findings.isEmpty)
    #expect(result.tally.notChecked == ["http://hl7.org/fhir/ValueSet/identifier-type": 3])
  }

  @Test func acceptsTextAlone() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "interpretation": { "text": "High" }
        }
        """)
  }
}

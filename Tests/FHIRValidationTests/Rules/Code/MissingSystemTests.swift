import FHIRFindings
import FHIRSchema
import FHIRValidation
import Testing

struct MissingSystemTests {
  @Test func reportsARightCodeAlone() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "maritalStatus": { "coding": [{ "code": «"M"» }] }
        }
        """,
      [ExpectedFinding(.missingSystem, .warning, path: "Patient.maritalStatus.coding[0].code")])
  }

  @Test func leavesAWrongCodeToTheOtherRule() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "maritalStatus": { "coding": [{ "code": «"married"» }] }
        }
        """,
      [ExpectedFinding(.notInValueSet, path: "Patient.maritalStatus.coding[0].code")])
  }

  @Test func acceptsAnotherCodingThatIsWhole() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "maritalStatus": { "coding": [
            { "code": "M" },
            { "system": "http://hl7.org/fhir/v3/MaritalStatus", "code": "M" }
          ] }
        }
        """)
  }

  /// In R4, whose examples have systems, that breaks the binding.
  @Test(arguments: [
    #"[{ "code": «"active"» }]"#, #"[{ "system": "http://example.org/s", "code": "on" }, { "code": «"active"» }]"#,
  ])
  func breaksTheBindingInR4(coding: String) {
    expectFindings(
      in: """
        {
          "resourceType": "Condition",
          "text": { "status": "generated", "div": "<div xmlns=\\"http://www.w3.org/1999/xhtml\\">x</div>" },
          "clinicalStatus": { "coding": \(coding) },
          "subject": { "reference": "Patient/1" }
        }
        """,
      [ExpectedFinding(.missingSystem, .error)], release: .r4)
  }
}

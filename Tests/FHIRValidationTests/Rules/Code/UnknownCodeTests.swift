import FHIRSchema
import FHIRValidation
import FHIRTestSupport
import Testing

struct UnknownCodeTests {
  @Test(arguments: [FHIRRelease.dstu2, .r4])
  func reportsACodeThatItsSystemDoesNotHave(release: FHIRRelease) {
    expectFindings(
      in: """
        {
          "resourceType": "Basic",
          "code": { "coding": [{ "system": "http://hl7.org/fhir/administrative-gender", "code": «"femal"» }] }
        }
        """,
      [ExpectedFinding(.unknownCode, path: "Basic.code.coding[0].code", messageContains: "female")], release: release,
      options: .withoutRecommendations)
  }

  @Test func reportsTheNearestOfManyCodes() {
    expectFindings(
      in: """
        {
          "resourceType": "Basic",
          "code": { "coding": [{ "system": "http://hl7.org/fhir/resource-types", "code": «"Patent"» }] }
        }
        """,
      [ExpectedFinding(.unknownCode, messageContains: "perhaps 'Patient'")])
  }

  @Test func reportsACodingInAnExtension() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "extension": [
            {
              "url": "http://example.org/sex",
              "valueCoding": { "system": "http://hl7.org/fhir/administrative-gender", "code": «"F"» }
            }
          ]
        }
        """,
      [ExpectedFinding(.unknownCode)])
  }

  @Test func acceptsCodesOfTheSystemAndOtherSystems() {
    expectFindings(
      in: """
        {
          "resourceType": "Basic",
          "code": {
            "coding": [
              { "system": "http://hl7.org/fhir/administrative-gender", "code": "female" },
              { "system": "http://hl7.org/fhir/administrative-gender/", "code": "F" },
              { "system": "http://hl7.org/fhir/administrative-gender" },
              { "system": "http://hl7.org/fhir/v2/0203", "code": "unheard of" }
            ]
          }
        }
        """)
  }

  /// One fault is one finding, also where the same bytes follow at an element without a binding.
  @Test func leavesABoundCodeToItsBinding() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "maritalStatus": { "coding": [{ "system": "http://hl7.org/fhir/marital-status", "code": «"UMM"» }] },
          "contact": [
            { "name": { "text": "Ann" }, "relationship": [{ "coding": [{ "system": "http://hl7.org/fhir/marital-status", "code": «"UMM"» }] }] }
          ]
        }
        """,
      [
        ExpectedFinding(.notInValueSet, path: "Patient.maritalStatus.coding[0].code"),
        ExpectedFinding(.unknownCode, path: "Patient.contact[0].relationship[0].coding[0].code"),
      ])
  }
}

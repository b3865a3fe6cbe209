import FHIRValidation
import Testing

struct MissingElementTests {
  @Test func reportsAResource() {
    expectFindings(
      in: """
        «{»
          "resourceType": "Observation",
          "code": { "text": "Body weight" }
        }
        """,
      [ExpectedFinding(.missingElement, messageContains: "status")])
  }

  @Test func reportsABackboneElement() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "component": [«{» "valueString": "12" }]
        }
        """,
      [ExpectedFinding(.missingElement, messageContains: "code")])
  }

  @Test func reportsADataType() {
    expectFindings(
      in: """
        {
          "resourceType": "AllergyIntolerance",
          "patient": { "reference": "Patient/12" },
          "substance": { "text": "Peanut" },
          "note": «{» "time": "2015-02-07" }
        }
        """,
      [ExpectedFinding(.missingElement, messageContains: "text")])
  }

  @Test func reportsAChoice() {
    expectFindings(
      in: """
        «{»
          "resourceType": "MedicationStatement",
          "patient": { "reference": "Patient/12" },
          "status": "active"
        }
        """,
      [ExpectedFinding(.missingElement, messageContains: "medication")])
  }

  @Test func reportsAnElementThatRepeats() {
    expectFindings(
      in: """
        {
          "resourceType": "AllergyIntolerance",
          "patient": { "reference": "Patient/12" },
          "substance": { "text": "Peanut" },
          "reaction": [«{» "severity": "mild" }]
        }
        """,
      [ExpectedFinding(.missingElement, messageContains: "manifestation")])
  }

  @Test func reportsEachElementOnItsOwn() {
    expectFindings(
      in: """
        «««{»»» "resourceType": "Condition" }
        """,
      [
        ExpectedFinding(.missingElement, messageContains: "code"),
        ExpectedFinding(.missingElement, messageContains: "patient"),
        ExpectedFinding(.missingElement, messageContains: "verificationStatus"),
      ])
  }

  @Test func acceptsAnyVariantOfAChoice() {
    expectFindings(
      in: """
        {
          "resourceType": "MedicationStatement",
          "patient": { "reference": "Patient/12" },
          "status": "active",
          "medicationReference": { "reference": "Medication/1" }
        }
        """)
  }

  @Test func acceptsAnExtensionInPlaceOfAValue() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "_status": {
            "extension": [
              { "url": "http://hl7.org/fhir/StructureDefinition/data-absent-reason", "valueCode": "unknown" }
            ]
          },
          "code": { "text": "Body weight" }
        }
        """)
  }

  @Test func asksForNestedElementsOnlyWhereTheirParentIs() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "subject": { "display": "Ann" }
        }
        """)
  }
}

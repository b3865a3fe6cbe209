import FHIRValidation
import Testing

struct ChoiceTypeTests {
  @Test func reportsABoolean() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          «"valueBoolean"»: true
        }
        """,
      [ExpectedFinding(.choiceType, messageContains: "valueBoolean")])
  }

  @Test func reportsAnInteger() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          «"valueInteger"»: 12
        }
        """,
      [ExpectedFinding(.choiceType)])
  }

  @Test func reportsAComplexType() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          «"deceasedPeriod"»: { "start": "2015" }
        }
        """,
      [ExpectedFinding(.choiceType)])
  }

  @Test func acceptsEveryTypeOfTheChoice() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "component": [
            { "code": { "text": "a" }, "valueString": "x" },
            { "code": { "text": "b" }, "valueQuantity": { "value": 1 } },
            { "code": { "text": "c" }, "valueDateTime": "2015" },
            { "code": { "text": "d" }, "valueCodeableConcept": { "text": "x" } }
          ]
        }
        """)
  }

  @Test func leavesWhatIsNoTypeToUnknownElement() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          «"valueFoo"»: true
        }
        """,
      [ExpectedFinding(.unknownElement)])
  }
}

import FHIRValidation
import Testing

struct AmbiguousChoiceTests {
  @Test func reportsTheSecondVariant() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "deceasedBoolean": false,
          «"deceasedDateTime"»: "2015-02-07"
        }
        """,
      [ExpectedFinding(.ambiguousChoice)])
  }

  @Test func reportsEveryFurtherVariant() {
    expectFindings(
      in: """
        {
          "resourceType": "Condition",
          "patient": { "reference": "Patient/12" },
          "code": { "text": "Asthma" },
          "verificationStatus": "confirmed",
          "onsetDateTime": "2015",
          «"onsetString"»: "as a child",
          «"onsetPeriod"»: { "start": "2015" }
        }
        """,
      [ExpectedFinding(.ambiguousChoice), ExpectedFinding(.ambiguousChoice)])
  }

  @Test func reportsItInABackboneElement() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "component": [{ "code": { "text": "x" }, "valueString": "a", «"valueTime"»: "08:30:00" }]
        }
        """,
      [ExpectedFinding(.ambiguousChoice)])
  }

  @Test func acceptsAVariantWithItsSibling() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "deceasedBoolean": true,
          "_deceasedBoolean": { "id": "d1" }
        }
        """)
  }

  @Test func acceptsDifferentChoices() {
    expectFindings(
      in: """
        {
          "resourceType": "Condition",
          "patient": { "reference": "Patient/12" },
          "code": { "text": "Asthma" },
          "verificationStatus": "confirmed",
          "onsetDateTime": "2014",
          "abatementDateTime": "2015"
        }
        """)
  }
}

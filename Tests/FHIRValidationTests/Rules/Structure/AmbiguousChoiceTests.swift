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

  private static let reason = #"{ "extension": [{ "url": "http://example.org/e", "valueCode": "a" }] }"#

  @Test func reportsTwoSiblings() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "_deceasedBoolean": \(Self.reason),
          «"_deceasedDateTime"»: \(Self.reason)
        }
        """,
      [ExpectedFinding(.ambiguousChoice, messageContains: "found '_deceasedDateTime' besides '_deceasedBoolean'")])
  }

  @Test func reportsASiblingBeforeTheValueOfAnotherVariant() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          «"_deceasedDateTime"»: \(Self.reason),
          "_deceasedBoolean": \(Self.reason),
          "deceasedBoolean": true
        }
        """,
      [ExpectedFinding(.ambiguousChoice, messageContains: "besides 'deceasedBoolean'")])
  }

  @Test(arguments: [true, false])
  func reportsASiblingBesidesAVariantThatIsNotAllowed(isFirst: Bool) {
    let members = ["«\"valueInteger\"»: 1", "«\"_valueString\"»: \(Self.reason)"]
    let findings = [
      ExpectedFinding(.choiceType), ExpectedFinding(.ambiguousChoice, messageContains: "besides 'valueInteger'"),
    ]
    expectFindings(
      in: """
        { "resourceType": "Observation", "status": "final", "code": { "text": "x" },
          \((isFirst ? members : members.reversed()).joined(separator: ", ")) }
        """,
      isFirst ? findings : findings.reversed())
  }

  @Test func aSiblingThatStandsTwiceIsADuplicate() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "_deceasedBoolean": \(Self.reason),
          «"_deceased\\u0042oolean"»: \(Self.reason)
        }
        """,
      [ExpectedFinding(.duplicateKey)])
  }
}

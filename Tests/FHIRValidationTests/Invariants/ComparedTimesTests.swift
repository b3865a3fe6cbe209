import FHIRValidation
import Testing

/// per-1 and mdd-1: times are compared, not their texts, and undecided comparisons pass.
struct ComparedTimesTests {
  private func expectPeriod(_ start: String, _ end: String, isBroken: Bool) {
    expectFindings(
      in: """
        {
          "resourceType": "Encounter",
          "status": "finished",
          "period": \(isBroken ? "«{»" : "{") "start": "\(start)", "end": "\(end)" }
        }
        """,
      isBroken ? [ExpectedFinding(.invariant("per-1"), path: "Encounter.period")] : [])
  }

  @Test(arguments: [
    ("2015-02-07", "2015-02-06"), ("2016", "2015"), ("2015-03", "2015-02"), ("2015-03", "2015-02-28"),
    ("2015-02-07T10:00:00Z", "2015-02-07T09:59:59Z"), ("2015-02-07T10:00:00.1Z", "2015-02-07T10:00:00Z"),
    // By a comparison of texts, these would pass.
    ("2015-02-07T10:00:00-05:00", "2015-02-07T11:00:00Z"),
    // Years before 0001 go backwards.
    ("-0043", "-0044"), ("0001", "-0044"), ("-0044-03-16", "-0044-03-15"),
    ("-0044-03-15T10:00:00-05:00", "-0044-03-15T11:00:00Z"), ("0001-01-01T00:30:00Z", "0001-01-01T01:00:00+01:00"),
  ])
  func aLaterStartIsReported(start: String, end: String) {
    expectPeriod(start, end, isBroken: true)
  }

  @Test(arguments: [
    ("2015-02-06", "2015-02-07"), ("2015-02-07", "2015-02-07"), ("2015-02-07", "2015-02"), ("2015", "2015-06-01"),
    ("2015-06-01", "2015"), ("2015-02-07T10:00:00Z", "2015-02-07T10:00:00Z"),
    // By a comparison of texts, these would fail.
    ("-0044", "-0043"), ("-0044", "0001"), ("-0044-03-15", "-0044-03-15"), ("-0044", "-0044-03-15"),
    ("-0044-03-15T10:00:00+02:00", "-0044-03-15T09:00:00Z"),
    ("2015-02-07T10:00:00+02:00", "2015-02-07T09:00:00Z"), ("2015-02-07T10:00:00+01:00", "2015-02-07"),
  ])
  func timesThatMayBeInOrderPass(start: String, end: String) {
    expectPeriod(start, end, isBroken: false)
  }

  @Test func aValueThatIsNoTimeIsLeftToItsOwnRule() {
    expectFindings(
      in: """
        {
          "resourceType": "Encounter",
          "status": "finished",
          "period": { "start": «"yesterday"», "end": "2015" }
        }
        """,
      [ExpectedFinding(.invalidDateTime)])
  }

  @Test func aMedicationIsHandedOverAfterItIsPrepared() {
    expectFindings(
      in: """
        «{»
          "resourceType": "MedicationDispense",
          "medicationCodeableConcept": { "text": "Amoxicillin" },
          "whenPrepared": "2015-02-07T10:00:00-05:00",
          "whenHandedOver": "2015-02-07T11:00:00Z"
        }
        """,
      [ExpectedFinding(.invariant("mdd-1"), path: "MedicationDispense")])
  }

  @Test(arguments: [("-0044", "-0043", false), ("-0043", "-0044", true)])
  func yearsBeforeOneGoBackwards(prepared: String, handedOver: String, isBroken: Bool) {
    expectFindings(
      in: """
        \(isBroken ? "«{»" : "{")
          "resourceType": "MedicationDispense",
          "medicationCodeableConcept": { "text": "Amoxicillin" },
          "whenPrepared": "\(prepared)",
          "whenHandedOver": "\(handedOver)"
        }
        """,
      isBroken ? [ExpectedFinding(.invariant("mdd-1"))] : [])
  }
}

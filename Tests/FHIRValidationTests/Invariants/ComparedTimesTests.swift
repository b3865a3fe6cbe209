import FHIRValidation
import Testing

/// per-1 and mdd-1: times are compared, not their texts, and what cannot be decided passes.
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
    // As texts these would pass.
    ("2015-02-07T10:00:00-05:00", "2015-02-07T11:00:00Z"),
  ])
  func aLaterStartIsReported(start: String, end: String) {
    expectPeriod(start, end, isBroken: true)
  }

  @Test(arguments: [
    ("2015-02-06", "2015-02-07"), ("2015-02-07", "2015-02-07"), ("2015-02-07", "2015-02"), ("2015", "2015-06-01"),
    ("2015-06-01", "2015"), ("2015-02-07T10:00:00Z", "2015-02-07T10:00:00Z"),
    // As texts these would fail.
    ("2015-02-07T10:00:00+02:00", "2015-02-07T09:00:00Z"), ("2015-02-07T10:00:00+01:00", "2015-02-07"),
  ])
  func whatMayBeInOrderPasses(start: String, end: String) {
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
}

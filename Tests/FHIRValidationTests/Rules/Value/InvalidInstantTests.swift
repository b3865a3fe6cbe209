import FHIRValidation
import Testing

struct InvalidInstantTests {
  @Test func reportsADay() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "issued": «"2015-02-07"»
        }
        """,
      [ExpectedFinding(.invalidInstant, path: "Observation.issued")])
  }

  @Test func reportsATimeWithoutSeconds() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "issued": «"2015-02-07T13:28Z"»
        }
        """,
      [ExpectedFinding(.invalidInstant, path: "Observation.issued")])
  }

  @Test func reportsATimeWithoutAZone() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "issued": «"2015-02-07T13:28:17"»
        }
        """,
      [ExpectedFinding(.invalidInstant, path: "Observation.issued")])
  }

  @Test func reportsAZoneWithoutAColon() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "issued": «"2015-02-07T13:28:17+0200"»
        }
        """,
      [ExpectedFinding(.invalidInstant, path: "Observation.issued")])
  }

  @Test func reportsADayThatDoesNotExist() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "issued": «"2015-04-31T13:28:17Z"»
        }
        """,
      [ExpectedFinding(.invalidInstant, path: "Observation.issued")])
  }

  @Test func acceptsSeconds() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "issued": "2015-02-07T13:28:17Z"
        }
        """)
  }

  @Test func acceptsFractionsOfASecond() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "issued": "2015-02-07T13:28:17.239+02:00"
        }
        """)
  }
}

import FHIRValidation
import Testing

struct InvalidTimeTests {
  @Test func reportsATimeWithoutSeconds() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "valueTime": «"08:30"»
        }
        """,
      [ExpectedFinding(.invalidTime)])
  }

  @Test func reportsHour24() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "valueTime": «"24:00:00"»
        }
        """,
      [ExpectedFinding(.invalidTime)])
  }

  @Test func reportsMinute60() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "valueTime": «"08:60:00"»
        }
        """,
      [ExpectedFinding(.invalidTime)])
  }

  @Test func reportsAZone() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "valueTime": «"08:30:00Z"»
        }
        """,
      [ExpectedFinding(.invalidTime)])
  }

  @Test func reportsOneDigit() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "valueTime": «"8:30:00"»
        }
        """,
      [ExpectedFinding(.invalidTime)])
  }

  @Test func acceptsMidnight() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "valueTime": "00:00:00"
        }
        """)
  }

  @Test func acceptsTheLastSecond() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "valueTime": "23:59:59"
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
          "valueTime": "08:30:00.25"
        }
        """)
  }
}

import FHIRValidation
import Testing

struct InvalidDateTimeTests {
  @Test func reportsATimeWithoutSeconds() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "effectiveDateTime": «"2015-02-07T13:28+02:00"»
        }
        """,
      [ExpectedFinding(.invalidDateTime)])
  }

  @Test func reportsATimeWithoutAZone() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "effectiveDateTime": «"2015-02-07T13:28:17"»
        }
        """,
      [ExpectedFinding(.invalidDateTime)])
  }

  @Test func reportsAZoneWithoutAColon() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "effectiveDateTime": «"2015-02-07T13:28:17+0200"»
        }
        """,
      [ExpectedFinding(.invalidDateTime)])
  }

  @Test func reportsAnHourWithoutMinutes() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "effectiveDateTime": «"2015-02-07T13Z"»
        }
        """,
      [ExpectedFinding(.invalidDateTime)])
  }

  @Test func reportsADayThatDoesNotExist() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "effectiveDateTime": «"2015-02-30T13:28:17Z"»
        }
        """,
      [ExpectedFinding(.invalidDateTime)])
  }

  @Test func reportsHour24() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "effectiveDateTime": «"2015-02-07T24:00:00Z"»
        }
        """,
      [ExpectedFinding(.invalidDateTime)])
  }

  @Test func reportsASpaceForT() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "effectiveDateTime": «"2015-02-07 13:28:17Z"»
        }
        """,
      [ExpectedFinding(.invalidDateTime)])
  }

  @Test func reportsAZoneBeyond14Hours() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "effectiveDateTime": «"2015-02-07T13:28:17+15:00"»
        }
        """,
      [ExpectedFinding(.invalidDateTime)])
  }

  @Test func acceptsAYear() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "effectiveDateTime": "2015"
        }
        """)
  }

  @Test func acceptsAMonth() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "effectiveDateTime": "2015-02"
        }
        """)
  }

  @Test func acceptsADay() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "effectiveDateTime": "2015-02-07"
        }
        """)
  }

  @Test func acceptsUTC() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "effectiveDateTime": "2015-02-07T13:28:17Z"
        }
        """)
  }

  @Test func acceptsAnOffset() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "effectiveDateTime": "2015-02-07T13:28:17-05:00"
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
          "effectiveDateTime": "2015-02-07T13:28:17.239+02:00"
        }
        """)
  }
}

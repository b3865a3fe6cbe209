import FHIRValidation
import Testing

struct InvalidDateTests {
  @Test func reportsADayThatDoesNotExist() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "birthDate": «"1970-02-30"»
        }
        """,
      [ExpectedFinding(.invalidDate, path: "Patient.birthDate")])
  }

  @Test func reportsThe29thOfFebruaryInACommonYear() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "birthDate": «"2015-02-29"»
        }
        """,
      [ExpectedFinding(.invalidDate, path: "Patient.birthDate")])
  }

  @Test func reportsThe13thMonth() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "birthDate": «"1970-13-01"»
        }
        """,
      [ExpectedFinding(.invalidDate, path: "Patient.birthDate")])
  }

  @Test func reportsDayZero() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "birthDate": «"1970-01-00"»
        }
        """,
      [ExpectedFinding(.invalidDate, path: "Patient.birthDate")])
  }

  @Test func reportsDigitsWithoutZeros() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "birthDate": «"1970-2-7"»
        }
        """,
      [ExpectedFinding(.invalidDate, path: "Patient.birthDate")])
  }

  @Test func reportsATime() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "birthDate": «"1970-02-07T13:28:00Z"»
        }
        """,
      [ExpectedFinding(.invalidDate, path: "Patient.birthDate")])
  }

  @Test func reportsAnotherOrder() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "birthDate": «"07/02/1970"»
        }
        """,
      [ExpectedFinding(.invalidDate, path: "Patient.birthDate")])
  }

  @Test func reportsWhiteSpace() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "birthDate": «"1970-02-07 "»
        }
        """,
      [ExpectedFinding(.invalidDate, path: "Patient.birthDate")])
  }

  @Test func acceptsAYear() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "birthDate": "1970"
        }
        """)
  }

  @Test func acceptsAMonth() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "birthDate": "1970-02"
        }
        """)
  }

  @Test func acceptsADay() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "birthDate": "1970-02-07"
        }
        """)
  }

  @Test func acceptsThe29thOfFebruaryInALeapYear() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "birthDate": "2000-02-29"
        }
        """)
  }
}

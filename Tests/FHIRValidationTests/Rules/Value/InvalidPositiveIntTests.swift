import FHIRValidation
import Testing

struct InvalidPositiveIntTests {
  @Test func reportsZero() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "telecom": [{ "system": "phone", "value": "555 0100", "rank": «0» }]
        }
        """,
      [ExpectedFinding(.invalidPositiveInt, path: "Patient.telecom[0].rank")])
  }

  @Test func reportsANegativeNumber() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "telecom": [{ "system": "phone", "value": "555 0100", "rank": «-1» }]
        }
        """,
      [ExpectedFinding(.invalidPositiveInt, path: "Patient.telecom[0].rank")])
  }

  @Test func reportsADecimalPoint() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "telecom": [{ "system": "phone", "value": "555 0100", "rank": «1.0» }]
        }
        """,
      [ExpectedFinding(.invalidPositiveInt, path: "Patient.telecom[0].rank")])
  }

  @Test func reportsMoreThan31Bits() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "telecom": [{ "system": "phone", "value": "555 0100", "rank": «2147483648» }]
        }
        """,
      [ExpectedFinding(.invalidPositiveInt, path: "Patient.telecom[0].rank")])
  }

  @Test func acceptsOne() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "telecom": [{ "system": "phone", "value": "555 0100", "rank": 1 }]
        }
        """)
  }

  @Test func acceptsTheGreatest() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "telecom": [{ "system": "phone", "value": "555 0100", "rank": 2147483647 }]
        }
        """)
  }

  @Test func namesItsOwnRange() {
    expectFindings(
      in: #"{ "resourceType": "Patient", "telecom": [{ "system": "phone", "value": "1", "rank": «3000000000» }] }"#,
      [ExpectedFinding(.invalidPositiveInt, messageContains: "a whole number from 1 to 2147483647, found 3000000000")])
  }
}

import FHIRValidation
import Testing

struct InvalidUnsignedIntTests {
  @Test func reportsANegativeNumber() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "photo": [{ "title": "portrait", "size": «-1» }]
        }
        """,
      [ExpectedFinding(.invalidUnsignedInt, path: "Patient.photo[0].size")])
  }

  @Test func reportsADecimalPoint() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "photo": [{ "title": "portrait", "size": «1.0» }]
        }
        """,
      [ExpectedFinding(.invalidUnsignedInt, path: "Patient.photo[0].size")])
  }

  @Test func reportsAnExponent() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "photo": [{ "title": "portrait", "size": «1e3» }]
        }
        """,
      [ExpectedFinding(.invalidUnsignedInt, path: "Patient.photo[0].size")])
  }

  @Test func reportsMoreThan31Bits() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "photo": [{ "title": "portrait", "size": «2147483648» }]
        }
        """,
      [ExpectedFinding(.invalidUnsignedInt, path: "Patient.photo[0].size")])
  }

  @Test func acceptsZero() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "photo": [{ "title": "portrait", "size": 0 }]
        }
        """)
  }

  @Test func acceptsTheGreatest() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "photo": [{ "title": "portrait", "size": 2147483647 }]
        }
        """)
  }

  @Test func namesItsOwnRange() {
    expectFindings(
      in: #"{ "resourceType": "Patient", "photo": [{ "title": "portrait", "size": «3000000000» }] }"#,
      [ExpectedFinding(.invalidUnsignedInt, messageContains: "a whole number from 0 to 2147483647, found 3000000000")])
  }
}

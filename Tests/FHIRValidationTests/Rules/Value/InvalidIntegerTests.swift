import FHIRValidation
import Testing

struct InvalidIntegerTests {
  @Test func reportsADecimalPoint() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "multipleBirthInteger": «1.0»
        }
        """,
      [ExpectedFinding(.invalidInteger)])
  }

  @Test func reportsAFraction() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "multipleBirthInteger": «1.5»
        }
        """,
      [ExpectedFinding(.invalidInteger)])
  }

  @Test func reportsAnExponent() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "multipleBirthInteger": «1e0»
        }
        """,
      [ExpectedFinding(.invalidInteger)])
  }

  @Test func reportsMoreThan32Bits() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "multipleBirthInteger": «2147483648»
        }
        """,
      [ExpectedFinding(.invalidInteger)])
  }

  @Test func reportsLessThan32Bits() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "multipleBirthInteger": «-2147483649»
        }
        """,
      [ExpectedFinding(.invalidInteger)])
  }

  @Test func acceptsZero() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "multipleBirthInteger": 0
        }
        """)
  }

  @Test func acceptsANegativeNumber() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "multipleBirthInteger": -1
        }
        """)
  }

  @Test func acceptsTheGreatest() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "multipleBirthInteger": 2147483647
        }
        """)
  }

  @Test func acceptsTheLeast() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "multipleBirthInteger": -2147483648
        }
        """)
  }
}

import FHIRValidation
import Testing

struct WrongKindTests {
  @Test func reportsABooleanInQuotes() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "active": «"true"»
        }
        """,
      [ExpectedFinding(.wrongKind, path: "Patient.active")])
  }

  @Test func namesATypeOnlyWhereItSaysMore() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "name": [{ "text": «5» }],
          "birthDate": «1970»
        }
        """,
      [
        ExpectedFinding(.wrongKind, messageContains: "expected a string, found the number 5"),
        ExpectedFinding(.wrongKind, messageContains: "expected a string of type date, found the number 1970"),
      ])
  }

  @Test func reportsANumberInQuotes() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "valueQuantity": { "value": «"6.3"» }
        }
        """,
      [ExpectedFinding(.wrongKind)])
  }

  @Test func reportsANumberForADate() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "birthDate": «1970»
        }
        """,
      [ExpectedFinding(.wrongKind, path: "Patient.birthDate")])
  }

  @Test func reportsAStringForAnObject() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "maritalStatus": «"M"»
        }
        """,
      [ExpectedFinding(.wrongKind, path: "Patient.maritalStatus")])
  }

  @Test func reportsAnObjectForAPrimitive() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "birthDate": «{» "value": "1970-03-30" }
        }
        """,
      [ExpectedFinding(.wrongKind, path: "Patient.birthDate")])
  }

  @Test func reportsItemsOfAnArray() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "name": [{ "given": ["Ann", «7»] }, «"Anna"»]
        }
        """,
      [
        ExpectedFinding(.wrongKind, path: "Patient.name[0].given[1]"),
        ExpectedFinding(.wrongKind, path: "Patient.name[1]"),
      ])
  }

  @Test func acceptsEachKindInItsPlace() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "active": true,
          "multipleBirthInteger": 2,
          "birthDate": "1970",
          "maritalStatus": { "coding": [{ "system": "http://hl7.org/fhir/v3/MaritalStatus", "code": "M" }] }
        }
        """)
  }
}

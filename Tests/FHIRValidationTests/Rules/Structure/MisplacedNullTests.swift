import FHIRValidation
import Testing

struct MisplacedNullTests {
  @Test func reportsAPrimitive() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "birthDate": «null»
        }
        """,
      [ExpectedFinding(.misplacedNull, path: "Patient.birthDate")])
  }

  @Test func reportsAComplexElement() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "maritalStatus": «null»
        }
        """,
      [ExpectedFinding(.misplacedNull, path: "Patient.maritalStatus")])
  }

  @Test func reportsAnItemOfAComplexElement() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "name": [{ "text": "Ann" }, «null»]
        }
        """,
      [ExpectedFinding(.misplacedNull, path: "Patient.name[1]")])
  }

  @Test func reportsAnItemWithoutASibling() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "name": [{ "given": ["Ann", «null»] }]
        }
        """,
      [ExpectedFinding(.misplacedNull, path: "Patient.name[0].given[1]")])
  }

  @Test func acceptsNullThatHoldsAPlace() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "name": [
            {
              "given": ["Ann", null],
              "_given": [
                null,
                {
                  "extension": [
                    { "url": "http://hl7.org/fhir/StructureDefinition/data-absent-reason", "valueCode": "unknown" }
                  ]
                }
              ]
            }
          ]
        }
        """)
  }

  @Test func reportsANullBesideANull() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "name": [{ "given": ["Ann", «null»], "_given": [{ "id": "g1" }, null] }]
        }
        """,
      [ExpectedFinding(.misplacedNull, path: "Patient.name[0].given[1]")])
  }

  @Test func reportsANullOfASiblingWithoutValues() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "name": [{ "_given": [«null», { "extension": [{ "url": "http://a.example/b", "valueCode": "c" }] }] }]
        }
        """,
      [ExpectedFinding(.misplacedNull, path: "Patient.name[0].given[0]")])
  }

  @Test func keepsTheNullsOfNestedElementsApart() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "contact": [
            {
              "name": { "given": [«null», "Ann"] }
            }
          ],
          "name": [{ "given": ["Ann"], "_given": [{ "id": "g1" }], "family": [«null»] }]
        }
        """,
      [
        ExpectedFinding(.misplacedNull, path: "Patient.contact[0].name.given[0]"),
        ExpectedFinding(.misplacedNull, path: "Patient.name[0].family[0]"),
      ])
  }
}

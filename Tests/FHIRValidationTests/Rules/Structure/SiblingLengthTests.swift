import FHIRValidation
import Testing

struct SiblingLengthTests {
  @Test func reportsAShorterSibling() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "name": [{ "given": ["Peter", "James"], "_given": «[»{ "id": "g1" }] }]
        }
        """,
      [ExpectedFinding(.siblingLength)])
  }

  @Test func reportsALongerSibling() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "name": [{ "given": ["Peter"], "_given": «[»null, { "id": "g2" }] }]
        }
        """,
      [ExpectedFinding(.siblingLength)])
  }

  @Test func reportsTheSiblingWhereverItStands() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "name": [{ "_given": «[»{ "id": "g1" }], "given": ["Peter", "James"] }]
        }
        """,
      [ExpectedFinding(.siblingLength)])
  }

  @Test func acceptsEqualLengths() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "name": [{ "given": ["Peter", "James"], "_given": [{ "id": "g1" }, null] }]
        }
        """)
  }

  @Test func acceptsASiblingAlone() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "name": [{
            "_given": [{ "extension": [{ "url": "urn:a", "valueCode": "unknown" }] }, {
              "extension": [{ "url": "urn:a", "valueCode": "masked" }]
            }]
          }]
        }
        """)
  }
}

import FHIRSchema
import FHIRValidation
import Testing

struct MisplacedSiblingTests {
  @Test func reportsAComplexElement() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "category": { "text": "Laboratory" },
          «"_category"»: { "id": "c1" }
        }
        """,
      [ExpectedFinding(.misplacedSibling, messageContains: "_category")])
  }

  @Test func reportsARepeatingComplexElement() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "name": [{ "text": "Ann" }],
          «"_name"»: [{ "id": "n1" }]
        }
        """,
      [ExpectedFinding(.misplacedSibling)])
  }

  @Test func leavesAnElementThatDoesNotExistToTheOtherRule() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          «"_nickname"»: { "id": "n1" }
        }
        """,
      [ExpectedFinding(.unknownElement)])
  }

  @Test func reportsResourceType() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          «"_resourceType"»: { "id": "r1" }
        }
        """,
      [ExpectedFinding(.misplacedSibling)])
  }

  @Test func reportsTheIdOfAnElement() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "name": [{ "id": "n", «"_id"»: { "id": "x" }, "text": "Ann" }],
          "contact": [{ "id": "c", «"_id"»: { "id": "y" }, "name": { "text": "Ben" } }]
        }
        """,
      [ExpectedFinding(.misplacedSibling, messageContains: "a plain value"), ExpectedFinding(.misplacedSibling)])
  }

  @Test func reportsTheAddressOfAnExtension() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "extension": [
            { "url": "http://example.org/a", «"_url"»: { "id": "x" }, "valueString": "b", "_valueString": { "id": "y" } }
          ]
        }
        """,
      [ExpectedFinding(.misplacedSibling)])
  }

  @Test func reportsTheDivOfANarrative() {
    expectFindings(
      in: #"""
        {
          "resourceType": "Patient",
          "text": {
            "status": "generated",
            "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\">a</div>",
            «"_div"»: { "extension": [{ "url": "http://example.org/a", "valueString": "b" }] }
          }
        }
        """#,
      [ExpectedFinding(.misplacedSibling, messageContains: "XHTML")])
  }

  /// In DSTU2 it is an element; R4 gives it a type of FHIRPath.
  @Test func acceptsTheIdOfAResourceInDSTU2Only() {
    func patient(_ key: String) -> String {
      """
      {
        "resourceType": "Patient",
        "text": { "status": "generated", "div": "<div xmlns=\\"http://www.w3.org/1999/xhtml\\">x</div>" },
        "id": "a",
        \(key): { "extension": [{ "url": "http://example.org/a", "valueString": "b" }] }
      }
      """
    }
    expectFindings(in: patient(#""_id""#))
    expectFindings(
      in: patient(#"«"_id"»"#), [ExpectedFinding(.misplacedSibling, messageContains: "a plain value")], release: .r4)
    expectFindings(in: patient(#""_language""#), release: .r4)
  }

  @Test func acceptsTheSiblingOfAPrimitive() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "birthDate": "1970-03-30",
          "_birthDate": { "id": "b1" }
        }
        """)
  }

  @Test func acceptsTheSiblingOfAPrimitiveChoice() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "deceasedBoolean": true,
          "_deceasedBoolean": { "id": "d1" }
        }
        """)
  }
}

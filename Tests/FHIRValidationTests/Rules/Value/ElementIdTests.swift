import FHIRSchema
import FHIRValidation
import Testing

/// The ids of elements: in R4 their type is string, and the specification's text excludes spaces.
struct ElementIdTests {
  private func patient(_ id: String) -> String {
    """
    {
      "resourceType": "Patient",
      "text": { "status": "generated", "div": "<div xmlns=\\"http://www.w3.org/1999/xhtml\\">x</div>" },
      "name": [{ "id": \(id), "family": "Levin" }]
    }
    """
  }

  @Test(arguments: ["a b", " a", "a ", " ", "a\\u0020b"])
  func reportsSpaces(id: String) {
    expectFindings(
      in: patient("«\"\(id)\"»"),
      [ExpectedFinding(.invalidId, path: "Patient.name[0].id", messageContains: "an id without spaces")], release: .r4)
  }

  @Test(arguments: ["a", "a_b/c:d", "Patient.name:official", "ä", String(repeating: "x", count: 100)])
  func acceptsOtherText(id: String) {
    expectFindings(in: patient("\"\(id)\""), release: .r4)
  }

  @Test func looksAtSiblingsToo() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "text": { "status": "generated", "div": "<div xmlns=\\"http://www.w3.org/1999/xhtml\\">x</div>" },
          "birthDate": "1970-01-01",
          "_birthDate": { "id": «"a b"» }
        }
        """, [ExpectedFinding(.invalidId)], release: .r4)
  }

  @Test func leavesAnEmptyTextToTheOtherRule() {
    expectFindings(in: patient("«\"\"»"), [ExpectedFinding(.emptyString)], release: .r4)
  }
}

import FHIRSchema
import FHIRValidation
import Testing

struct BlankStringTests {
  @Test(arguments: [" ", "   ", #"\n"#, #"\t \r\n"#, #"\u0020\u000a"#])
  func reportsWhiteSpace(text: String) {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "name": [{ "text": «"\(text)"», "given": ["Ann", «"\(text)"»] }]
        }
        """,
      [
        ExpectedFinding(.blankString, path: "Patient.name[0].text"),
        ExpectedFinding(.blankString, path: "Patient.name[0].given[1]"),
      ])
  }

  @Test func reportsMarkdown() {
    expectFindings(
      in: """
        {
          "resourceType": "Observation",
          "status": "final",
          "code": { "text": "Body weight" },
          "note": [{ "text": «"\\n"» }]
        }
        """,
      [ExpectedFinding(.blankString, path: "Observation.note[0].text")], release: .r4,
      options: .withoutRecommendations)
  }

  @Test(arguments: [" A", #"\nA"#, #"\"A\""#, #"\u0041"#, #" \u0041"#, "\u{A0}"])
  func acceptsWhiteSpaceBesideOtherCharacters(text: String) {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "name": [{ "text": "\(text)" }]
        }
        """)
  }

  /// Comments are not elements.
  @Test func acceptsAComment() {
    expectFindings(in: #"{ "resourceType": "Patient", "active": true, "fhir_comments": [" "] }"#)
  }
}

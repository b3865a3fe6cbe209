import FHIRSchema
import FHIRValidation
import Testing

struct UnresolvedLinkTests {
  @Test func reportsADeadLink() {
    expectFindings(
      in: #"""
        {
          "resourceType": "Patient",
          "text": {
            "status": "generated",
            "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\"><a href=\"«#a»\">b</a></div>"
          }
        }
        """#,
      [ExpectedFinding(.unresolvedLink, path: "Patient.text.div", messageContains: "#a")])
  }

  @Test func comparesUpperAndLowerCase() {
    expectFindings(
      in: #"""
        {
          "resourceType": "Patient",
          "text": {
            "status": "generated",
            "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\"><a href=\"«#a»\">b</a><p id=\"A\">c</p></div>"
          }
        }
        """#,
      [ExpectedFinding(.unresolvedLink)])
  }

  @Test func acceptsNamesAndElements() {
    expectFindings(
      in: #"""
        {
          "resourceType": "Patient",
          "birthDate": "1970-03-30",
          "_birthDate": { "id": "c" },
          "text": {
            "status": "generated",
            "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\"><a href=\"#a\">b</a><a href=\"#c\">d</a><a name=\"a\"/></div>"
          }
        }
        """#)
  }

  /// A Composition has a narrative in each section.
  @Test func acceptsAnotherNarrativeOfTheResource() {
    func section(_ content: String) -> String {
      #"{ "title": "a", "text": { "status": "generated", "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\">\#(content)</div>" } }"#
    }
    expectFindings(
      in: #"""
        {
          "resourceType": "Composition",
          "status": "final",
          "type": { "text": "Note" },
          "date": "2024-01-02",
          "title": "Note",
          "subject": { "reference": "Patient/1" },
          "author": [{ "reference": "Practitioner/1" }],
          "section": [
            \#(section(##"<a href=\"#b\">1</a><a href=\"«#c»\">2</a>"##)),
            \#(section(#"<p id=\"b\">3</p><p id=\"d\">4</p>"#)),
            \#(section(##"<a href=\"#d\">5</a>"##))
          ]
        }
        """#,
      [ExpectedFinding(.unresolvedLink, messageContains: "#c")], release: .r4, options: .withoutRecommendations)
  }

  @Test func looksOnlyInTheSameResource() {
    expectFindings(
      in: #"""
        [
          {
            "resourceType": "Patient",
            "text": {
              "status": "generated",
              "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\"><p id=\"a\">b</p></div>"
            }
          },
          {
            "resourceType": "Patient",
            "text": {
              "status": "generated",
              "div": "<div xmlns=\"http://www.w3.org/1999/xhtml\"><a href=\"«#a»\">b</a></div>"
            }
          }
        ]
        """#,
      [ExpectedFinding(.unresolvedLink)])
  }
}

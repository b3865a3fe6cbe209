import FHIRSchema
import FHIRValidation
import Testing

/// The type that a canonical URL shows: R4 restricts the types that an element may name in this way.
struct CanonicalTargetTests {
  private func response(_ questionnaire: String) -> String {
    """
    {
      "resourceType": "QuestionnaireResponse",
      "text": { "status": "generated", "div": "<div xmlns=\\"http://www.w3.org/1999/xhtml\\">x</div>" },
      "questionnaire": \(questionnaire),
      "status": "completed"
    }
    """
  }

  @Test(arguments: [
    "http://x.org/fhir/ValueSet/1", "https://x.org/ValueSet/1|2.0", "http://x.org/fhir/Patient/a#b",
    "http://x.org/ValueSet/1/_history/2",
  ])
  func reportsAnotherType(url: String) {
    expectFindings(
      in: response("«\"\(url)\"»"),
      [
        ExpectedFinding(.wrongTargetType, path: "QuestionnaireResponse.questionnaire", messageContains: "Questionnaire")
      ], release: .r4)
  }

  @Test(arguments: [
    "http://x.org/fhir/Questionnaire/1", "http://x.org/fhir/Questionnaire/1|2#3", "http://x.org/forms/1",
    "http://x.org/valueset/1", "urn:oid:1.2.3", "http://x.org/ValueSet/no_id",
    "http://x.org/Forms|ValueSet/1", "http://x.org/Forms#ValueSet/1",
  ])
  func acceptsTheTypeAndTargetsWithoutAVisibleType(url: String) {
    expectFindings(in: response("\"\(url)\""), release: .r4)
  }

  @Test func tellsTheItemOfAList() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "text": { "status": "generated", "div": "<div xmlns=\\"http://www.w3.org/1999/xhtml\\">x</div>" },
          "meta": { "profile": ["http://x.org/p", «"http://x.org/fhir/Patient/1"»] }
        }
        """, [ExpectedFinding(.wrongTargetType, path: "Patient.meta.profile[1]")], release: .r4)
  }
}

import FHIRSchema
import FHIRValidation
import Testing

/// The type behind a canonical URL, which is only a name: the type is known for a contained resource.
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

  @Test func reportsAContainedResourceOfAnotherType() {
    expectFindings(
      in: response(
        ##"«"#v"», "contained": [{ "resourceType": "ValueSet", "id": "v", "status": "active" }]"##),
      [ExpectedFinding(.wrongTargetType, messageContains: "Questionnaire")], release: .r4)
  }

  @Test(arguments: [
    "http://x.org/fhir/ValueSet/1", "https://x.org/ValueSet/1|2.0", "http://x.org/fhir/Patient/a#b",
    "http://x.org/ValueSet/1/_history/2", "http://x.org/fhir/Questionnaire/1", "http://x.org/fhir/Questionnaire/1|2#3",
    "http://x.org/forms/1",
    "http://x.org/valueset/1", "urn:oid:1.2.3", "http://x.org/ValueSet/no_id",
    "http://x.org/Forms|ValueSet/1", "http://x.org/Forms#ValueSet/1",
  ])
  func acceptsAnyName(url: String) {
    expectFindings(in: response("\"\(url)\""), release: .r4)
  }
}

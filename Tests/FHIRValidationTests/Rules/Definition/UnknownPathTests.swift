import FHIRFindings
import FHIRProfiles
import FHIRTestSupport
import FHIRValidation
import Testing

struct DefinitionUnknownPathTests {
  @Test func anElementThatItsTypeDoesNotHave() {
    let profile = ProfileCase(
      #"{ "path": "Patient.nickname", "min": 1 }, { "path": "Patient.name.nick", "min": 1 }"#)
    #expect(profile.faults() == ["unknown-path Patient.nickname", "unknown-path Patient.name.nick"])
  }

  @Test func anElementBelowAChoice() {
    let profile = ProfileCase(#"{ "path": "Patient.deceased[x].code", "min": 1 }"#)
    #expect(profile.faults() == ["unknown-path Patient.deceased[x]"])
  }

  @Test func aTypeThatTheReleaseDoesNotHave() {
    let profile = ProfileCase(#"{ "path": "Patients.name", "min": 1 }"#, of: "Patients")
    #expect(profile.validator.profileFaults.map(\.rule) == ["definition/unknown-path"])
  }

  /// The other types still limit the element.
  @Test(arguments: ["Qantity", "Foo", "decimal"]) func aTypeThatTheElementDoesNotHave(code: String) {
    let profile = ProfileCase(
      #"{ "path": "Observation.value[x]", "type": [{ "code": "\#(code)" }, { "code": "Quantity" }] }"#,
      of: "Observation")
    #expect(profile.faults() == ["unknown-path Observation.value[x]"])
  }

  /// Where such an extension may stand cannot be told. A type that the release does not have may be one of another
  /// release, as may be an element beside a known one.
  @Test(arguments: [
    (["Patient.nickname"], true), (["Patient.name.nick", "http://example.org/p#Patient.contact.nick:a"], true),
    (["Observation.value.ofType(Quantity)"], true), (["Patient.name where use = 'official'"], true),
    (["Patient.birthDate.nick"], true), (["Patient.nickname", "HumanName"], false), (["Patients.name"], false),
    (["Patient.deceased[x]"], false), (["Patient.deceased"], false), (["Patient.deceasedBoolean"], false),
    (["Patient.name.given.extension"], false), (["Bundle.entry.resource.name"], false), (["Element"], false),
    (["Questionnaire.item.item.text"], false), (["Observation.value[x].identifier"], false),
  ])
  func theContextsOfAnExtension(contexts: [String], isFault: Bool) {
    let list = contexts.map { #"{ "type": "element", "expression": "\#($0)" }"# }.joined(separator: ", ")
    let definition = ProfileCase.definition(
      "http://example.org/e", #"{ "path": "Extension.url", "fixedUri": "http://example.org/e" }"#, of: "Extension",
      more: #""context": [\#(list)],"#)
    let profile = ProfileCase(#"{ "path": "Patient" }"#, others: [definition])
    let record = #""extension": [{ "url": "http://example.org/e", "valueCode": "a" }]"#
    #expect(profile.faults(in: record) == (isFault ? ["unknown-path Extension"] : []))
    if isFault { #expect(profile.findings(in: record) == []) }
  }

  @Test(arguments: [
    ("#Questionnaire.item", false), ("#Questionnaire.item:a", false), ("#Questionnaire.nowhere", true),
    ("http://hl7.org/fhir/StructureDefinition/Questionnaire#Questionnaire.item", false), ("#nowhere", true),
  ])
  func theContentOfAnotherElement(reference: String, isFault: Bool) {
    let profile = ProfileCase(
      #"{ "path": "Questionnaire.item.item", "contentReference": "\#(reference)" }"#, of: "Questionnaire")
    #expect(profile.faults(in: #""status": "draft""#) == (isFault ? ["unknown-path Questionnaire.item.item"] : []))
  }

  @Test func acceptsTheExtensionsOfAllElements() {
    #expect(ProfileCase(#"{ "path": "Patient.deceased[x].extension", "min": 1 }"#).faults() == [])
  }
}

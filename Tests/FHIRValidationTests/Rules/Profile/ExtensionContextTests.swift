import FHIRFindings
import FHIRProfiles
import FHIRTestSupport
import FHIRValidation
import Testing

struct ProfileExtensionContextTests {
  @Test func onAnotherElement() {
    let profile = ProfileCase(
      #"""
        { "path": "Patient" }
      """#, others: ProfileDefinitions.all)
    #expect(
      profile.findings(
        in: #"""
          "extension": [{ "url": "http://example.org/of-names", "valueString": "a" }]
          """#) == ["extension-context Patient.extension[0]"])
  }

  @Test func onTheElement() {
    let profile = ProfileCase(
      #"""
        { "path": "Patient" }
      """#, others: ProfileDefinitions.all)
    #expect(
      profile.findings(
        in: #"""
          "name": [{ "text": "A", "extension": [{ "url": "http://example.org/of-names", "valueString": "a" }] }]
          """#) == [])
  }

  @Test func anotherValueThanItsDefinitionAllows() {
    let profile = ProfileCase(
      #"""
        { "path": "Patient" }
      """#, others: ProfileDefinitions.all)
    #expect(
      profile.findings(
        in: #"""
          "name": [{ "text": "A", "extension": [{ "url": "http://example.org/of-names", "valueBoolean": true }] }]
          """#) == ["wrong-type Patient.name[0].extension[0].value.ofType(boolean)"])
  }

  // MARK: - Degrees, and what cannot be judged

  private func definition(_ url: String, context: String, invariant: String = "") -> String {
    ProfileCase.definition(
      url, #"{ "path": "Extension.url", "fixedUri": "\#(url)" }"#, of: "Extension",
      more: #""context": [\#(context)], \#(invariant.isEmpty ? "" : #""contextInvariant": ["\#(invariant)"],"#)"#)
  }

  private func result(_ type: String, _ members: String, _ definition: String) -> (found: [String], counted: [Int]) {
    let profile = ProfileCase(#"{ "path": "\#(type)" }"#, of: type, others: [definition])
    let result = profile.validator.validate(Array(profile.record(members).utf8))
    return (
      result.findings.filter { $0.rule.rawValue == "profile/extension-context" }.map { "\($0.severity)" },
      result.tally.notChecked.filter {
        $0.key.string.contains("parts of profile") || $0.key.string.contains("constraints")
      }
      .map(\.value)
    )
  }

  /// Whether a value is in a slice, or a record meets the profile, is not asked.
  @Test(arguments: [
    ("http://example.org/p#Patient", false), ("http://example.org/p#Patient.name", true),
    ("http://example.org/p#Patient.name:a", true), ("Patient.name:a", true),
    ("http://hl7.org/fhir/StructureDefinition/Patient#Patient.name:a", true),
  ])
  func anElementOfAProfile(context: String, isOfName: Bool) {
    let own = definition(
      "http://example.org/x", context: #"{ "type": "element", "expression": "\#(context)" }"#)
    let part = #""extension": [{ "url": "http://example.org/x", "valueString": "a" }]"#
    let (name, patient) = (result("Patient", #""name": [{ \#(part) }]"#, own), result("Patient", part, own))
    #expect((isOfName ? name : patient).found == [] && (isOfName ? name : patient).counted == [1])
    #expect((isOfName ? patient : name).found == ["error"] && (isOfName ? patient : name).counted == [])
  }

  @Test func anElementOfAType() {
    let context = "http://hl7.org/fhir/StructureDefinition/Patient#Patient.name"
    let own = definition("http://example.org/x", context: #"{ "type": "element", "expression": "\#(context)" }"#)
    let found = result(
      "Patient", #""name": [{ "extension": [{ "url": "http://example.org/x", "valueString": "a" }] }]"#, own)
    #expect(found.found == [] && found.counted == [])
  }

  /// The specification's publications use its extensions elsewhere; others keep to their own contexts.
  @Test(arguments: [
    ("http://hl7.org/fhir/StructureDefinition/x", "ValueSet", "warning"),
    ("http://hl7.org/fhir/StructureDefinition/x", "Patient", "error"),
    ("http://hl7.org/fhir/us/x/StructureDefinition/x", "ValueSet", "error"),
    ("http://example.org/x", "Contract", "error"),
  ])
  func theDegreeIsThatOfThePublication(url: String, type: String, degree: String) {
    let members = #""status": "draft", "extension": [{ "url": "\#(url)", "valueString": "a" }]"#
    let place = definition(url, context: #"{ "type": "element", "expression": "HumanName" }"#)
    #expect(result(type, members, place).found == [degree])
    let other = definition(url, context: #"{ "type": "element", "expression": "Resource" }"#, invariant: "id = 'a'")
    #expect(result(type, members, other).found == [degree])
  }

  @Test(arguments: [
    (#"{ "type": "element", "expression": "ExtendedContactDetail" }"#, 1),
    (#"{ "type": "fhirpath", "expression": "a(" }"#, 1),
    (#"{ "type": "fhirpath", "expression": "gender = 'male'" }"#, 1),
    (#"{ "type": "fhirpath", "expression": "gender.memberOf('http://example.org/none')" }"#, 1),
    (#"{ "type": "element", "expression": "DeviceUsage" }, { "type": "element", "expression": "Patient" }"#, 0),
    (#"{ "type": "fhirpath", "expression": "gender = 'male'" }, { "type": "element", "expression": "Resource" }"#, 0),
  ])
  func whatCannotBeJudgedIsCounted(context: String, count: Int) {
    let url = "http://example.org/x"
    let members = #""gender": "male", "extension": [{ "url": "\#(url)", "valueString": "a" }]"#
    let found = result("Patient", members, definition(url, context: context))
    #expect(found.found == [])
    #expect(found.counted == (count == 0 ? [] : [count]))
  }

  @Test func anInvariantThatCannotBeEvaluatedIsCounted() {
    let url = "http://example.org/x"
    let members =
      #""name": [{ "text": "a" }, { "text": "b" }], "extension": [{ "url": "\#(url)", "valueString": "a" }]"#
    let context = #"{ "type": "element", "expression": "Patient" }"#
    let found = result("Patient", members, definition(url, context: context, invariant: "name.text.length() = 1"))
    #expect(found.found == [] && found.counted == [1])
  }
}

import FHIRProfiles
import FHIRSchema
import FHIRTestSupport
import Testing

/// What another definition, or another element of a profile, says of a value: its type, its slices, its demands.
struct ToldElsewhereTests {
  private static let extensions = """
    { "path": "Patient.extension", "slicing": { "discriminator": [{ "type": "value", "path": "url" }], "rules": "open" } },
    """

  private static func definition(ofExtension url: String) -> String {
    ProfileCase.definition(
      url,
      """
      { "path": "Extension.url", "fixedUri": "\(url)" },
      { "path": "Extension.value[x]", "min": 1, "type": [{ "code": "Identifier" }] }
      """, of: "Extension", more: #""context": [{ "type": "element", "expression": "Patient" }],"#)
  }

  private static func slice(_ url: String, _ more: String = "") -> String {
    """
    \(extensions) { "id": "Patient.extension:a", "path": "Patient.extension", "sliceName": "a", "min": 1,
      "type": [{ "code": "Extension", "profile": ["\(url)"] }] }\(more)
    """
  }

  @Test func theDefinitionOfAnExtensionTellsTheTypeOfItsValue() {
    let url = "http://example.org/e"
    let profile = ProfileCase(
      Self.slice(
        url,
        #", { "id": "Patient.extension:a.value[x].system", "path": "Patient.extension.value[x].system", "min": 1 }"#),
      others: [Self.definition(ofExtension: url)])
    #expect(profile.faults() == [])
    func found(_ identifier: String) -> [String] {
      profile.findings(in: #""extension": [{ "url": "\#(url)", "valueIdentifier": { \#(identifier) } }]"#)
    }
    #expect(found(#""system": "http://example.org", "value": "1""#) == [])
    #expect(
      found(#""value": "1""#) == ["required-element Patient.extension[0].value.ofType(Identifier).system"])
  }

  @Test func theElementTellsTheTypeOfAChoiceInItsSlices() {
    let profile = ProfileCase(
      """
      { "path": "Observation.component",
        "slicing": { "discriminator": [{ "type": "pattern", "path": "code" }], "rules": "open" } },
      { "path": "Observation.component.value[x]", "type": [{ "code": "Quantity" }] },
      { "id": "Observation.component:a", "path": "Observation.component", "sliceName": "a" },
      { "id": "Observation.component:a.code", "path": "Observation.component.code",
        "patternCodeableConcept": { "text": "a" } },
      { "id": "Observation.component:a.value[x].code", "path": "Observation.component.value[x].code", "min": 1 }
      """, of: "Observation")
    #expect(profile.faults(in: #""status": "final", "code": { "text": "a" }"#) == [])
    func found(_ code: String) -> [String] {
      profile.findings(
        in: """
          "status": "final", "code": { "text": "a" },
          "component": [{ "code": { "text": "\(code)" }, "valueQuantity": { "value": 1 } }]
          """)
    }
    #expect(found("a") == ["required-element Observation.component[0].value.ofType(Quantity).code"])
    #expect(found("b") == [])
  }

  /// A fragment belongs to the url of an extension, unless it names an element of a definition.
  @Test(arguments: [true, false]) func theURLOfAnExtensionMayHaveAFragment(isDefined: Bool) {
    let url = "http://example.org/e#b"
    let profile = ProfileCase(Self.slice(url), others: isDefined ? [Self.definition(ofExtension: url)] : [])
    func found(_ url: String) -> [String] {
      profile.findings(in: #""extension": [{ "url": "\#(url)", "valueIdentifier": { "value": "1" } }]"#)
    }
    #expect(found(url) == [])
    #expect(found("http://example.org/e") == ["missing-slice Patient.extension"])
  }

  @Test func aContainedDefinitionIsMeantByItsID() {
    let contained = ProfileCase.definition(
      "http://example.org/i", #"{ "path": "Identifier.value", "min": 1 }"#, of: "Identifier")
    let text = ProfileCase.definition(
      ProfileCase.url,
      """
      { "path": "Patient.identifier", "type": [{ "code": "Identifier", "profile": ["#i"] }] },
      { "path": "Patient.name", "type": [{ "code": "HumanName", "profile": ["#none"] }] }
      """, of: "Patient", more: #""contained": [{ "id": "i", \#(contained.drop { $0 != "\"" })],"#)
    let profile = ProfileCase("", text: text)
    #expect(profile.findings(in: #""identifier": [{ "value": "1" }], "name": [{ "text": "a" }]"#) == [])
    #expect(
      profile.findings(in: #""identifier": [{ "system": "http://example.org" }]"#) == [
        "required-element Patient.identifier[0].value"
      ])
    #expect(profile.faults(in: #""name": [{ "text": "a" }]"#) == ["missing-part Patient.name"])
  }

  /// What a base imposes, it imposes on the records of the profiles that derive from it.
  @Test func aBaseImposesProfiles() {
    let imposed = ProfileCase.definition(
      "http://example.org/imposed", #"{ "path": "Patient.birthDate", "min": 1 }"#, of: "Patient")
    let base = ProfileCase.definition(
      "http://example.org/base", #"{ "path": "Patient.name", "min": 1 }"#, of: "Patient",
      more: """
        "extension": [{ "valueCanonical": "http://example.org/imposed",
          "url": "http://hl7.org/fhir/StructureDefinition/structuredefinition-imposeProfile" }],
        """)
    let profile = ProfileCase(
      #"{ "path": "Patient.name", "max": "1" }"#, base: "http://example.org/base", others: [base, imposed])
    #expect(profile.findings(in: #""name": [{ "text": "a" }]"#) == ["required-element Patient.birthDate"])
    #expect(profile.findings(in: #""name": [{ "text": "a" }], "birthDate": "2020""#) == [])
  }

  /// Since R4 a form of a choice that a profile only mentions says nothing of the others.
  @Test func aFormOfAChoiceThatNeedNotBeThere() {
    func found(_ more: String, _ members: String, isOlder: Bool = false) -> [String] {
      let text = ProfileCase.definition(
        ProfileCase.url, #"{ "path": "Observation.effectivePeriod", "mustSupport": true\#(more) }"#, of: "Observation",
        more: #""fhirVersion": "\#(isOlder ? "3.0.2" : "4.0.1")","#)
      return ProfileCase("", of: "Observation", release: isOlder ? .stu3 : .r4, text: text).findings(
        in: #""status": "final", "code": { "text": "a" }, \#(members)"#)
    }
    let date = #""effectiveDateTime": "2020""#
    #expect(found("", date) == [])
    #expect(found("", date, isOlder: true) == ["wrong-type Observation.effective.ofType(dateTime)"])
    #expect(found(#", "min": 1"#, date) == ["wrong-type Observation.effective.ofType(dateTime)"])
  }

  /// The discriminators of an element tell the slices of its slices, too, and a slice is told by what it states itself.
  @Test func aSliceOfASliceIsToldByTheSameDiscriminators() {
    let profile = ProfileCase(
      """
      { "path": "Observation.component", "slicing": { "discriminator": [
        { "type": "pattern", "path": "code" }, { "type": "pattern", "path": "interpretation" }], "rules": "open" } },
      { "id": "Observation.component:a", "path": "Observation.component", "sliceName": "a", "min": 1 },
      { "id": "Observation.component:a.code", "path": "Observation.component.code",
        "patternCodeableConcept": { "text": "a" } },
      { "id": "Observation.component:a/b", "path": "Observation.component", "sliceName": "a/b", "max": "1" },
      { "id": "Observation.component:a/b.interpretation", "path": "Observation.component.interpretation", "min": 1,
        "patternCodeableConcept": { "text": "H" } },
      { "id": "Observation.component:a/b.value[x]", "path": "Observation.component.value[x]", "min": 1 }
      """, of: "Observation")
    func found(_ components: String...) -> [String] {
      let all = components.map { #"{ "code": { "text": "a" }, \#($0) }"# }.joined(separator: ", ")
      return profile.findings(in: #""status": "final", "code": { "text": "a" }, "component": [\#(all)]"#)
    }
    let high = #""interpretation": [{ "text": "H" }]"#
    #expect(found(#""valueString": "x""#) == [])
    #expect(found(#""valueString": "x", "interpretation": [{ "text": "L" }]"#) == [])
    #expect(found(#""valueString": "x", \#(high)"#) == [])
    #expect(found(high) == ["required-element Observation.component[0].value"])
    #expect(
      found(#""valueString": "x", \#(high)"#, #""valueString": "y", \#(high)"#) == [
        "too-many-values Observation.component[1]"
      ])
    #expect(profile.faults(in: #""status": "final", "code": { "text": "a" }"#) == [])
  }
}

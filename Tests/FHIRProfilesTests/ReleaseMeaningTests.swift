import FHIRFindings
import FHIRProfiles
import FHIRSchema
import FHIRTestSupport
import FHIRValidation
import Testing

/// What a definition means by its release and by its bases, and not by its own elements.
struct ReleaseMeaningTests {
  private func definition(
    _ elements: String, of type: String, base: String? = nil, version: String = "4.0.1", isSnapshot: Bool = false,
    url: String = ProfileCase.url
  ) -> String {
    let text = ProfileCase.definition(url, elements, of: type, base: base, more: "\"fhirVersion\": \"\(version)\",")
    return isSnapshot ? text.replacing("differential", with: "snapshot") : text
  }

  private func found(
    _ members: String, _ text: String, of type: String, _ release: FHIRRelease, others: [String] = []
  ) -> [String] {
    ProfileCase("", of: type, release: release, others: others, text: text).findings(in: members)
  }

  // MARK: - Contents by reference

  private static let items = """
    { "path": "Questionnaire" }, { "path": "Questionnaire.item" }, { "path": "Questionnaire.item.text", "min": 1 },
    { "path": "Questionnaire.item.item", "contentReference": "#Questionnaire.item" }
    """
  private static let nested =
    #""status": "draft", "item": [{ "linkId": "1", "text": "a", "item": [{ "linkId": "2" }] }]"#

  @Test func aContentByReferenceIsThatOfTheType() {
    let text = definition(Self.items, of: "Questionnaire", isSnapshot: true)
    #expect(found(Self.nested, text, of: "Questionnaire", .r4) == [])
    let outer = #""status": "draft", "item": [{ "linkId": "1" }]"#
    #expect(found(outer, text, of: "Questionnaire", .r4) == ["required-element Questionnaire.item[0].text"])
  }

  @Test(arguments: [false, true]) func aContentByReferenceIsThatOfTheProfileInOlderReleases(isSnapshot: Bool) {
    let elements = isSnapshot ? Self.items : #"{ "path": "Questionnaire.item.text", "min": 1 }"#
    let text = definition(elements, of: "Questionnaire", version: "3.0.1", isSnapshot: isSnapshot)
    #expect(
      found(Self.nested, text, of: "Questionnaire", .stu3) == ["required-element Questionnaire.item[0].item[0].text"])
  }

  @Test func theContentOfAGroupIsThatOfTheProfile() {
    let text = definition(#"{ "path": "Questionnaire.group.title", "min": 1 }"#, of: "Questionnaire", version: "1.0.2")
    let members = #""status": "draft", "group": { "title": "a", "group": [{ "linkId": "2" }] }"#
    #expect(
      found(members, text, of: "Questionnaire", .dstu2) == ["required-element Questionnaire.group.group[0].title"])
  }

  // MARK: - Bases

  /// A snapshot that ends above the children of its base demands what these demand.
  @Test func whatASnapshotLeavesOutIsThatOfTheBase() {
    let base = definition(
      #"{ "path": "Patient.identifier.value", "min": 1 }"#, of: "Patient", url: "http://example.org/base")
    let text = definition(
      #"{ "path": "Patient" }, { "path": "Patient.identifier", "min": 0, "max": "*" }"#, of: "Patient",
      base: "http://example.org/base", isSnapshot: true)
    #expect(
      found(#""identifier": [{ "system": "http://example.org/s" }]"#, text, of: "Patient", .r4, others: [base])
        == ["required-element Patient.identifier[0].value"])
    #expect(found(#""identifier": [{ "value": "1" }]"#, text, of: "Patient", .r4, others: [base]) == [])
  }

  /// The slices of its date have nothing that tells them.
  @Test func theFaultsOfABuiltInBaseAreNoneOfTheCaller() {
    let text = definition(
      #"{ "path": "Composition.language", "min": 1 }"#, of: "Composition",
      base: "http://hl7.org/fhir/StructureDefinition/catalog")
    let profile = ProfileCase("", of: "Composition", text: text)
    let validator = profile.validator
    let counts = validator.validate(Array(profile.record(#""language": "en""#).utf8)).tally.notChecked
    #expect(counts.keys.contains { $0.string == "parts of profile \(ProfileCase.url)" })
    #expect(validator.neededFaults.isEmpty)
  }

  // MARK: - Types

  @Test(arguments: [(FHIRRelease.dstu2, "1.0.2"), (.stu3, "3.0.1")])
  func aTypeOfQuantityIsAProfileOfIt(release: FHIRRelease, version: String) {
    let text = definition(
      """
      { "path": "Observation.value[x]",
        "type": [{ "code": "Quantity", "profile": ["http://hl7.org/fhir/StructureDefinition/Age"] }] }
      """, of: "Observation", version: version)
    func rules(_ code: String) -> [Substring?] {
      found(
        #""status": "final", "code": { "text": "a" }, "valueQuantity": { "value": 1\#(code) }"#, text,
        of: "Observation", release
      ).map { $0.split(separator: " ").first }
    }
    #expect(rules(#", "system": "http://unitsofmeasure.org", "code": "a""#) == [])
    #expect(rules("") == ["constraint"])
  }

  /// Of several profiles of a type all have to be met in DSTU2, one later; types are alternatives.
  @Test(arguments: [(FHIRRelease.dstu2, "1.0.2", true), (.stu3, "3.0.2", false), (.r4, "4.0.1", false)])
  func severalProfilesOfAType(release: FHIRRelease, version: String, all: Bool) {
    func type(_ names: String...) -> String {
      let urls = names.map { "\"http://example.org/\($0)\"" }.joined(separator: ", ")
      return #"{ "code": "Identifier", "profile": [\#(urls)] }"#
    }
    func isSound(_ types: [String], _ members: String) -> Bool {
      let others = ["value", "system", "use"].map { name in
        definition(
          #"{ "path": "Identifier.\#(name)", "min": 1 }"#, of: "Identifier", version: version,
          url: "http://example.org/\(name)")
      }
      let element = #"{ "path": "Patient.identifier", "type": [\#(types.joined(separator: ","))] }"#
      let text = definition(element, of: "Patient", version: version)
      return found(#""identifier": [{ \#(members) }]"#, text, of: "Patient", release, others: others).isEmpty
    }
    #expect(isSound([type("value", "system")], #""value": "1", "system": "http://example.org""#))
    #expect(isSound([type("value", "system")], #""value": "1""#) != all)
    #expect(isSound([type("value", "system")], #""system": "http://example.org""#) != all)
    #expect(!isSound([type("value", "system")], #""use": "usual""#))
    #expect(isSound([type("value"), type("system")], #""value": "1""#))
    #expect(isSound([type("value", "system"), type("use")], #""use": "usual""#))
    #expect(isSound([type("value", "system"), type("use")], #""value": "1""#) != all)
  }

  /// The same of the profiles of a target, and for what refines them.
  @Test(arguments: [#""active": true"#, #""birthDate": "2000""#, #""active": true, "birthDate": "2000""#])
  func severalProfilesOfATarget(target: String) {
    let others = ["active", "birthDate"].map { name in
      definition(
        #"{ "path": "Patient.\#(name)", "min": 1 }"#, of: "Patient", version: "1.0.2",
        url: "http://example.org/\(name)")
    }
    func text(_ urls: String, base: String? = nil, url: String = ProfileCase.url) -> String {
      definition(
        #"{ "path": "Patient.link.other", "type": [{ "code": "Reference", "profile": [\#(urls)] }] }"#,
        of: "Patient", base: base, version: "1.0.2", url: url)
    }
    let both = #""http://example.org/active", "http://example.org/birthDate""#
    let members = ##"""
      "contained": [{ "resourceType": "Patient", "id": "p", \##(target) }],
      "link": [{ "type": "seealso", "other": { "reference": "#p" } }]
      """##
    let found = found(members, text(both), of: "Patient", .dstu2, others: others)
    #expect(found == (target.contains(",") ? [] : ["wrong-target Patient.link[0].other"]))
    for (base, own, isLoosened) in [
      (#""http://example.org/active""#, both, false), (both, #""http://example.org/active""#, true),
    ] {
      let base = text(base, url: "http://example.org/base")
      let profile = ProfileCase(
        "", release: .dstu2, others: [base] + others, text: text(own, base: "http://example.org/base"))
      #expect(profile.faults().map { $0.hasPrefix("loosened-base") } == (isLoosened ? [true] : []))
    }
  }

  /// `valueQuantity` in place of `value[x]` left no other type, until it became a slice.
  @Test(arguments: [
    (FHIRRelease.dstu2, "1.0.2", true), (.stu3, "3.0.2", true), (.r4, "4.0.1", false), (.r4b, "4.3.0", false),
  ])
  func aFormOfAChoice(release: FHIRRelease, version: String, narrows: Bool) {
    let one = #"{ "path": "Observation.valueQuantity", "max": "1" }"#
    for elements in [one, one + #", { "path": "Observation.valueRange", "max": "1" }"#] {
      let text = definition(elements, of: "Observation", version: version)
      func isSound(_ value: String) -> Bool {
        found(#""status": "final", "code": { "text": "a" }, \#(value)"#, text, of: "Observation", release).isEmpty
      }
      #expect(isSound(#""valueQuantity": { "value": 1 }"#))
      #expect(isSound(#""valueString": "a""#) != narrows)
    }
  }

  /// The text of STU3 asks for this discriminator of choices, which DSTU2 had.
  @Test(arguments: ["value", "type"]) func theTypeAsADiscriminator(kind: String) {
    let text = definition(
      #"""
      { "path": "Observation.value[x]",
        "slicing": { "discriminator": [{ "type": "\#(kind)", "path": "@type" }], "rules": "open" } },
      { "path": "Observation.value[x]", "sliceName": "valueQuantity", "min": 1, "type": [{ "code": "Quantity" }] },
      { "id": "Observation.value[x]:valueQuantity.code", "path": "Observation.value[x].code", "min": 1 }
      """#, of: "Observation", version: "3.0.2")
    func rules(_ value: String) -> [String] {
      found(#""status": "final", "code": { "text": "a" }, \#(value)"#, text, of: "Observation", .stu3)
    }
    #expect(rules(#""valueString": "a""#).map { $0.hasPrefix("missing-slice") } == [true])
    #expect(rules(#""valueQuantity": { "value": 1 }"#).map { $0.hasPrefix("required-element") } == [true])
    #expect(rules(#""valueQuantity": { "code": "a", "system": "http://example.org" }"#) == [])
  }

  /// That of a reference is judged: see `TargetPlaceTests`.
  @Test(arguments: ["specific", "independent"]) func theVersionOfACanonicalURLIsCounted(versioning: String) {
    let profile = ProfileCase(
      """
      { "path": "CarePlan.instantiatesCanonical", "type": [{ "code": "canonical", "versioning": "\(versioning)" }] }
      """, of: "CarePlan")
    let members = """
      "status": "active", "intent": "plan", "subject": { "display": "a" },
      "instantiatesCanonical": ["http://example.org/PlanDefinition/1"]
      """
    let counts = profile.validator.validate(Array(profile.record(members).utf8)).tally.notChecked
    #expect(counts.keys.contains { $0.string.hasSuffix("ElementDefinition#type.versioning") })
  }
}

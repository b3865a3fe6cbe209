import FHIRFindings
import FHIRProfiles
import FHIRSchema
import FHIRValidation
import FHIRTestSupport
import Testing

struct UnknownCodeTests {
  @Test(arguments: [FHIRRelease.dstu2, .r4])
  func reportsACodeThatItsSystemDoesNotHave(release: FHIRRelease) {
    expectFindings(
      in: """
        {
          "resourceType": "Basic",
          "code": { "coding": [{ "system": "http://hl7.org/fhir/administrative-gender", "code": «"femal"» }] }
        }
        """,
      [ExpectedFinding(.unknownCode, path: "Basic.code.coding[0].code", messageContains: "female")], release: release,
      options: .withoutRecommendations)
  }

  @Test func reportsTheNearestOfManyCodes() {
    expectFindings(
      in: """
        {
          "resourceType": "Basic",
          "code": { "coding": [{ "system": "http://hl7.org/fhir/resource-types", "code": «"Patent"» }] }
        }
        """,
      [ExpectedFinding(.unknownCode, messageContains: "perhaps 'Patient'")])
  }

  @Test func reportsACodingInAnExtension() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "extension": [
            {
              "url": "http://example.org/sex",
              "valueCoding": { "system": "http://hl7.org/fhir/administrative-gender", "code": «"F"» }
            }
          ]
        }
        """,
      [ExpectedFinding(.unknownCode)])
  }

  @Test func acceptsCodesOfTheSystemAndOtherSystems() {
    expectFindings(
      in: """
        {
          "resourceType": "Basic",
          "code": {
            "coding": [
              { "system": "http://hl7.org/fhir/administrative-gender", "code": "female" },
              { "system": "http://hl7.org/fhir/administrative-gender/", "code": "F" },
              { "system": "http://hl7.org/fhir/administrative-gender" },
              { "system": "http://example.org/codes", "code": "unheard of" }
            ]
          }
        }
        """)
  }

  /// A coding that meets the binding does not make another one of a known system right.
  @Test func reportsACodeBesideOneThatMeetsTheBinding() {
    let system = "http://terminology.hl7.org/CodeSystem/condition-clinical"
    func record(_ codings: String) -> String {
      """
      {
        "resourceType": "Condition",
        "clinicalStatus": { "coding": [\(codings)] },
        "subject": { "reference": "Patient/1" }
      }
      """
    }
    func coding(_ code: String, of system: String = system) -> String {
      #"{ "system": "\#(system)", "code": \#(code) }"#
    }
    expectFindings(
      in: record(
        [coding(#""active""#), coding(#"«"bogus"»"#), coding(#""a""#, of: "http://example.org")].joined(separator: ", ")
      ),
      [ExpectedFinding(.unknownCode, path: "Condition.clinicalStatus.coding[1].code")], release: .r4,
      options: .withoutRecommendations)
    expectFindings(
      in: record([coding(#"«"bogus"»"#), coding(#""active""#)].joined(separator: ", ")),
      [ExpectedFinding(.unknownCode, path: "Condition.clinicalStatus.coding[0].code")], release: .r4,
      options: .withoutRecommendations)
    // Without one that meets it, the finding of the binding is enough.
    expectFindings(
      in: record([coding(#"«"bogus"»"#), coding(#""worse""#)].joined(separator: ", ")),
      [ExpectedFinding(.notInValueSet)], release: .r4, options: .withoutRecommendations)
  }

  /// One fault is one finding, also where the same bytes follow at an element without a binding.
  @Test func leavesABoundCodeToItsBinding() {
    expectFindings(
      in: """
        {
          "resourceType": "Patient",
          "maritalStatus": { "coding": [{ "system": "http://hl7.org/fhir/marital-status", "code": «"UMM"» }] },
          "contact": [
            { "name": { "text": "Ann" }, "relationship": [{ "coding": [{ "system": "http://hl7.org/fhir/marital-status", "code": «"UMM"» }] }] }
          ]
        }
        """,
      [
        ExpectedFinding(.notInValueSet, path: "Patient.maritalStatus.coding[0].code"),
        ExpectedFinding(.unknownCode, path: "Patient.contact[0].relationship[0].coding[0].code"),
      ])
  }

  /// Systems that no binding needs as a whole, or that only a preferred binding names.
  @Test(arguments: [
    (FHIRRelease.dstu2, "http://hl7.org/fhir/v2/0203", "MR"), (.dstu2, "http://hl7.org/fhir/v3/ActCode", "AMB"),
    (.stu3, "http://hl7.org/fhir/v3/ActCode", "AMB"),
    (.r4, "http://terminology.hl7.org/CodeSystem/observation-category", "vital-signs"),
    (.r4b, "http://terminology.hl7.org/CodeSystem/observation-category", "vital-signs"),
    // A table that is published apart from the release.
    (.r4b, "http://terminology.hl7.org/CodeSystem/v2-0131", "N"),
  ])
  func knowsAllSystemsOfTheRelease(release: FHIRRelease, system: String, code: String) {
    func record(_ code: String) -> String {
      #"{ "resourceType": "Basic", "code": { "coding": [{ "system": "\#(system)", "code": \#(code) }] } }"#
    }
    expectFindings(in: record("\"\(code)\""), release: release, options: .withoutRecommendations)
    expectFindings(
      in: record("«\"x\(code)\"»"), [ExpectedFinding(.unknownCode, messageContains: system)], release: release,
      options: .withoutRecommendations)
  }

  /// Only some of the codes are in the set of the binding, which says nothing about the others.
  @Test func reportsACodeBesideAnExtensibleSet() {
    expectFindings(
      in: """
        {
          "resourceType": "Encounter",
          "status": "planned",
          "class": { "system": "http://terminology.hl7.org/CodeSystem/v3-ActCode", "code": «"AMBU"» }
        }
        """,
      [ExpectedFinding(.unknownCode, path: "Encounter.class.code", messageContains: "perhaps 'AMB'")], release: .r4,
      options: .withoutRecommendations)
  }

  @Test func countsACodeOfAnotherVersion() {
    let result = Validator.insisting(on: .r4).validate(
      Array(
        """
        { "resourceType": "Basic", "code": { "coding": [
          { "system": "http://terminology.hl7.org/CodeSystem/observation-category", "version": "99", "code": "dance" },
          { "system": "http://terminology.hl7.org/CodeSystem/observation-category", "version": "99", "code": "exam" }
        ] } }
        """.utf8))
    #expect(!result.findings.contains { $0.rule == Rule.unknownCode.id })
    #expect(result.tally.notChecked["codes of other versions of code systems"] == 1)
  }

  // MARK: - Systems that the caller gives

  private static let animals = "http://example.org/animals"

  private func system(
    _ url: String, _ codes: [String], version: String = "2.0", content: String = "complete", _ more: String = ""
  ) -> String {
    let concepts = codes.map { #"{ "code": "\#($0)" }"# }.joined(separator: ", ")
    return """
      { "resourceType": "CodeSystem", "url": "\(url)", "version": "\(version)", "content": "\(content)",
        "caseSensitive": true, \(more) "concept": [\(concepts)] }
      """
  }

  /// The severity and the rule of each finding about codes.
  private func findings(
    in members: String, of type: String = "Basic", with systems: [String], release: FHIRRelease = .r4
  ) throws -> [String] {
    var library = ProfileLibrary()
    for system in systems { library.add(Array(system.utf8)) }
    let validator = try #require(Validator(release: release, library: library))
    return validator.validate(Array(#"{ "resourceType": "\#(type)", \#(members) }"#.utf8)).findings
      .filter { $0.rule.group == "code" || $0.rule.group == "profile" }.map { "\($0.severity) \($0.rule.rawValue)" }
  }

  private func coding(_ system: String, _ code: String, version: String? = nil) -> String {
    let version = version.map { #""version": "\#($0)", "# } ?? ""
    return #""code": { "coding": [{ "system": "\#(system)", \#(version)"code": "\#(code)" }] }"#
  }

  @Test func reportsACodeThatAGivenSystemLacks() throws {
    let given = [system(Self.animals, ["cat", "dog"])]
    #expect(try findings(in: coding(Self.animals, "cat"), with: given) == [])
    for _ in 0..<2 {
      #expect(try findings(in: coding(Self.animals, "cow"), with: given) == ["error code/unknown-code"])
    }
    #expect(try findings(in: coding(Self.animals, "Cat"), with: given) == ["error code/unknown-code"])
    #expect(try findings(in: coding(Self.animals, "cow", version: "2.0"), with: given) == ["error code/unknown-code"])
    #expect(try findings(in: coding(Self.animals, "cow", version: "3.0"), with: given) == [])
    #expect(try findings(in: coding("http://example.org/plants", "cow"), with: given) == [])
    let both = given + [system(Self.animals, ["cat", "cow"], version: "3.0")]
    #expect(try findings(in: coding(Self.animals, "cow", version: "3.0"), with: both) == [])
    #expect(try findings(in: coding(Self.animals, "cow"), with: both) == [])
    #expect(try findings(in: coding(Self.animals, "dog"), with: both) == ["error code/unknown-code"])
    #expect(try findings(in: coding(Self.animals, "dog", version: "2.0"), with: both) == [])
  }

  @Test func judgesByCompleteSystemsOnly() throws {
    for content in ["fragment", "example", "not-present"] {
      #expect(
        try findings(in: coding(Self.animals, "cow"), with: [system(Self.animals, ["cat"], content: content)]) == [])
    }
    let composed = system(Self.animals, ["cat"], #""compositional": true,"#)
    #expect(try findings(in: coding(Self.animals, "cow"), with: [composed]) == [])
    let anyCase = system(Self.animals, ["cat"]).replacing(#""caseSensitive": true"#, with: #""caseSensitive": false"#)
    #expect(try findings(in: coding(Self.animals, "CAT"), with: [anyCase]) == [])
    // What the caller gives takes the place of what the release has.
    let category = "http://terminology.hl7.org/CodeSystem/observation-category"
    #expect(try findings(in: coding(category, "dance"), with: []) == ["warning code/unknown-code"])
    #expect(try findings(in: coding(category, "dance"), with: [system(category, ["dance"])]) == [])
    #expect(try findings(in: coding(category, "dance"), with: [system(category, ["a"], content: "fragment")]) == [])
    #expect(try findings(in: coding(category, "dance"), with: [system(category, ["a"])]) == ["error code/unknown-code"])
    #expect(
      try findings(in: coding(category, "exam"), with: [system(category, ["a"])]) == ["warning code/unknown-code"])
  }

  /// The list of a system says more than the form of its codes.
  @Test func judgesSystemsWhoseFormIsKnown() throws {
    let given = [system("http://loinc.org", ["8867-4"])]
    #expect(try findings(in: coding("http://loinc.org", "8867-4"), with: given) == [])
    #expect(try findings(in: coding("http://loinc.org", "8480-6"), with: given) == ["error code/unknown-code"])
    #expect(try findings(in: coding("http://loinc.org", "8480-6"), with: []) == [])
  }

  /// What another release defines under the same address is not meant.
  @Test func passesOverSystemsOfOtherReleases() throws {
    let gender = "http://hl7.org/fhir/administrative-gender"
    #expect(try findings(in: coding(gender, "male"), with: [system(gender, ["x"], version: "3.0.2")]) == [])
    #expect(
      try findings(in: coding(gender, "x"), with: [system(gender, ["x"], version: "5.0.0")])
        == ["warning code/unknown-code"])
    #expect(try findings(in: coding(gender, "x"), with: [system(gender, ["x"], version: "4.0.1")]) == [])
  }

  /// A set with a whole system has what was added to the system later; a code that is in neither is one finding.
  @Test func bindingsFollowAGivenSystem() throws {
    func marital(_ code: String) -> String {
      coding("http://terminology.hl7.org/CodeSystem/v3-MaritalStatus", code).replacing(
        #""code": {"#, with: #""maritalStatus": {"#)
    }
    let given = [system("http://terminology.hl7.org/CodeSystem/v3-MaritalStatus", ["M", "new"])]
    #expect(try findings(in: marital("new"), of: "Patient", with: []) == ["warning code/not-in-extensible-value-set"])
    #expect(try findings(in: marital("new"), of: "Patient", with: given) == [])
    #expect(try findings(in: marital("old"), of: "Patient", with: given) == ["error code/unknown-code"])
    func status(_ code: String) -> String {
      coding("http://terminology.hl7.org/CodeSystem/condition-clinical", code).replacing(
        #""code": {"#, with: #""subject": { "display": "A" }, "clinicalStatus": {"#)
    }
    let clinical = [system("http://terminology.hl7.org/CodeSystem/condition-clinical", ["active", "unknown"])]
    #expect(try findings(in: status("unknown"), of: "Condition", with: []) == ["error code/not-in-value-set"])
    #expect(try findings(in: status("unknown"), of: "Condition", with: clinical) == [])
    #expect(try findings(in: status("x"), of: "Condition", with: clinical) == ["error code/not-in-value-set"])
  }

  /// One fault is one finding, the graver.
  @Test(arguments: [("required", "error profile/outside-value-set"), ("extensible", "error code/unknown-code")])
  func aBindingOfAProfileMayFindTheSame(strength: String, expected: String) throws {
    let binding = #"{ "strength": "\#(strength)", "valueSet": "http://example.org/set" }"#
    let given = [
      system(Self.animals, ["cat", "dog"]),
      ProfileCase.definition(ProfileCase.url, #"{ "path": "Basic.code", "binding": \#(binding) }"#, of: "Basic"),
      """
      { "resourceType": "ValueSet", "url": "http://example.org/set",
        "compose": { "include": [{ "system": "\(Self.animals)" }] } }
      """,
    ]
    let claim = #""meta": { "profile": ["\#(ProfileCase.url)"] }, "#
    #expect(try findings(in: claim + coding(Self.animals, "cat"), with: given) == [])
    #expect(try findings(in: claim + coding(Self.animals, "cow"), with: given) == [expected])
  }
}

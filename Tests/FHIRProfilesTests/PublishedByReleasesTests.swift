import FHIRFindings
import FHIRProfiles
import FHIRSchema
import FHIRTestSupport
import FHIRValidation
import Testing

/// What a release publishes is judged without options: its extensions, and the profiles that it applies itself.
struct PublishedByReleasesTests {
  private static let address = "http://hl7.org/fhir/StructureDefinition/"

  private func validator(_ release: FHIRRelease, _ library: ProfileLibrary = ProfileLibrary()) -> Validator {
    guard let validator = Validator(release: release, library: library) else {
      preconditionFailure("no definitions of \(release)")
    }
    return validator
  }

  /// The rules of profiles that a record breaks, with its severity if it is not an error, and the path.
  private func found(
    _ record: String, _ release: FHIRRelease = .r4, library: ProfileLibrary = ProfileLibrary()
  ) -> [String] {
    validator(release, library).validate(Array(record.utf8)).findings
      .filter { $0.rule.group == "profile" }
      .map {
        "\($0.severity == .error ? "" : "\($0.severity) ")\($0.rule.rawValue.dropFirst("profile/".count)) \($0.path)"
      }
  }

  private func notChecked(_ record: String, _ release: FHIRRelease = .r4) -> [String: Int] {
    let counts = validator(release).validate(Array(record.utf8)).tally.notChecked
    return Dictionary(uniqueKeysWithValues: counts.map { ($0.key.string, $0.value) })
  }

  private func patient(_ name: String, _ rest: String) -> String {
    #"{"resourceType": "Patient", "id": "a", "extension": [{"url": "\#(Self.address)\#(name)", \#(rest)}]}"#
  }

  // MARK: - Extensions

  @Test(arguments: [
    (FHIRRelease.dstu2, "birthPlace"), (.stu3, "birthPlace"), (.r4, "patient-birthPlace"), (.r4b, "patient-birthPlace"),
  ])
  func judgesTheTypeOfAValue(release: FHIRRelease, name: String) {
    #expect(found(patient(name, #""valueAddress": {"text": "a"}"#), release) == [])
    #expect(
      found(patient(name, #""valueString": "a""#), release) == ["wrong-type Patient.extension[0].value.ofType(string)"])
  }

  @Test(arguments: [FHIRRelease.dstu2, .stu3, .r4, .r4b])
  func judgesTheParts(release: FHIRRelease) {
    let (code, level) = ("valueCodeableConcept", #"{"url": "level", "valueCodeableConcept": {"text": "a"}}"#)
    let name = "patient-nationality"
    let good = #""extension": [{"url": "code", "\#(code)": {"text": "a"}}]"#
    #expect(found(patient(name, good), release) == [])
    let bad = #""extension": [{"url": "code", "valueString": "a"}, \#(level)]"#
    #expect(!found(patient(name, bad), release).isEmpty)
  }

  /// A relative url means only what the definition of the whole gives it; an absolute one is another extension.
  @Test(arguments: [FHIRRelease.dstu2, .stu3, .r4, .r4b])
  func knowsTheParts(release: FHIRRelease) {
    let unknown = patient("patient-nationality", #""extension": [{"url": "codex", "valueString": "a"}]"#)
    #expect(found(unknown, release) == ["not-in-a-slice Patient.extension[0].extension[0]"])
    let other = patient("patient-nationality", #""extension": [{"url": "http://example.org/a", "valueString": "a"}]"#)
    #expect(found(other, release) == [])
  }

  @Test func asksForTheRequiredPart() {
    let parts = #""extension": [{"url": "content", "valueString": "a"}]"#
    let record = """
      {"resourceType": "Patient", "id": "a", "name": [{"text": "a", "_text":
        {"extension": [{"url": "\(Self.address)translation", \(parts)}]}}]}
      """
    for release in [FHIRRelease.stu3, .r4, .r4b] {
      #expect(found(record, release) == ["missing-slice Patient.name[0].text.extension[0].extension"])
    }
  }

  @Test func judgesTheCode() {
    func record(_ code: String) -> String {
      """
      {"resourceType": "Patient", "id": "a", "name": [{"extension": [{"url": "\(Self.address)iso21090-EN-use",
        "valueCode": "\(code)"}]}]}
      """
    }
    // As published, the binding names the version of the release, and the value set has one of its own.
    #expect(found(record("SRCH")) == [])
    #expect(found(record("none")) == ["outside-value-set Patient.name[0].extension[0].value.ofType(code)"])
  }

  /// A value set that a grammar tells, not a list.
  @Test func judgesTheFormOfACode() {
    func record(_ code: String) -> String {
      """
      {"resourceType": "Questionnaire", "id": "a", "status": "draft", "item": [{"linkId": "1", "type": "attachment",
        "extension": [{"url": "\(Self.address)mimeType", "valueCode": "\(code)"}]}]}
      """
    }
    #expect(found(record("image/png")) == [])
    #expect(found(record("png")) == ["outside-value-set Questionnaire.item[0].extension[0].value.ofType(code)"])
  }

  @Test(arguments: [FHIRRelease.dstu2, .stu3, .r4, .r4b])
  func judgesTheContext(release: FHIRRelease) {
    let url = Self.address + (release == .dstu2 || release == .stu3 ? "birthPlace" : "patient-birthPlace")
    let record = """
      {"resourceType": "Patient", "id": "a", "address": [{"text": "a", "extension": [{"url": "\(url)",
        "valueAddress": {"text": "a"}}]}]}
      """
    #expect(found(record, release) == ["extension-context Patient.address[0].extension[0]"])
  }

  /// A context may name a form of a choice.
  @Test func aFormOfAChoiceIsAContext() {
    func record(_ option: String) -> String {
      let url = Self.address + "questionnaire-ordinalValue"
      return """
        {"resourceType": "Questionnaire", "id": "a", "status": "draft", "item": [{"linkId": "1", "type": "choice",
          "option": [{\(option): [{"url": "\(url)", "valueDecimal": 1}]}}]}]}
        """
    }
    #expect(found(record(#""valueCoding": {"code": "a", "extension""#), .stu3) == [])
    #expect(
      found(record(#""valueInteger": 1, "_valueInteger": {"extension""#), .stu3)
        == ["warning extension-context Questionnaire.item[0].option[0].value.ofType(integer).extension[0]"])
  }

  /// The type of the value has no name of its own in DSTU2: it is a profile of Quantity, whose constraints are judged.
  @Test func aTypeWithoutANameOfItsOwnIsJudged() {
    func record(_ code: String) -> String {
      """
      {"resourceType": "ImagingStudy", "extension": [{"url": "\(Self.address)imagingstudy-radiationDuration",
        "valueQuantity": {"value": 1, "system": "http://unitsofmeasure.org"\(code)}}]}
      """
    }
    #expect(found(record(#", "code": "s""#), .dstu2) == [])
    #expect(notChecked(record(""), .dstu2)["definition \(Self.address)Duration"] == nil)
    #expect(found(record(""), .dstu2).map { $0.split(separator: " ").first } == ["constraint"])
  }

  @Test func countsUnknownExtensionsWithTheirParts() {
    let known = #"{"url": "\#(Self.address)patient-birthPlace", "valueAddress": {"text": "a"}}"#
    let parts = #"{"url": "b", "valueString": "a"}, {"url": "c", "valueString": "a"}"#
    let record = #"""
      {"resourceType": "Patient", "id": "a", "contained": [{"resourceType": "Patient", "id": "b",
        "extension": [\#(known), {"url": "http://example.org/d", "valueString": "a"}]}],
        "extension": [\#(known), {"url": "http://example.org/a", "extension": [\#(parts)]}], "link": [
          {"other": {"reference": "#b"}, "type": "seealso"}]}
      """#
    #expect(notChecked(record)["extension definitions"] == 4)
    #expect(notChecked(record).keys.allSatisfy { !$0.hasPrefix("definition ") })
    // An unknown modifier is of note to who gives definitions.
    let plain = #""extension": [{"url": "http://example.org/a"#
    #expect(found(record.replacing(plain, with: plain.replacing("extension", with: "modifierExtension"))) == [])
  }

  /// The same claims, concepts and extensions in several records, contained resources and Bundles: each is judged.
  @Test func judgesEachOccurrence() {
    let wrong = #"{"url": "\#(Self.address)patient-birthPlace", "valueString": "a"}"#
    let concept = #""maritalStatus": {"text": "unmarried and so on", "extension": [\#(wrong)]}"#
    let claim = #""meta": {"profile": ["\#(Self.address)vitalsigns"]}"#
    func lines(_ rest: String) -> String {
      (0..<3).map { #"{"resourceType": "Patient", "id": "\#($0)", \#(rest)}"# }.joined(separator: "\n")
    }
    // The type and the context.
    #expect(found(lines(concept)).count == 6)
    #expect(found(lines(claim)) == Array(repeating: "wrong-type Patient", count: 3))
    let contained = #""extension": [\#(wrong)], "contained": [{"resourceType": "Patient", "id": "c"}]"#
    #expect(found(#"{"resourceType": "Patient", "id": "a", \#(contained)}"#).count == 1)
    let entries = (0..<3).map {
      #"""
      {"fullUrl": "http://example.org/Patient/\#($0)",
        "resource": {"resourceType": "Patient", "id": "\#($0)", "extension": [\#(wrong)]}}
      """#
    }
    let bundle = #"{"resourceType": "Bundle", "type": "collection", "entry": [\#(entries.joined(separator: ","))]}"#
    #expect(found(bundle).count == 3)
    let ofBundle = #""_type": {"extension": [\#(wrong)]}, "type": "coll"#
    #expect(found(bundle.replacing(#""type": "coll"#, with: ofBundle)).count == 5)
  }

  /// Definitions that are given take the place of those inside, by release.
  @Test func givenDefinitionsReplaceThoseInside() {
    func definition(_ version: String, _ fhirVersion: String) -> String {
      let url = Self.address + "patient-birthPlace"
      return """
        {"resourceType": "StructureDefinition", "url": "\(url)", "version": "\(version)", "fhirVersion": "\(fhirVersion)",
          "type": "Extension", "derivation": "constraint", "context": [{"type": "element", "expression": "Patient"}],
          "baseDefinition": "\(Self.address)Extension", "differential": {"element": [
            {"path": "Extension.url", "fixedUri": "\(url)"},
            {"path": "Extension.value[x]", "type": [{"code": "string"}]}]}}
        """
    }
    var library = ProfileLibrary()
    library.add(Array(definition("5.2.0", "4.0.1").utf8))
    let (text, place) = (#""valueString": "a""#, #""valueAddress": {"text": "a"}"#)
    #expect(found(patient("patient-birthPlace", text), .r4, library: library) == [])
    #expect(found(patient("patient-birthPlace", place), .r4, library: library).count == 1)
    #expect(found(patient("patient-birthPlace", text), .r4b, library: library).count == 1)
    #expect(found(patient("patient-birthPlace", place), .r4b, library: library) == [])
  }

  /// What R4B shares with R4 is of its own version.
  @Test func sharedDefinitionsHaveTheirVersion() {
    func names(_ version: String, _ release: FHIRRelease) -> Bool {
      !notChecked(observation("1-8", #""meta": {"profile": ["\#(Self.address)heartrate|\#(version)"]}"#), release).keys
        .contains { $0.hasPrefix("profile ") }
    }
    #expect(names("4.0.1", .r4) && names("4.3.0", .r4b))
    #expect(!names("4.3.0", .r4) && !names("4.0.1", .r4b))
  }

  // MARK: - Profiles

  private func observation(_ code: String, _ rest: String) -> String {
    """
    {"resourceType": "Observation", "id": "a", "status": "final", \(rest),
      "code": {"coding": [{"system": "http://loinc.org", "code": "\(code)"}]}}
    """
  }

  @Test func judgesVitalSignsByTheirCode() {
    let category = #"""
      "category": [{"coding": [
        {"system": "http://terminology.hl7.org/CodeSystem/observation-category", "code": "vital-signs"}]}]
      """#
    let unit = #""unit": "/min", "system": "http://unitsofmeasure.org", "code": "/min""#
    let rest = #""subject": {"display": "a"}, "valueQuantity": {"value": 60, \#(unit)}"#
    let date = #""effectiveDateTime": "2020-01-01""#
    for release in [FHIRRelease.r4, .r4b] {
      #expect(found(observation("8867-4", #"\#(category), \#(rest), \#(date)"#), release) == [])
      #expect(
        found(observation("8867-4", #"\#(category), \#(rest)"#), release) == ["required-element Observation.effective"])
      #expect(
        found(observation("8867-4", #"\#(rest), \#(date)"#), release)
          == ["missing-slice Observation.category", "required-element Observation.category"])
      let panel = observation("85354-9", #"\#(category), "subject": {"display": "a"}, \#(date)"#)
      #expect(found(panel, release).contains("missing-slice Observation.component"))
    }
    // Another code, and a release whose text does not demand it.
    #expect(found(observation("1-8", rest)) == [])
    #expect(found(observation("8867-4", rest), .stu3) == [])
    #expect(found(observation("8867-4", rest), .dstu2) == [])
  }

  /// Only what the code asks for is switched on.
  @Test func rulesCanBeSwitchedOff() throws {
    var options = ValidationOptions()
    options.rules = try RuleSelection(only: ["profile"])
    let record = observation("8867-4", #""valueString": "a""#)
    #expect(Validator.insisting(on: .r4, options: options).validate(Array(record.utf8)).findings.count > 2)
    options.rules = try RuleSelection(except: ["profile"])
    let others = Validator.insisting(on: .r4, options: options).validate(Array(record.utf8)).findings
    #expect(!others.map(\.rule.group).contains("profile"))
  }

  @Test func judgesClaimsOfPublishedProfiles() {
    let claim = #""meta": {"profile": ["\#(Self.address)vitalsigns", "http://example.org/p"]}"#
    let record = observation("1-8", claim)
    #expect(found(record).contains("required-element Observation.subject"))
    #expect(found(record, .stu3).contains("required-element Observation.subject"))
    #expect(notChecked(record).keys.contains("profile http://example.org/p"))
    #expect(!notChecked(record).keys.contains("profile \(Self.address)vitalsigns"))
    #expect(notChecked(record, .dstu2).keys.contains("profile \(Self.address)vitalsigns"))
  }

  /// A record that fits several releases alike is of the one whose extensions it fits.
  @Test func publishedExtensionsTellTheRelease() {
    // In DSTU2 the extension has a part 'identifier', in STU3 a part 'reference'.
    let part = #"""
      {"url": "type", "valueCodeableConcept": {"coding": [{"system": "http://hl7.org/fhir/v3/RoleCode", "code": "NMTH"}]}}
      """#
    let record = #"""
      {"resourceType": "FamilyMemberHistory", "id": "a", "status": "completed", "patient": {"reference": "Patient/b"},
        "relationship": {"text": "a"}, "extension": [{"url": "\#(Self.address)family-member-history-genetics-parent",
          "extension": [\#(part), {"url": "reference", "valueReference": {"reference": "FamilyMemberHistory/b"}}]}]}
      """#
    let result = Validator().validate(Array(record.utf8))
    #expect(result.findings.filter { $0.rule.group == "profile" }.isEmpty)
    #expect(result.tally.releases["dstu2"] == nil)
  }
}

import FHIRFindings
import FHIRProfiles
import FHIRSchema
import FHIRTestSupport
import FHIRValidation
import Testing

/// What a caller chooses to judge records by: which release it tells, and what is said where it does not apply.
struct ChosenProfilesTests {
  /// A record that both releases could have.
  private static let patient = #"{ "resourceType": "Patient", "active": true }"#
  private static let usCorePatient = "http://hl7.org/fhir/us/core/StructureDefinition/us-core-patient"

  private func tally(_ validator: Validator, _ record: String = patient) -> ValidationTally {
    validator.validate(Array(record.utf8)).tally
  }

  private func library(_ elements: String, version: String? = "4.0.1") -> ProfileLibrary {
    let more = version.map { #""fhirVersion": "\#($0)","# } ?? ""
    var library = ProfileLibrary()
    library.add(Array(ProfileCase.definition("http://example.org/p", elements, of: "Patient", more: more).utf8))
    return library
  }

  @Test func aGuideTellsTheReleaseOfARecordThatShowsNone() throws {
    let found = tally(Validator(guides: [try #require(Guide.named("us-core"))]))
    #expect(found.releases == ["r4": [.chosen: 1]])
    #expect(found.profileCounts.keys.map(\.string) == [Self.usCorePatient])
    #expect(found.errors > 0)
  }

  @Test func aProfileOfABuiltInGuideIsAtHand() {
    let validator = Validator(library: ProfileLibrary(), profiles: [Self.usCorePatient])
    #expect(validator.unknownProfiles.isEmpty)
    #expect(tally(validator).releases == ["r4": [.chosen: 1]])
    #expect(tally(validator).errors > 0)
  }

  @Test(arguments: [("4.0.1", "r4"), ("1.0.2", "dstu2"), ("3.0.1", "stu3"), ("4.3.0", "r4b")])
  func definitionsTellTheRelease(version: String, release: String) {
    let library = library(#"{ "path": "Patient.birthDate", "min": 1 }"#, version: version)
    let found = tally(Validator(library: library, profiles: ["http://example.org/p"]))
    #expect(found.releases == [release: [.chosen: 1]])
    #expect(found.errors == 1)
  }

  @Test func guidesOfTwoReleasesTellNothing() {
    let found = tally(Validator(guides: Guide.published))
    #expect(found.releases == ["r4": [.assumed: 1]])
    #expect(found.notChecked["guide argonaut of another release"] == 1)
  }

  /// A record that breaks its guide is of no other release for that, where the guide does not apply.
  @Test(arguments: [
    #"{"resourceType":"MedicationRequest","status":"active","intent":"order","medicationCodeableConcept":{"text":"a"},"subject":{"reference":"Patient/1"}}"#,
    #"{"resourceType":"Procedure","meta":{"profile":["http://hl7.org/fhir/us/core/StructureDefinition/us-core-procedure"]},"status":"completed","subject":{"reference":"Patient/1"}}"#,
  ])
  func aRecordDoesNotEscapeItsGuide(record: String) throws {
    let found = tally(Validator(guides: [try #require(Guide.named("us-core"))]), record)
    #expect(found.releases.keys.sorted() == ["r4"] && found.errors > 0)
    #expect(found.notChecked["guide us-core of another release"] == nil)
  }

  @Test func whatARecordShowsCountsMore() throws {
    let record = #"{ "resourceType": "Patient", "animal": { "species": { "text": "cat" } }, "careProvider": [] }"#
    let validator = Validator(
      guides: [try #require(Guide.named("us-core"))], library: ProfileLibrary(), profiles: [Self.usCorePatient])
    let found = tally(validator, record)
    #expect(found.releases["dstu2"]?[.elements] == 1)
    #expect(found.notChecked["guide us-core of another release"] == 1)
    #expect(found.notChecked["profile \(Self.usCorePatient) of another release".byBytes] == 1)
  }

  /// Every record meets the definition of its own type, but no definition of another version is that one.
  @Test(arguments: [("", 0), ("|4.0.1", 0), ("|4.0", 0), ("|4", 0), ("|9.9", 1), ("|3.0.1", 1)])
  func aTypesOwnDefinitionHasAVersion(version: String, counted: Int) throws {
    let url = "http://hl7.org/fhir/StructureDefinition/Patient\(version)"
    let record = #"{ "resourceType": "Patient", "meta": { "profile": ["\#(url)"] } }"#
    let validator = try #require(Validator(release: .r4))
    #expect(tally(validator, record).notChecked["profile \(url)".byBytes] ?? 0 == counted)
  }

  @Test func anUnknownProfileIsCountedForEachRecord() {
    let url = "http://example.org/unheard-of"
    let validator = Validator(library: ProfileLibrary(), profiles: [url])
    #expect(validator.unknownProfiles == [url])
    #expect(tally(validator, "\(Self.patient)\n\(Self.patient)").notChecked["profile \(url)".byBytes] == 2)
  }

  @Test func aProfileThatCannotBeCompiledIsCounted() {
    let library = library(#"{ "path": "Patient.birthDate", "min": 1 }"#).with(base: "http://example.org/missing")
    let found = tally(Validator(library: library, profiles: ["http://example.org/q"]))
    #expect(found.notChecked["profile http://example.org/q"] == 1)
  }

  @Test func theDefinitionOfATypeIsMetByItsRecords() {
    let url = "http://hl7.org/fhir/StructureDefinition/Patient"
    let validator = Validator(library: ProfileLibrary(), profiles: [url])
    #expect(validator.unknownProfiles.isEmpty)
    #expect(validator.profileFaults.isEmpty)
    for name in ["Patient", "DomainResource"] {
      let claim =
        #"{ "resourceType": "Patient", "meta": { "profile": ["http://hl7.org/fhir/StructureDefinition/\#(name)"] } }"#
      let found = tally(validator, claim)
      #expect(found.errors == 0)
      #expect(found.notChecked.isEmpty)
      #expect(tally(Validator(), claim).notChecked.isEmpty)
    }
    let other =
      #"{ "resourceType": "Patient", "meta": { "profile": ["http://hl7.org/fhir/StructureDefinition/Group"] } }"#
    let found = Validator.insisting().validate(Array(other.utf8))
    #expect(found.findings.map(\.rule.rawValue) == ["profile/wrong-type"])
    #expect(found.findings.first?.path == "Patient.meta.profile[0]")
  }

  // MARK: - What is not judged

  @Test(arguments: [
    #"{ "path": "Patient", "constraint": [{ "key": "a", "severity": "error", "human": "a", "xpath": "f:name" }] }"#,
    #"{ "path": "Patient", "constraint": [{ "key": "a", "severity": "error", "human": "a", "expression": "name.(" }] }"#,
    #"{ "path": "Patient.height", "min": 1 }"#,
    """
    { "path": "Patient.name", "slicing": { "discriminator": [{ "type": "value", "path": "use" }], "rules": "open" } },
    { "path": "Patient.name", "sliceName": "a", "min": 1 }
    """,
  ])
  func whatDoesNotCompileIsCounted(elements: String) {
    let found = tally(Validator(library: library(elements), profiles: ["http://example.org/p"]))
    #expect(found.notChecked["parts of profile http://example.org/p"] == 1)
    #expect(found.unjudgedParts == 1)
    #expect(found.profileCounts["http://example.org/p"]?.undecided == 1)
  }

  @Test func anEmptySnapshotIsNone() {
    let text = ProfileCase.definition(
      "http://example.org/p", #"{ "path": "Patient.birthDate", "min": 1 }"#, of: "Patient",
      more: #""fhirVersion": "4.0.1", "snapshot": { "element": [] },"#)
    var library = ProfileLibrary()
    library.add(Array(text.utf8))
    #expect(tally(Validator(library: library, profiles: ["http://example.org/p"])).errors == 1)
  }

  @Test func extensionsThatWereJudgedAreNotCounted() throws {
    let known = "http://hl7.org/fhir/StructureDefinition/patient-religion"
    let record = """
      { "resourceType": "Patient", "extension": [{ "url": "\(known)", "valueCodeableConcept": { "text": "a" } },
        { "url": "http://example.org/unheard-of", "valueString": "a" }] }
      """
    let found = tally(Validator(guides: [try #require(Guide.named("us-core"))]), record).notChecked
    #expect(found["extension definitions"] == nil)
    #expect(found["definition http://example.org/unheard-of"] == 1)
    #expect(tally(Validator(), record).notChecked["extension definitions"] == 1)
  }
}

extension ProfileLibrary {
  /// With a profile `q` that refines another one.
  fileprivate func with(base: String) -> ProfileLibrary {
    var library = self
    library.add(
      Array(
        ProfileCase.definition(
          "http://example.org/q", #"{ "path": "Patient.name", "min": 1 }"#, of: "Patient", base: base,
          more: #""fhirVersion": "4.0.1","#
        ).utf8))
    return library
  }
}

extension ValidationTally {
  /// Findings that are errors.
  fileprivate var errors: Int { bySeverity[.error, default: 0] + bySeverity[.fatal, default: 0] }
}

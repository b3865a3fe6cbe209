import FHIRFindings
import FHIRProfiles
import FHIRSchema
import FHIRTestSupport
import FHIRValidation
import Testing

/// Profiles that refine others, and definitions that cannot be compiled.
struct RefinementTests {
  private let base = ProfileCase.definition(
    "http://example.org/base",
    """
    { "path": "Patient.identifier", "slicing": { "discriminator": [{ "type": "value", "path": "system" }], "rules": "open" } },
    { "path": "Patient.identifier", "sliceName": "mrn" },
    { "path": "Patient.identifier.system", "fixedUri": "http://example.org/mrn" },
    { "path": "Patient.birthDate", "min": 1 }
    """, of: "Patient")

  private func library(_ elements: String, base: String) -> ProfileLibrary {
    var library = ProfileLibrary()
    library.add(Array(ProfileCase.definition(ProfileCase.url, elements, of: "Patient", base: base).utf8))
    library.add(Array(self.base.utf8))
    return library
  }

  @Test func aDifferentialRefinesAnother() throws {
    let library = library(
      #"{ "id": "Patient.identifier:mrn", "path": "Patient.identifier", "sliceName": "mrn", "min": 1 }"#,
      base: "http://example.org/base")
    let validator = try #require(Validator(release: .r4, library: library))
    #expect(validator.profileFaults.isEmpty)
    let record = #"{ "resourceType": "Patient", "meta": { "profile": ["\#(ProfileCase.url)"] }, "active": true }"#
    #expect(
      validator.validate(Array(record.utf8)).findings.map(\.rule).filter { $0.group == "profile" } == [
        "profile/missing-slice", "profile/required-element",
      ])
  }

  @Test(arguments: [
    (
      #"{ "path": "Patient.nickname", "min": 1 }"#, "http://hl7.org/fhir/StructureDefinition/Patient",
      "Patient.nickname"
    ),
    (#"{ "path": "Patient.active" }"#, "http://example.org/nowhere", ""),
    (#"{ "path": "Patient.active" }"#, ProfileCase.url, ""),
    (
      #"{ "path": "Patient", "constraint": [{ "key": "a", "severity": "error", "human": "h", "expression": "(" }] }"#,
      "http://hl7.org/fhir/StructureDefinition/Patient", "Patient"
    ),
  ])
  func elementsThatCannotBeCompiledAreNamed(elements: String, base: String, path: String) throws {
    let validator = try #require(Validator(release: .r4, library: library(elements, base: base)))
    let fault = try #require(validator.profileFaults.first)
    #expect(fault.profile == ProfileCase.url)
    #expect(fault.element == path)
    let record = #"{ "resourceType": "Patient", "meta": { "profile": ["\#(ProfileCase.url)"] }, "active": true }"#
    let tally = validator.validate(Array(record.utf8)).tally
    #expect(tally.profileCounts[ProfileCase.url.byBytes]?.met ?? 0 == 0)
  }

  @Test func chosenProfilesAreAboutAllRecordsOfTheirType() throws {
    let validator = try #require(
      Validator(
        release: .r4, library: library(#"{ "path": "Patient" }"#, base: "http://example.org/base"),
        profiles: [ProfileCase.url]))
    let result = validator.validate(Array(#"{ "resourceType": "Patient", "active": true }"#.utf8))
    #expect(result.findings.map(\.rule).filter { $0.group == "profile" } == ["profile/required-element"])
    #expect(result.tally.profileCounts[ProfileCase.url.byBytes]?.broken == 1)
    let other = validator.validate(Array(#"{ "resourceType": "Basic", "code": { "text": "a" } }"#.utf8))
    #expect(!other.findings.contains { $0.rule.group == "profile" })
  }

  @Test func aClaimThatIsKnownIsNotCountedAsNotChecked() throws {
    let validator = try #require(
      Validator(release: .r4, library: library(#"{ "path": "Patient" }"#, base: "http://example.org/base")))
    let record = """
      {
        "resourceType": "Patient", "birthDate": "2000-01-01",
        "meta": { "profile": ["\(ProfileCase.url)", "http://example.org/unknown"] }
      }
      """
    let tally = validator.validate(Array(record.utf8)).tally
    #expect(tally.notChecked.keys.map(\.string) == ["profile http://example.org/unknown"])
    #expect(tally.profileCounts[ProfileCase.url.byBytes]?.met == 1)
  }
}

import FHIRFindings
import FHIRProfiles
import FHIRTestSupport
import FHIRValidation
import Foundation
import Testing

/// The constraints that guides correct; `corrected.cases` has records that meet and break each.
struct CorrectedConstraintTests {
  /// The keys and published texts that `guide.txt` of all guides correct.
  static let corrected: [(key: String, published: String)] = {
    let folder = PackageRoot.url.appending(path: "Schemas/guides")
    return PackageRoot.files(below: folder, ending: "guide.txt").flatMap { file -> [(String, String)] in
      let text = (try? String(contentsOf: folder.appending(path: file), encoding: .utf8)) ?? ""
      return text.split(separator: "\n").filter { $0.hasPrefix("constraint ") }.map { line in
        let words = line.split(separator: " => ")[0].split(separator: " ", maxSplits: 2)
        return (String(words[1]), String(words[2]))
      }
    }
  }()

  @Test func eachHasRecordsThatMeetAndBreakIt() {
    let cases = CaseFile.all.filter { $0.file == "corrected.cases" }
    #expect(Self.corrected.count > 25)
    for (key, published) in Self.corrected {
      // The cases of a definition that is built in name the key.
      let own = cases.filter { one in
        one.definitions.contains { $0.contains("\"\(key)\"") && $0.contains(published) }
          || one.words.split { " ,:".contains($0) }.contains(Substring(key))
      }
      #expect(own.flatMap(\.records).contains { $0.rules.isEmpty }, "\(key) \(published)")
      #expect(own.flatMap(\.records).contains { !$0.rules.isEmpty }, "\(key) \(published)")
    }
  }

  /// `fhircheck explain` shows it.
  @Test func eachHasAReason() {
    for (key, published) in Self.corrected {
      let own = CorrectedConstraint.of(key).first { $0.published == published }
      #expect(own?.reason.isEmpty == false, "\(key) \(published)")
    }
  }

  @Test func theArticleNamesEach() throws {
    let article = PackageRoot.url.appending(
      path: "Sources/FHIRProfiles/FHIRProfiles.docc/constraints-of-built-in-profiles.md")
    let text = try String(contentsOf: article, encoding: .utf8)
    for (key, _) in Self.corrected { #expect(text.contains("`\(key)`"), "\(key)") }
  }

  // MARK: - The built-in guides

  private static let usCore = "http://hl7.org/fhir/us/core/StructureDefinition/us-core-"
  private static let argonaut = "http://fhir.org/guides/argonaut/StructureDefinition/argo-"

  /// The constraints that a record breaks, each with its severity.
  private func broken(_ profile: String, _ members: String) throws -> [String] {
    let type = try #require(members.split(separator: " ").first)
    let record = """
      {"resourceType": "\(type)", "meta": {"profile": ["\(profile)"]}, \(members.dropFirst(type.count + 1))}
      """
    return Validator(guides: [.argonaut, try #require(Guide.named("us-core@3.1.1"))]).validate(Array(record.utf8))
      .findings
      .filter { $0.rule.rawValue == "profile/constraint" }
      .map { "\($0.severity) \($0.message.split(separator: " ")[1])" }
  }

  @Test func aPeriodNeedsNoDay() throws {
    let vitalSign = #"Observation "status": "final", "code": {"text": "a"}, "valueString": "a", "#
    for profile in ["http://hl7.org/fhir/StructureDefinition/vitalsigns", Self.usCore + "pulse-oximetry"] {
      #expect(try broken(profile, vitalSign + #""effectivePeriod": {"start": "2020-01"}"#) == [])
      #expect(try broken(profile, vitalSign + #""effectiveDateTime": "2020-01""#) == ["error vs-1"])
    }
    #expect(try broken(Self.usCore + "observation-lab", vitalSign + #""effectivePeriod": {"start": "2020"}"#) == [])
    #expect(
      try broken(Self.usCore + "observation-lab", vitalSign + #""effectiveDateTime": "2020-01""#) == ["error us-core-1"]
    )
    #expect(try broken(Self.argonaut + "vitalsigns", vitalSign + #""effectivePeriod": {"start": "2020-01"}"#) == [])
    #expect(
      try broken(Self.argonaut + "vitalsigns", vitalSign + #""effectiveDateTime": "2020-01""#) == ["error arg-1"])
  }

  @Test func aVaccineHasATranslation() throws {
    func code(_ systems: String...) -> String {
      let codings = systems.map { #"{"system": "http://hl7.org/fhir/sid/\#($0)", "code": "08"}"# }
      return #"Immunization "status": "completed", "vaccineCode": {"coding": [\#(codings.joined(separator: ", "))]}"#
    }
    for (profile, key) in [(Self.usCore, "us-core-1"), (Self.argonaut, "arg-1")] {
      #expect(try broken(profile + "immunization", code("cvx", "ndc")) == [])
      #expect(try broken(profile + "immunization", code("cvx")) == ["warning \(key)"])
    }
  }

  @Test func aResultHasItsCodes() throws {
    let result = #"Observation "status": "final", "code": {"text": "a"}, "#
    func units(_ system: String) -> String { result + #""valueQuantity": {"value": 1, "system": "\#(system)"}"# }
    func concept(_ system: String) -> String {
      result + #""valueCodeableConcept": {"coding": [{"system": "http://example.org"}, {"system": "\#(system)"}]}"#
    }
    let profiles = [
      (Self.usCore + "observation-lab", "us-core"), (Self.argonaut + "observationresults", "arg"),
    ]
    for (profile, group) in profiles {
      #expect(try broken(profile, units("http://unitsofmeasure.org")) == [])
      #expect(try broken(profile, units("http://example.org")) == ["error \(group)-3"])
      #expect(try broken(profile, concept("http://snomed.info/sct")) == [])
      #expect(try broken(profile, concept("http://loinc.org")) == ["warning \(group)-4"])
    }
  }

  @Test func anOlderQuestionIsRequiredOrRepeats() throws {
    func found(_ members: String) -> [String] {
      let record = #"{"resourceType": "Questionnaire", "status": "draft", "group": {"question": [{\#(members)}]}}"#
      return Validator(guides: Guide.published).validate(Array(record.utf8)).findings
        .filter { $0.rule.group == "profile" }.map { "\($0.severity) \($0.rule.rawValue)" }
    }
    for (word, name) in [("required", "minOccurs"), ("repeats", "maxOccurs")] {
      let url = "http://hl7.org/fhir/StructureDefinition/questionnaire-\(name)"
      let bound = #""text": "a", "extension": [{"url": "\#(url)", "valueInteger": 2}]"#
      #expect(found(bound + #", "\#(word)": true"#) == [])
      #expect(found(bound + #", "\#(word)": false"#) == ["error profile/extension-context"])
      #expect(found(bound) == ["error profile/extension-context"])
    }
  }
}

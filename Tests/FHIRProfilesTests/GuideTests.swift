import FHIRFindings
import FHIRProfiles
import FHIRTestSupport
import FHIRValidation
import Foundation
import Testing

/// The built-in guides.
struct GuideTests {
  @Test func hasArgonautAndUSCore() throws {
    #expect(Guide.published.map(\.description) == ["argonaut@1.0.0", "us-core@3.1.1", "us-core@6.1.0"])
    let argonaut = try #require(Guide.named("argonaut"))
    #expect(argonaut == .argonaut)
    #expect(argonaut.release == "dstu2")
    #expect(argonaut.version == "1.0.0")
    #expect(argonaut.urls.count == 22)
    let usCore = try #require(Guide.named("us-core@3.1.1"))
    #expect(usCore.release == "r4")
    #expect(usCore.version == "3.1.1")
    // The profiles of R4 for vital signs are those of the release.
    #expect(usCore.urls.count == 30)
    #expect(Guide.usCore.version == "6.1.0")
    #expect(Guide.usCore.urls.count == 59)
    #expect(Guide.named("us-core") == .usCore && Guide.named("hl7.fhir.us.core@6.1") == .usCore)
    #expect(Guide.named("us-cor") == nil && Guide.named("us-core@5") == nil)
  }

  /// The library's definitions of a guide compile completely.
  @Test(arguments: [
    "argonaut", "us-core", "us-core-610", "dstu2-extensions", "stu3-extensions", "stu3-profiles", "r4-extensions",
    "r4-profiles", "r4b-extensions",
  ])
  func compiles(folder: String) throws {
    let url = PackageRoot.url.appending(path: "Schemas/guides/\(folder)")
    var library = ProfileLibrary()
    for file in PackageRoot.files(below: url, ending: ".json") {
      library.add(try PackageRoot.bytes(url.appending(path: file)), name: file)
    }
    #expect(library.urls.count > 20)
    for fault in Validator(library: library).profileFaults where Self.knownFaults[fault.profile] == nil {
      Issue.record("\(fault)")
    }
  }

  /// The definitions that were published with a fault, and the faults.
  static let knownFaults = [
    "http://fhir.org/guides/argonaut/StructureDefinition/argo-birthsex": "an extension need not have its url",
    "http://fhir.org/guides/argonaut/StructureDefinition/argo-profile-link": "an extension need not have its url",
    "http://fhir.org/guides/argonaut/StructureDefinition/argo-resource-documentation":
      "an extension need not have its url",
    "http://hl7.org/fhir/StructureDefinition/catalog": "a slice of a date, and nothing that tells it",
    "http://hl7.org/fhir/StructureDefinition/consentdirective": "elements that the type does not have",
    "http://hl7.org/fhir/StructureDefinition/example-composition": "slices without what their discriminator looks at",
    "http://hl7.org/fhir/StructureDefinition/familymemberhistory-genetic": "slices, and nothing that tells them",
    "http://hl7.org/fhir/StructureDefinition/qicore-adverseevent-cause": "targets of a guide that is not inside",
    "http://hl7.org/fhir/StructureDefinition/qicore-adverseevent-location": "a target of that guide",
    "http://hl7.org/fhir/StructureDefinition/qicore-adverseevent-reaction": "a target of that guide",
    "http://hl7.org/fhir/us/core/StructureDefinition/us-core-questionnaireresponse":
      "parts of a guide that is not inside",
    "http://hl7.org/fhir/us/core/StructureDefinition/us-core-vital-signs": "a weaker binding than its base has",
  ]

  /// A form of a choice that US Core only marks as supported says nothing of the other forms.
  @Test(arguments: [
    ("us-core-observation-occupation", "effectiveDateTime", true),
    ("us-core-observation-occupation", "valueString", false),
    ("us-core-observation-sexual-orientation", "valueString", true), ("pediatric-bmi-for-age", "valueString", true),
    ("us-core-smokingstatus", "effectivePeriod", false),
  ])
  func aFormOfAChoiceThatIsOnlySupported(name: String, member: String, isAllowed: Bool) {
    let value = member == "effectivePeriod" ? #"{ "start": "2020" }"# : #""2020""#
    let url = "http://hl7.org/fhir/us/core/StructureDefinition/\(name)|6.1.0"
    let record = #"{ "resourceType": "Observation", "meta": { "profile": ["\#(url)"] }, "\#(member)": \#(value) }"#
    let found = Validator(guides: [.usCore]).validate(Array(record.utf8)).findings
    #expect(!found.contains { $0.rule == "profile/wrong-type" } == isAllowed, "\(found)")
  }

  // MARK: - Types and profiles

  private func found(_ record: String, _ guides: String...) -> [String] {
    Validator(guides: guides.compactMap(Guide.named)).validate(Array(record.utf8)).findings
      .filter { $0.rule.group == "profile" }
      .map {
        "\($0.rule.rawValue.dropFirst("profile/".count)) \($0.path) \($0.profile?.profile.split(separator: "/").last ?? "")"
      }
  }

  @Test func judgesByTheProfileOfTheType() {
    #expect(
      found(
        #"{"resourceType": "Patient", "meta": {"profile": ["http://hl7.org/fhir/R4/x"]}, "gender": "male"}"#,
        "us-core@3.1.1"
      ).sorted()
        == ["required-element Patient.identifier us-core-patient", "required-element Patient.name us-core-patient"])
    #expect(found(#"{"resourceType": "Patient", "gender": "male"}"#) == [])
    // A guide applies to records of its release.
    #expect(
      found(
        #"{"resourceType": "Patient", "gender": "male", "animal": {"species": {}}, "careProvider": []}"#,
        "us-core@3.1.1")
        == [])
    #expect(
      found(#"{"resourceType": "Patient", "gender": "male"}"#, "argonaut", "us-core@3.1.1").sorted()
        == ["required-element Patient.identifier us-core-patient", "required-element Patient.name us-core-patient"])
  }

  @Test func judgesByTheProfileOfTheCategory() {
    func observation(_ category: String) -> String {
      """
      {"resourceType": "Observation", "status": "final", "code": {"coding": [{"system": "http://loinc.org", "code": "1-8"}]},
       "valueString": "x", "effectiveDateTime": "2020-01-01",
       "category": [{"coding": [{"system": "http://terminology.hl7.org/CodeSystem/observation-category", "code": "\(category)"}]}]}
      """
    }
    #expect(
      found(observation("laboratory"), "us-core@3.1.1") == [
        "required-element Observation.subject us-core-observation-lab"
      ])
    #expect(found(observation("survey"), "us-core@3.1.1") == [])
  }

  // MARK: - Extensions

  private func patient(_ extensions: String) -> String {
    """
    {"resourceType": "Patient", "meta": {"profile": ["http://hl7.org/fhir/us/core/StructureDefinition/us-core-patient"]},
     "identifier": [{"system": "http://example.org", "value": "1"}], "name": [{"family": "A"}], "gender": "male",
     \(extensions)}
    """
  }

  @Test func knowsTheExtensionsOfTheRelease() {
    let place = "http://hl7.org/fhir/StructureDefinition/patient-birthPlace"
    #expect(
      found(patient(#""extension": [{"url": "\#(place)", "valueAddress": {"city": "B"}}]"#), "us-core@3.1.1") == [])
    #expect(
      found(patient(#""extension": [{"url": "\#(place)", "valueString": "B"}]"#), "us-core@3.1.1").count == 1)
    #expect(
      found(
        patient(
          #""contact": [{"gender": "male", "extension": [{"url": "\#(place)", "valueAddress": {"city": "B"}}]}]"#),
        "us-core@3.1.1"
      ).map { $0.prefix { $0 != " " } } == ["extension-context"])
  }

  @Test func countsUnknownExtensionsAndWarnsOfUnknownModifiers() throws {
    let record = patient(#""extension": [{"url": "http://example.org/e", "valueString": "x"}]"#)
    let result = Validator(guides: [try #require(Guide.named("us-core@3.1.1"))]).validate(Array(record.utf8))
    #expect(result.tally.notChecked["definition http://example.org/e"] == 1)
    #expect(result.findings.filter { $0.rule.group == "profile" }.isEmpty)
    #expect(
      found(patient(#""modifierExtension": [{"url": "http://example.org/e", "valueString": "x"}]"#), "us-core@3.1.1")
        .map { $0.prefix { $0 != " " } } == ["unknown-modifier"])
  }

  // MARK: - Value sets

  @Test func knowsCodesByEnumerationAndByKind() {
    func race(_ part: String, _ code: String) -> String {
      patient(
        """
        "extension": [{"url": "http://hl7.org/fhir/us/core/StructureDefinition/us-core-race", "extension": [
          {"url": "\(part)", "valueCoding": {"system": "urn:oid:2.16.840.1.113883.6.238", "code": "\(code)"}},
          {"url": "text", "valueString": "x"}]}]
        """)
    }
    #expect(found(race("ombCategory", "2106-3"), "us-core@3.1.1") == [])
    #expect(
      found(race("ombCategory", "1586-7"), "us-core@3.1.1").map { $0.prefix { $0 != " " } } == ["outside-value-set"])
    // 1586-7 is a kind of 1000-9, by the hierarchy of the code system; 2106-3 is excluded.
    #expect(found(race("detailed", "1586-7"), "us-core@3.1.1") == [])
    #expect(found(race("detailed", "2106-3"), "us-core@3.1.1").map { $0.prefix { $0 != " " } } == ["outside-value-set"])
    #expect(found(race("detailed", "2133-7"), "us-core@3.1.1").map { $0.prefix { $0 != " " } } == ["outside-value-set"])
  }

  @Test func countsClaimsAndVerdicts() throws {
    let validator = Validator(guides: [try #require(Guide.named("us-core@3.1.1"))])
    let url: ByteText = "http://hl7.org/fhir/us/core/StructureDefinition/us-core-patient"
    let counts = try #require(validator.validate(Array(patient(#""active": true"#).utf8)).tally.profileCounts[url])
    #expect(counts.claimed == 1)
    #expect(counts.met == 1)
    #expect(counts.all == 1)
  }

  @Test func countsElementsThatHaveToBeSupported() throws {
    var options = ValidationOptions()
    options.countsMustSupport = true
    let validator = Validator(guides: [try #require(Guide.named("us-core@3.1.1"))], options: options)
    let url: ByteText = "http://hl7.org/fhir/us/core/StructureDefinition/us-core-patient"
    let tally = validator.validate(Array(patient(#""birthDate": "1970-01-01""#).utf8)).tally
    let counts = try #require(tally.mustSupport[url])
    #expect(counts["Patient.birthDate"]?.present == 1)
    #expect(counts["Patient.telecom"]?.absent == 1)
    #expect(counts["Patient.name.family"]?.present == 1)
    #expect(counts["Patient.active"] == nil)
    #expect(
      Validator(guides: Guide.published).validate(Array(patient(#""active": true"#).utf8)).tally.mustSupport.isEmpty)
  }
}

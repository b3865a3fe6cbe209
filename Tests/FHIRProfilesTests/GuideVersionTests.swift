import ClinicalSources
import FHIRFindings
import FHIRProfiles
import FHIRSchema
import FHIRSupport
import FHIRTestSupport
import FHIRValidation
import Foundation
import Testing

/// A package is a unit: several versions of a guide stand side by side, and no result mixes them.
struct GuideVersionTests {
  private static let base = "http://example.org/guide"
  private static let profile = base + "/StructureDefinition/patient"

  /// A version of a guide whose profile asks for `element`, for a part by another profile that asks for `part`, and for
  /// a code of a value set that has only its version.
  private static func files(
    _ version: String, element: String, part: String = "city", name: String = "example.guide", url: String = base,
    dependencies: String = "", of base: String? = nil
  ) -> [(String, String)] {
    func profile(_ id: String, _ elements: String, of type: String, base: String? = nil) -> (String, String) {
      let text = ProfileCase.definition(
        "\(url)/StructureDefinition/\(id)", elements, of: type, base: base,
        more: #""version": "\#(version)", "fhirVersion": "4.0.1","#)
      return ("package/StructureDefinition-\(id).json", text)
    }
    return [
      profile(
        "patient",
        """
        { "path": "Patient.\(element)", "min": 1 },
        { "path": "Patient.address", "type": [{ "code": "Address", "profile": ["\(url)/StructureDefinition/address"] }] },
        { "path": "Patient.maritalStatus", "binding": { "strength": "required", "valueSet": "\(url)/ValueSet/a" } }
        """, of: "Patient", base: base),
      profile("address", #"{ "path": "Address.\#(part)", "min": 1 }"#, of: "Address"),
      (
        "package/ValueSet-a.json",
        """
        { "resourceType": "ValueSet", "url": "\(url)/ValueSet/a", "version": "\(version)", "compose": { "include": [
          { "system": "http://example.org/s", "concept": [{ "code": "\(version)" }] }] } }
        """
      ),
      // The manifest may stand anywhere.
      (
        "package/package.json",
        """
        { "name": "\(name)", "version": "\(version)", "canonical": "\(url)", "fhirVersions": ["4.0.1"],
          "dependencies": { \(dependencies) } }
        """
      ),
    ]
  }

  private func library(_ packages: [(String, String)]...) -> ProfileLibrary {
    var library = ProfileLibrary()
    for files in packages {
      library.addPackage { add in for (name, text) in files { add(name, Array(text.utf8)) } }
    }
    return library
  }

  private var both: ProfileLibrary {
    library(Self.files("1.0.0", element: "gender"), Self.files("2.0.0", element: "birthDate", part: "country"))
  }

  private func result(
    _ library: ProfileLibrary, _ claims: [String], _ members: String = #""active": true"#, guides: [Guide] = []
  ) -> ValidationResult {
    let list = claims.map { "\"\($0)\"" }.joined(separator: ", ")
    let record = #"{ "resourceType": "Patient", "meta": { "profile": [\#(list)] }, \#(members) }"#
    return Validator(guides: guides, library: library).validate(Array(record.utf8))
  }

  private func found(
    _ library: ProfileLibrary, _ claims: [String], _ members: String = #""active": true"#, guides: [Guide] = []
  ) -> [String] {
    result(library, claims, members, guides: guides).findings.filter { $0.rule.group == "profile" }
      .map { found in
        let words = found.message.split(separator: "'")
        return "\(found.rule.rawValue.dropFirst("profile/".count)) \(found.path) \(words.count > 1 ? words[1] : "")"
      }
  }

  @Test func aClaimWithAVersionMeansIt() {
    #expect(found(both, [Self.profile + "|1.0.0"]) == ["required-element Patient.gender gender"])
    #expect(found(both, [Self.profile + "|2.0.0"]) == ["required-element Patient.birthDate birthDate"])
    let missing = result(both, [Self.profile + "|3.0.0"])
    #expect(missing.findings.filter { $0.rule.group == "profile" }.isEmpty)
    #expect(missing.tally.notChecked[ByteText("profile \(Self.profile)|3.0.0")] == 1)
  }

  @Test func aClaimWithoutAVersionMeansTheNamedOneElseTheNewest() throws {
    #expect(found(both, [Self.profile]) == ["required-element Patient.birthDate birthDate"])
    let old = try #require(both.guide(named: "example.guide@1.0.0"))
    #expect(found(both, [Self.profile], guides: [old]) == ["required-element Patient.gender gender"])
    #expect(both.guide(named: "example.guide")?.version == "2.0.0")
    #expect(both.guide(named: "example.guide@3") == nil)
    // The order in which they are given does not matter.
    let other = library(Self.files("10.0.0", element: "gender"), Self.files("9.1.0", element: "birthDate"))
    #expect(found(other, [Self.profile]) == ["required-element Patient.gender gender"])
  }

  /// The other claims of a record are looked for in the version that it states.
  @Test func aRecordIsOfOneVersion() {
    let claims = [Self.base + "/StructureDefinition/patient", Self.base + "/StructureDefinition/address|1.0.0"]
    #expect(found(both, claims).contains("required-element Patient.gender gender"))
  }

  @Test func referencesStayInTheirPackage() {
    let members = #""gender": "male", "birthDate": "2000", "address": [{ "text": "a" }]"#
    #expect(found(both, [Self.profile + "|1.0.0"], members) == ["required-element Patient.address[0].city city"])
    #expect(found(both, [Self.profile + "|2.0.0"], members) == ["required-element Patient.address[0].country country"])
  }

  @Test func valueSetsStayInTheirPackage() {
    func status(_ code: String) -> String {
      #""gender": "male", "birthDate": "2000", "maritalStatus": { "coding": [{ "system": "http://example.org/s", "code": "\#(code)" }] }"#
    }
    for (version, other) in [("1.0.0", "2.0.0"), ("2.0.0", "1.0.0")] {
      #expect(
        result(both, ["\(Self.profile)|\(version)"], status(version)).findings.filter { $0.rule.group == "profile" }
          .isEmpty)
      #expect(
        result(both, ["\(Self.profile)|\(version)"], status(other)).findings.map(\.rule).contains(
          "profile/outside-value-set"))
    }
  }

  /// What a package takes from another one is of the version in its manifest, if that is there, else of the newest.
  @Test(arguments: [("1.0.0", "gender"), ("1.0.x", "gender"), ("2.0.0", "birthDate"), ("7.0.0", "birthDate")])
  func othersFollowTheManifest(version: String, element: String) {
    var all = both
    let files = Self.files(
      "5.0.0", element: "name", name: "example.other", url: "http://example.org/other",
      dependencies: #""example.guide": "\#(version)""#, of: Self.profile)
    all.addPackage { add in for (name, text) in files { add(name, Array(text.utf8)) } }
    let own = "http://example.org/other/StructureDefinition/patient"
    // Its addresses are not those of the base, so that the base is judged, too.
    #expect(
      Set(found(all, [own])) == [
        "required-element Patient.name name", "required-element Patient.\(element) \(element)",
      ])
  }

  // MARK: - The built-in versions

  private static let usCore = "http://hl7.org/fhir/us/core/StructureDefinition/us-core-"
  private static let race = #"{ "url": "\#(usCore)race", "extension": [{ "url": "text", "valueString": "a" }] }"#

  private func verdicts(_ claims: [String], guides: [Guide]) -> [ByteText: Int] {
    let tally = result(ProfileLibrary(), claims, #""gender": "male", "extension": [\#(Self.race)]"#, guides: guides)
      .tally
    return tally.profileCounts.mapValues(\.all).merging(tally.notChecked) { $0 + $1 }
  }

  /// A record that claims a version is judged by that one, by its claim and by its type.
  @Test func aRecordOfAnotherVersionIsNotJudgedByTheNamedOne() throws {
    let patient: ByteText = "http://hl7.org/fhir/us/core/StructureDefinition/us-core-patient"
    for version in ["3.1.1", "6.1.0"] {
      for named in [Guide.usCore, try #require(Guide.named("us-core@3.1.1"))] {
        #expect(verdicts(["\(patient)|\(version)"], guides: [named])[patient] == 1)
      }
    }
    let absent = verdicts(["\(patient)|7.0.0"], guides: [.usCore])
    #expect(absent[patient] == nil)
    #expect(absent[ByteText("profile \(patient)|7.0.0")] == 1)
    // Both, if the caller names both.
    #expect(verdicts([], guides: Guide.published)[patient] == 2)
  }

  /// Version 6.1.0 has an extension that 3.1.1 lacks: a record of 3.1.1 is not judged by it.
  @Test func extensionsAreOfTheVersionOfTheRecord() {
    let tribe = #""extension": [{ "url": "\#(Self.usCore)tribal-affiliation", "valueString": "a" }]"#
    let old = result(ProfileLibrary(), [Self.usCore + "patient|3.1.1"], tribe, guides: [.usCore])
    #expect(old.tally.notChecked[ByteText("definition \(Self.usCore)tribal-affiliation")] == 1)
    #expect(!old.findings.contains { $0.path.contains("extension") })
    let new = result(ProfileLibrary(), [Self.usCore + "patient|6.1.0"], tribe, guides: [.usCore])
    #expect(new.findings.contains { $0.path.contains("extension") })
  }

  // MARK: - The published examples

  static let package: URL? = {
    let file = PackageRoot.url.deletingLastPathComponent()
      .appending(path: "shared/definitions/packages/us-core-610.tgz")
    return FileManager.default.fileExists(atPath: file.path()) ? file : nil
  }()

  /// The built-in definitions say of each profile of the package what its own say.
  @Test(.enabled(if: package != nil, "the package is not there"))
  func theBuiltInVersionIsThePublishedOne() throws {
    var given = ProfileLibrary()
    let source = ByteRange(try FileBytes(path: #require(Self.package).path()))
    let problems = given.addPackage { add in DefinitionPackage.read(source, receive: add) }
    #expect(problems.isEmpty)
    #expect(given.urls == Guide.usCore.urls)
    #expect(given.guide(named: "us-core")?.version == "6.1.0")
  }
}

import FHIRDiagnostics
import FHIRProfiles
import FHIRSchema
import FHIRTestSupport
import FHIRValidation
import Foundation
import Testing

/// Published examples meet the profiles that they claim, but for those that truly do not.
struct PublishedExamplesTests {
  /// The errors that are right, each with its reason.
  private static let broken = [
    "some-day-smoker.json Observation.issued": "the example is of a later version, which does not require it",
    "care_team.json CarePlan.category[0]": "the code is of another system than the constraint asks for",
    "care_team.json CarePlan.participant[1].role": "the code is of another system than the value set has",
  ]

  @Test(
    .enabled(
      if: PublishedDefinitionsTests.definitions != nil && PackageRoot.corpora != nil,
      "the published definitions and examples are not beside the package"),
    arguments: [
      ("other/uscore-r4-examples", "uscore/3.1.1", FHIRRelease.r4),
      ("other/inferno-uscore-fixtures", "uscore/3.1.1", .r4),
      ("other/inferno-argonaut-fixtures", "argonaut", .dstu2),
    ])
  func theirProfilesAreMet(examples: String, definitions: String, release: FHIRRelease) throws {
    let folder = PublishedDefinitionsTests.Folder(
      path: definitions, needs: release == .r4 ? ["uscore/3.1.0", "r4/profiles"] : [], release: release)
    let validator = try #require(folder.validator)
    let corpus = try #require(PackageRoot.corpora).appending(path: examples)
    var judged = 0
    for file in PackageRoot.files(below: corpus, ending: ".json") {
      let result = validator.validate(try PackageRoot.bytes(corpus.appending(path: file)))
      judged += result.tally.profileCounts.values.reduce(0) { $0 + $1.all }
      for finding in result.diagnostics where finding.rule.group == "profile" && finding.severity >= .error {
        let name = file.split(separator: "/").last ?? ""
        #expect(Self.broken["\(name) \(finding.path)"] != nil, "\(file): \(finding.path): \(finding.message)")
      }
    }
    #expect(judged > 3)
  }
}

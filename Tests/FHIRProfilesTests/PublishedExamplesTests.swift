import FHIRFindings
import FHIRProfiles
import FHIRTestSupport
import FHIRValidation
import Foundation
import Testing

/// Published examples of a guide conform to the profiles that they claim, except the listed ones.
struct PublishedExamplesTests {
  static let corpora: URL? = {
    let folder = PackageRoot.url.deletingLastPathComponent().appending(path: "shared/corpora/other")
    return FileManager.default.fileExists(atPath: folder.path()) ? folder : nil
  }()

  struct Corpus: CustomTestStringConvertible, Sendable {
    let folder: String
    let guide: String
    /// The rules that a file breaks, and the reason.
    let violations: [String: [String]]

    var testDescription: String { folder }
  }

  static let all = [
    Corpus(
      folder: "uscore-r4-examples", guide: "us-core@3.1.1",
      violations: [
        // Flow is given in L/min, as the profile requires; the profile of vital signs that it refines does not allow
        // the unit.
        "observation-satO2-fiO2.json": ["outside-value-set"],
        // Made for a later version, which no longer requires 'issued'.
        "some-day-smoker.json": ["required-element"],
      ]),
    Corpus(
      folder: "inferno-argonaut-fixtures", guide: "argonaut",
      violations: [
        // A category and a role whose code system URLs are not those of the guide.
        "care_team.json": ["constraint", "outside-value-set"],
        // A vaccine with an Australian code.
        "immunization.json": ["outside-value-set"],
      ]),
  ]

  @Test(.enabled(if: corpora != nil, "the published examples are not beside the package"), arguments: all)
  func meetTheirProfiles(corpus: Corpus) throws {
    let folder = try #require(Self.corpora).appending(path: corpus.folder)
    let validator = Validator(guides: [try #require(Guide.named(corpus.guide))])
    var violations: [String: [String]] = [:]
    var judged = 0
    for file in PackageRoot.files(below: folder, ending: ".json") {
      let result = validator.validate(try PackageRoot.bytes(folder.appending(path: file)))
      judged += result.tally.profileCounts.values.reduce(0) { $0 + $1.all }
      let errors = result.findings.filter { $0.rule.group == "profile" && $0.severity >= .error }
      let rules = Set(errors.map { String($0.rule.rawValue.dropFirst("profile/".count)) }).sorted()
      if !rules.isEmpty { violations[file] = rules }
    }
    #expect(violations == corpus.violations)
    #expect(judged >= 10)
  }
}

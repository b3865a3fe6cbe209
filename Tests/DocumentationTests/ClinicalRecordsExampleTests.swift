import ClinicalRecords
import Foundation
import FHIRTestSupport
import Testing

/// Runs the code of the first page.
@Suite struct ClinicalRecordsExampleTests {
  private static let samples = PackageRoot.url.appending(path: "Samples/dstu2/records")

  private func records() throws -> [ClinicalRecord] {
    try PackageRoot.files(below: Self.samples, ending: ".json").flatMap { file in
      ClinicalRecordReader().read(try PackageRoot.bytes(Self.samples.appending(path: file))).records
    }
  }

  @Test func itListsTheLabResultsOfAFolder() throws {
    let results = try labResults(in: Self.samples)
    #expect(results.compactMap(\.identifier).count == 1)
    #expect(results.map(\.source) == ["City Clinic"])
    #expect(results.allSatisfy { $0.resourceType == .observation })
  }

  @Test func itExplains() throws {
    let lines = try records().map(explain)
    #expect(lines.contains { $0.hasSuffix(": Lab Results") })
    #expect(lines.contains { $0.hasSuffix(": no clinical type, observation-social-history") })
  }

  @Test func itListsOrders() throws {
    let lines = try orders(among: records())
    #expect(lines.count == 1)
    #expect(lines.allSatisfy { !$0.hasPrefix("unnamed") && !$0.hasSuffix(": ") })
  }
}

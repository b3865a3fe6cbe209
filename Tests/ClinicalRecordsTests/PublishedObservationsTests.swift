import ClinicalRecords
import Foundation
import FHIRTestSupport
import Testing

/// Classifies every Observation among the published examples.
@Suite(.enabled(if: PackageRoot.corpora != nil, "the corpora are not available beside the package"))
struct PublishedObservationsTests {
  /// The expected classification of each published Observation by its id; all others have no category and no known
  /// code.
  static let expected: [String: Classification.Basis] = [
    "example": .categoryCoding(.exact),
    // Body temperature among local codes, and a blood pressure.
    "f202": .vitalSignCode, "blood-pressure-cancel": .vitalSignCode, "blood-pressure": .vitalSignCode,
  ]

  @Test(arguments: ["dstu2-official"])
  func everyObservation(_ corpus: String) throws {
    let folder = try #require(PackageRoot.corpora).appending(path: corpus)
    var records: [ClinicalRecord] = []
    for file in PackageRoot.files(below: folder, ending: ".json") where !file.hasSuffix("known-violations.json") {
      records += ClinicalRecordReader().read(try PackageRoot.bytes(folder.appending(path: file))).records
    }
    let observations = records.records(withFHIRResourceType: .observation)
    for record in observations {
      let found = record.classification
      let expected = Self.expected[record.identifier ?? ""] ?? .nothing
      #expect(found.basis == expected, "\(record.identifier ?? "?") \(record.displayName)")
      #expect(found.clinicalType == (expected == .nothing ? nil : .vitalSignRecord))
      #expect(found.reason == (expected == .nothing ? .observationWithoutCategory : nil))
      #expect(!found.isAmbiguous)
    }
    #expect(observations.count == 24)
    #expect(records.count == 3062)
  }
}

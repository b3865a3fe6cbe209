import ClinicalRecords
import Foundation
import FHIRTestSupport
import Testing

/// Runs the examples of the first pages on the samples.
struct ExampleTests {
  private static let samples = PackageRoot.url.appending(path: "Samples/dstu2/records")

  private func sample(_ name: String) throws -> [UInt8] {
    try PackageRoot.bytes(Self.samples.appending(path: "\(name).json"))
  }

  @Test func faultsOfARecord() throws {
    #expect(
      faults(in: try sample("Condition-seasonal-allergic-rhinitis")) == [
        "1:1 structure/missing-element: expected 'patient', which Condition must have (1..1), found none"
      ])
  }

  @Test func officialNamesOfAPatient() throws {
    let patient = #"{"resourceType":"Patient","name":[{"use":"official","given":["Ann"]},{"given":["Annie"]}]}"#
    #expect(try officialNames(in: Array(patient.utf8)) == ["Ann"])
  }

  @Test func labResultsWithTheirValues() throws {
    #expect(try labValues(in: Self.samples) == ["Hemoglobin [Mass/volume] in Blood: 13.20 g/dL"])
  }

  @Test func aMeasuredValue() throws {
    #expect(try measuredValue(in: sample("Observation-hemoglobin")) == "13.20 g/dL")
    #expect(try measuredValue(in: sample("Observation-smoking-status")) == nil)
  }

  @Test func familyNamesOfABundle() throws {
    let found = familyNames(in: try PackageRoot.bytes("Samples/dstu2/clinical-bundle.json"))
    #expect(found.names == ["Vale"])
    #expect(found.faults.isEmpty)
  }

  @Test func aNameMore() throws {
    let patient = #"{"resourceType":"Patient","name":[{"family":["Storm"]}]}"#
    #expect(
      String(decoding: try adding(family: "Quint", to: Array(patient.utf8)), as: UTF8.self)
        == #"{"resourceType":"Patient","name":[{"family":["Storm"]},{"family":["Quint"]}]}"#)
  }

  @Test func problemsOfAnApp() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let info = "<key>NSHealthShareUsageDescription</key><string>Shows your allergies.</string>"
    try Data("<plist><dict>\(info)</dict></plist>".utf8).write(to: folder.appending(path: "Info.plist"))
    try Data("<plist><dict></dict></plist>".utf8).write(to: folder.appending(path: "App.entitlements"))
    #expect(
      try problems(ofAppIn: folder).contains(
        "App.entitlements: error: expected 'com.apple.developer.healthkit', since the Info.plist uses HealthKit, "
          + "found none"))
  }

  @Test func aReportOfOneFile() throws {
    let report = jsonReport(on: try sample("Condition-seasonal-allergic-rhinitis"), file: "Condition.json")
    let json = try JSONSerialization.jsonObject(with: Data(report)) as? [String: Any]
    let issues = json?["issues"] as? [[String: Any]]
    #expect(issues?.map { $0["line"] as? Int } == [1])
    #expect((json?["summary"] as? [String: Any])?["records"] as? Int == 1)
  }

  @Test func allergiesOfAStore() async throws {
    let record = try #require(ClinicalRecord(json: try sample("AllergyIntolerance-peanut")))
    let found = try await listAllergies([record])
    #expect(found.map(\.json) == [record.json])
    // The store adds the version that the content shows.
    #expect(found.first?.origin.fhirVersion == .primaryDSTU2)
  }
}

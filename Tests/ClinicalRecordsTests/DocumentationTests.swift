import ClinicalRecords
import Foundation
import TestSupport
import Testing

// The functions between the marks are the code blocks of the documentation's first page, word for word.

// begin
func labResults(in folder: URL) throws -> [ClinicalRecord] {
  let reader = ClinicalRecordReader()
  var results: [ClinicalRecord] = []
  let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
  for file in files.sorted(by: { $0.path < $1.path }) where file.pathExtension == "json" {
    let bytes = Array(try Data(contentsOf: file))
    let reading = reader.read(bytes, origin: RecordOrigin(source: "City Clinic"))
    results += reading.records(ofType: .labResultRecord)
    for problem in reading.problems {
      print("\(file.lastPathComponent): no record at byte \(problem.byteOffset)")
    }
  }
  return results
}
// end

// begin
func explain(_ record: ClinicalRecord) -> String {
  let classification = record.classification
  if let reason = classification.reason { return "\(record.displayName): no clinical type, \(reason.rawValue)" }
  let type = classification.clinicalType?.displayName ?? ""
  return "\(record.displayName): \(type)\(classification.isInferred ? ", inferred from its LOINC code" : "")"
}
// end

// begin
func orders(among records: [ClinicalRecord]) -> [String] {
  let medications = records.compactMap(MedicationRecord.init)
  return medications.records(withFHIRResourceType: .medicationOrder).map { order in
    "\(order.name ?? "unnamed"): \(order.dosageTexts.joined(separator: "; "))"
  }
}
// end

@Suite struct DocumentationTests {
  private static let samples = PackageRoot.url.appending(path: "Samples/dstu2/records")

  private func records() throws -> [ClinicalRecord] {
    try PackageRoot.files(below: Self.samples, ending: ".json").flatMap { file in
      ClinicalRecordReader().read(try PackageRoot.bytes(Self.samples.appending(path: file))).records
    }
  }

  /// The blocks are compiled here, without their imports.
  @Test func theCodeOfTheFirstPageIsCompiled() throws {
    let page = String(
      decoding: try PackageRoot.bytes("Sources/ClinicalRecords/ClinicalRecords.docc/ClinicalRecords.md"),
      as: UTF8.self)
    let blocks = page.components(separatedBy: "```swift\n").dropFirst().map { block in
      let lines = block.components(separatedBy: "```")[0].components(separatedBy: "\n")
      return lines.drop { $0.hasPrefix("import ") || $0.isEmpty }.joined(separator: "\n")
    }
    let source = String(
      decoding: try PackageRoot.bytes("Tests/ClinicalRecordsTests/DocumentationTests.swift"), as: UTF8.self)
    let compiled = source.components(separatedBy: "\n// begin\n").dropFirst().map {
      $0.components(separatedBy: "// end\n")[0]
    }
    #expect(blocks == Array(compiled))
    #expect(blocks.count == 3)
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

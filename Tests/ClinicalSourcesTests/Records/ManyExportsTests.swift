import ClinicalRecords
import FHIRTape
import FHIRTestSupport
import Testing

@testable import ClinicalSources

/// The time for a tree with many exports is linear in the number of files, and not multiplied by the number of exports.
struct ManyExportsTests {
  private func xml(_ name: String) -> [UInt8] {
    Array(
      """
      <HealthData><ClinicalRecord type="Patient" identifier="a" sourceName="\(name)" sourceURL="a" fhirVersion="1.0.2" \
      receivedDate="2021-03-04 05:06:07 +0100" resourceFilePath="/clinical-records/\(name).json"/></HealthData>
      """.utf8)
  }

  private let record = Array(#"{"resourceType":"Patient","id":"a"}"#.utf8)

  @Test func eachExportHasTheFilesOfItsFolder() throws {
    let files = (0..<3_000).flatMap { index in
      [("\(index)/export.xml", xml("a")), ("\(index)/clinical-records/a.json", record)]
    }
    let exports = try AppleHealthExport.all(in: MemoryTree(files))
    #expect(exports.count == 3_000)
    #expect(exports.enumerated().allSatisfy { $1.stub(of: 2 * $0 + 1) != nil && $1.tally.joined == 1 })
    #expect(exports.allSatisfy { $0.filesWithoutStub.isEmpty })
  }

  /// The first export lists the files without a stub for all.
  @Test func exportsOfOneFolderShareItsFiles() throws {
    let files = (0..<3_000).flatMap { index in
      [("\(index).xml", xml("\(index / 2)")), ("clinical-records/\(index).json", record)]
    }
    let tree = MemoryTree(files)
    let exports = try AppleHealthExport.all(in: tree)
    let tally = ExportTally(of: exports)
    #expect(exports.map(\.filesWithoutStub.count).filter { $0 > 0 } == [2_999])
    #expect((tally.joined, tally.stubsOfSameFile, tally.filesWithoutStub) == (1_500, 1_500, 1_500))
    let records = try RecordFiles(tree)
    #expect(records.origin(of: 2 * 1_499 + 1).source == "1499")
    #expect(records.origin(of: 2 * 1_500 + 1).source == nil)
  }

  /// An export with omitted stubs lists none of the files; the next one does.
  @Test func anExportBeyondALimitLeavesTheFilesToTheNext() throws {
    var limits = ExportLimits()
    limits.maximumStubs = 1
    let two = Array("<HealthData>".utf8) + xml("a").dropFirst(12).dropLast(13) + xml("b").dropFirst(12)
    let tree = MemoryTree([
      ("a.xml", two), ("b.xml", xml("b")), ("c.xml", xml("b")), ("clinical-records/a.json", record),
      ("clinical-records/b.json", record), ("clinical-records/c.json", record),
    ])
    #expect(try AppleHealthExport.all(in: tree, limits: limits).map(\.filesWithoutStub) == [[], [3, 5], []])
  }
}

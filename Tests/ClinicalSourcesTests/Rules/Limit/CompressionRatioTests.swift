import FHIRFindings
import ClinicalSources
import FHIRTestSupport
import Testing

struct CompressionRatioTests {
  @Test func reportsARatioAboveTheLimit() throws {
    try expectArchiveFinding(
      in: """
        Patient-1.json
        «Patient-2.json  1000000 spaces»
        """, .compressionRatio)
  }

  /// Each entry is within the first million bytes; together a few kilobytes each would inflate to gigabytes.
  @Test(arguments: [(100, 0), (101, 1), (150, 50)])
  func limitsAnArchiveAsAWhole(_ count: Int, _ notOpened: Int) throws {
    var entries = (0..<count).map { ZipWriter.Entry("\($0).json", "{}") }
    for index in entries.indices { entries[index].size = 999_999 }
    let archive = try ZipArchive(MemoryBytes(ZipWriter(entries).bytes))
    var messages: [String] = []
    archive.findings { messages.append("\($0.rule) \($0.message)") }
    #expect(archive.notOpenedCount == notOpened)
    #expect(
      messages
        == (notOpened == 0
          ? []
          : [
            "limit/compression-ratio expected all files together compressed at most 200 to 1, found more from '100.json' on; "
              + "\(notOpened) were not read"
          ]))
  }

  /// Without a directory, each entry is inflated to find its end; this must be limited, too.
  @Test func limitsAnArchiveWithoutADirectory() throws {
    var entry = ZipWriter.Entry("a.json", String(repeating: " ", count: 999_999))
    entry.hasDescriptor = true
    let writer = ZipWriter((0..<150).map { _ in entry })
    let archive = try ZipArchive(MemoryBytes(Array(writer.bytes[..<writer.directoryOffset])))
    var messages: [String] = []
    archive.findings { messages.append($0.message) }
    #expect(
      messages.contains {
        $0.hasPrefix("expected all files together compressed at most 200 to 1, found more; the archive was not read")
      })
    #expect(archive.count + archive.notOpenedCount < 110)
  }

  @Test func acceptsAHighRatioOfLittleData() throws {
    try expectArchiveFinding(in: "Patient-1.json  999999 spaces", nil)
  }
}

import ClinicalSources
import FHIRFindings
import FHIRTestSupport
import FHIRTape
import Testing

/// What only the library shows of tar archives; the command's tests have the rest.
@Suite struct TarArchiveTests {
  @Test func entriesBeyondTheLimitsAreCounted() throws {
    var tar = TarWriter()
    for number in 0..<5 { tar.add("\(number).json", "{}") }
    var limits = ArchiveLimits()
    limits.maximumEntries = 2
    let archive = try ZipArchive(tar: MemoryBytes(tar.ended), limits: limits)
    var found: [String] = []
    archive.findings { found.append("\($0.rule.rawValue): \($0.message)") }
    #expect(archive.count == 2 && archive.notOpenedCount == 3)
    #expect(found.count == 1 && found[0].hasPrefix("limit/too-many-entries: ") && found[0].contains("found 3 more"))
    limits = ArchiveLimits()
    limits.maximumInflatedBytes = 5
    #expect(try ZipArchive(tar: MemoryBytes(tar.ended), limits: limits).count == 2)
  }

  @Test func aFileIsReadTwiceAndInAnyPieces() throws {
    var tar = TarWriter()
    tar.add("a.json", String(repeating: "x", count: 700))
    let archive = try ZipArchive(tar: MemoryBytes(tar.ended))
    let source = try archive.open(0)
    for _ in 0..<2 {
      var count = 0
      try withUnsafeTemporaryAllocation(byteCount: 100, alignment: 1) { buffer in
        while case let made = try source.read(into: buffer), made > 0 { count += made }
      }
      #expect(count == 700 && archive.size(of: 0) == 700 && archive.path(of: 0) == "a.json")
      try source.rewind()
    }
  }
}

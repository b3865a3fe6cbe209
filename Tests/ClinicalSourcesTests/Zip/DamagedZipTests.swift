import FHIRFindings
import FHIRTape
import ClinicalSources
import FHIRTestSupport
import Testing

/// Damaged and deceptive archives: everything readable is read, and every fault is reported.
struct DamagedZipTests {
  private typealias Entry = ZipWriter.Entry

  private func writer(descriptors: Bool) -> ZipWriter {
    var entries = [
      Entry("a.json", "the first of three"), Entry("b/c.json", "the second", stored: true),
      Entry("d.json", "the third"),
    ]
    if descriptors { for index in [0, 2] { entries[index].hasDescriptor = true } }
    return ZipWriter(entries)
  }

  /// A changed bit is either reported, or has no effect because it carries no information.
  @Test(arguments: [false, true]) func everyChangeIsDetected(_ descriptors: Bool) throws {
    let whole = writer(descriptors: descriptors).bytes
    let expected = try ArchiveContents(whole)
    #expect(expected.files.count == 3 && expected.findings.isEmpty)
    for index in whole.indices {
      for bit in 0..<8 {
        var bytes = whole
        bytes[index] ^= 1 << bit
        let contents = try ArchiveContents(bytes)
        #expect(
          !contents.findings.isEmpty || contents.files == expected.files,
          "bit \(bit) of byte \(index): \(contents.texts)")
      }
    }
  }

  /// Wherever an archive is truncated, all entries before are read completely and the last one as far as possible.
  @Test(arguments: [false, true]) func truncatedArchivesAreReadUpToTheirEnd(_ descriptors: Bool) throws {
    let writer = writer(descriptors: descriptors)
    let whole = writer.bytes
    let expected = try ArchiveContents(whole).texts
    let ends = ["b/c.json", "d.json"].compactMap { writer.offset(of: Array($0.utf8)) } + [writer.directoryOffset]
    for count in 0..<whole.count {
      let contents = try ArchiveContents(Array(whole[..<count]))
      #expect(contents.rules.first == "source/truncated", "\(count)")
      #expect(contents.texts.allSatisfy { expected[$0.key]?.hasPrefix($0.value) == true })
      let isWhole = ends.count { $0 <= count }
      #expect(contents.texts.filter { expected[$0.key] == $0.value }.count >= isWhole, "\(count)")
    }
  }

  /// Two entries that have other faults seem to begin at different places behind the end of the file.
  @Test(arguments: ["../a.json", "a/"]) func placesBehindTheEndAreFaults(name: String) throws {
    let writer = ZipWriter([Entry(name, ""), Entry("b.json", "the second"), Entry("../c.json", "the third")])
    let headers = (writer.directoryOffset..<writer.bytes.count - 4).filter {
      writer.bytes[$0..<$0 + 4].elementsEqual([0x50, 0x4B, 1, 2])
    }
    #expect(headers.count == 3)
    for first in headers {
      for second in headers where second != first {
        var bytes = writer.bytes
        // The highest byte of a place.
        (bytes[first + 45], bytes[second + 45]) = (0x40, 0x7F)
        #expect(try !ArchiveContents(bytes).findings.isEmpty)
      }
    }
  }

  @Test func aDamagedDirectoryIsReplacedByTheEntriesOwnHeaders() throws {
    let writer = writer(descriptors: false)
    var bytes = writer.bytes
    bytes[writer.directoryOffset] ^= 1
    let contents = try ArchiveContents(bytes)
    #expect(contents.texts == ["a.json": "the first of three", "b/c.json": "the second", "d.json": "the third"])
    #expect(contents.rules == ["source/damaged-directory"])
  }

  /// An entry that cannot be inflated affects neither other entries nor the data after it.
  @Test func oneDamagedEntryLeavesTheOthers() throws {
    var writer = writer(descriptors: false)
    writer.entries[0].packed = Array(repeating: 0xFF, count: 5)
    writer.entries[0].packedSize = 5
    let contents = try ArchiveContents(writer.bytes)
    #expect(contents.texts == ["a.json": "", "b/c.json": "the second", "d.json": "the third"])
    #expect(contents.rules == ["source/damaged-data"])
  }

  /// An entry is read no further than its stated size, even if it inflates to more.
  @Test func dataBeyondTheStatedSizeIsNotRead() throws {
    var entry = Entry("a", String(repeating: "a", count: 100_000))
    entry.size = 10
    // The data is truncated too, but only after the stated size, up to which it is read.
    var cut = entry
    cut.packed.removeLast(20)
    cut.packedSize -= 20
    for entry in [entry, cut] {
      let archive = try ZipArchive(MemoryBytes(ZipWriter([entry]).bytes))
      for pieces in [1, 7, 1 << 20] {
        let contents = try Contents(of: archive.open(0), pieces: pieces)
        #expect(contents.bytes.count == 11)
        #expect(contents.fault?.rule.rawValue == "source/wrong-size")
      }
    }
  }

  @Test func overlappingEntriesAreNotReadTwice() throws {
    // The first entry's data is the second entry including its header: a quoted overlap, as in decompression bombs.
    let inner = ZipWriter([Entry("inner", "content")])
    let packed = Array(inner.bytes[..<inner.directoryOffset])
    var writer = ZipWriter([Entry(Array("outer".utf8), packed, stored: true), inner.entries[0]])
    writer.entries[1].offset = 30 + "outer".utf8.count
    let contents = try ArchiveContents(writer.bytes)
    #expect(contents.files == ["outer": packed])
    #expect(contents.rules == ["source/overlapping-entry"])
  }

  @Test func limitsAreForTheWholeArchive() throws {
    var limits = ArchiveLimits()
    limits.maximumEntries = 2
    let many = ZipWriter((0..<5).map { Entry("\($0)", "\($0)") }).bytes
    var contents = try ArchiveContents(many, limits: limits)
    #expect(contents.texts == ["0": "0", "1": "1"])
    #expect(contents.rules == ["limit/too-many-entries"])
    #expect(try ZipArchive(MemoryBytes(many), limits: limits).notOpenedCount == 3)

    limits = ArchiveLimits()
    limits.maximumDirectoryBytes = 3
    #expect(try ArchiveContents(many, limits: limits).texts == ["0": "0", "1": "1", "2": "2"])

    limits = ArchiveLimits()
    limits.maximumInflatedBytes = 3
    contents = try ArchiveContents(many, limits: limits)
    #expect(contents.texts == ["0": "0", "1": "1", "2": "2"])
    #expect(contents.rules == ["limit/inflated-size"])
    #expect(contents.findings.first?.message.contains("2 were not read") == true)
  }

  @Test func encryptionByAnyFlagIsDetected() throws {
    for bit in [0, 6, 13] {
      var entry = Entry("a", "")
      entry.flags |= 1 << bit
      #expect(try ArchiveContents(ZipWriter([entry]).bytes).rules == ["source/encrypted-entry"], "bit \(bit)")
    }
  }

  @Test(arguments: [
    "../a", "a/../../b", "/a", "\\a", "..\\a", "a\\..\\b", "C:a", "c:/a", "", "a\0b", "..", "a/..", "//server/a", "../",
  ])
  func pathsThatLeadOutAreNotRead(_ path: String) throws {
    let contents = try ArchiveContents(ZipWriter([Entry(path, "{}"), Entry("good", "{}")]).bytes)
    #expect(contents.texts == ["good": "{}"])
    #expect(contents.rules == ["source/unsafe-path"])
  }

  @Test(arguments: ["...", "a..b", "..a/b", "a/.../b", "ab:c", "1:a"]) func harmlessPathsThatLookUnsafeAreRead(
    _ path: String
  ) throws {
    let contents = try ArchiveContents(ZipWriter([Entry(path, "{}")]).bytes)
    #expect(contents.rules == [])
  }

  @Test(arguments: [(3, 0o120777), (3, 0o060600), (19, 0o120777), (3, 0o010644), (3, 0o140644)])
  func onlyFilesAreRead(_ system: Int, _ mode: Int) throws {
    var entry = Entry("a", "target")
    (entry.system, entry.mode) = (system, mode)
    #expect(try ArchiveContents(ZipWriter([entry]).bytes).rules == ["source/not-a-file"])
    // On other systems the same bits mean something else.
    entry.system = 0
    #expect(try ArchiveContents(ZipWriter([entry]).bytes).rules == [])
  }

  @Test func namesInOtherEncodingsAreShown() throws {
    var flagged = Entry([0x61, 0xFF], [])
    flagged.flags = 1 << 11
    var old = Entry([0x63, 0x61, 0x66, 0x82], [])
    old.flags = 0
    // Many writers use UTF-8 without setting the flag.
    var unflagged = Entry("naïve", "")
    unflagged.flags = 0
    let archive = try ZipArchive(MemoryBytes(ZipWriter([flagged, old, unflagged]).bytes))
    #expect((0..<3).map { archive.path(of: $0) } == ["a\u{FFFD}", "café", "naïve"])
    #expect(try ArchiveContents(archive).rules == ["source/name-encoding", "source/name-encoding"])
  }

  @Test func splitArchivesAreNotSupported() throws {
    var writer = writer(descriptors: false)
    writer.changeEnd = { $0.disk = 1 }
    let contents = try ArchiveContents(writer.bytes)
    #expect(contents.rules == ["source/unsupported-archive"])
  }
}

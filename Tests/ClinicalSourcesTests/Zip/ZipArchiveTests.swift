import FHIRFindings
import FHIRTape
import ClinicalSources
import FHIRTestSupport
import Foundation
import Testing

struct ZipArchiveTests {
  private typealias Entry = ZipWriter.Entry

  private func paths(_ archive: ZipArchive<MemoryBytes>) -> [String] {
    (0..<archive.count).map { archive.path(of: $0) }
  }

  @Test func filesStandInTheOrderOfBytesFolderByFolder() throws {
    let names = ["a.json", "a/z.json", "a/b/c.json", "B.json", "é.json"]
    let archive = try ZipArchive(MemoryBytes(ZipWriter(names.map { Entry($0, $0) }).bytes))
    #expect(paths(archive) == ["B.json", "a/b/c.json", "a/z.json", "a.json", "é.json"])
    #expect((0..<5).map { archive.size(of: $0) } == [6, 10, 8, 6, 7])
    let contents = try ArchiveContents(archive)
    #expect(contents.texts == Dictionary(uniqueKeysWithValues: names.map { ($0, $0) }))
    #expect(contents.findings.isEmpty)
  }

  @Test(arguments: [1, 5, 1 << 20])
  func everyFormOfAnEntryIsRead(_ pieces: Int) throws {
    let text = String(decoding: GzipSourceTests.text, as: UTF8.self)
    for (isStored, hasDescriptor, usesZip64) in [
      (false, false, false), (false, false, true), (false, true, false), (false, true, true), (true, false, false),
      (true, false, true), (true, true, false), (true, true, true),
    ] {
      var entry = Entry("a.json", text, stored: isStored)
      (entry.hasDescriptor, entry.usesZip64) = (hasDescriptor, usesZip64)
      for isSigned in [true, false] {
        entry.signsDescriptor = isSigned
        var writer = ZipWriter([entry, Entry("b", "second"), Entry("empty", "")])
        writer.endsWithZip64 = usesZip64
        writer.comment = Array("a comment PK\u{5}\u{6}".utf8)
        let contents = try ArchiveContents(ZipArchive(MemoryBytes(writer.bytes)), pieces: pieces)
        #expect(contents.texts == ["a.json": text, "b": "second", "empty": ""])
        #expect(contents.rules == [])
      }
    }
  }

  @Test func anEmptyArchiveHasNoFiles() throws {
    let contents = try ArchiveContents(ZipWriter([]).bytes)
    #expect(contents.files.isEmpty && contents.findings.isEmpty)
  }

  @Test func foldersAndHiddenFilesAreNotShown() throws {
    let names = ["a/", "a/b.json", ".DS_Store", "a/.b", ".git/c.json", "__MACOSX/a/._b.json", "a/__MACOSX"]
    let archive = try ZipArchive(MemoryBytes(ZipWriter(names.map { Entry($0, "") }).bytes))
    #expect(paths(archive) == ["a/__MACOSX", "a/b.json"])
    #expect(archive.hiddenCount == 4)
    #expect(archive.notOpenedCount == 0)
  }

  /// A self-extracting program may precede the archive, and the offsets may include it or not. It is said.
  @Test(arguments: [0, 100]) func dataBeforeTheArchiveIsSkipped(_ uncounted: Int) throws {
    var writer = ZipWriter([Entry("a", "first"), Entry("b", "second")])
    writer.prefix = Array(repeating: 0x21, count: 100)
    writer.entries[1].offset = writer.offset(of: Array("b".utf8)).map { $0 - uncounted }
    writer.entries[0].offset = 100 - uncounted
    writer.changeEnd = { $0.directoryOffset -= uncounted }
    let contents = try ArchiveContents(writer.bytes)
    #expect(contents.texts == ["a": "first", "b": "second"])
    #expect(contents.rules == ["source/trailing-data"])
  }

  @Test func moreEntriesThanSixteenBitsCount() throws {
    let entries = (0..<70_000).map { Entry("\($0)", "", stored: true) }
    var writer = ZipWriter(entries)
    for _ in 0..<2 {
      let archive = try ZipArchive(MemoryBytes(writer.bytes))
      #expect(archive.count == 70_000)
      archive.findings { Issue.record("\($0)") }
      // Old writers let the count overflow.
      writer.changeEnd = { $0.count -= 65_536 }
    }
  }

  /// Entries beyond 4 GiB, in an archive whose unwritten parts do not exist.
  @Test func largeOffsetsAndSizesAreRead() throws {
    let gap = 5 << 30
    var far = Entry("far.json", "beyond")
    far.offset = gap
    let near = ZipWriter([Entry("near.json", "within")])
    let head = Array(near.bytes[..<near.directoryOffset])
    let behind = ZipWriter([far])
    let tail = Array(behind.bytes[..<behind.directoryOffset])
    var both = ZipWriter([near.entries[0], far])
    both.changeEnd = { $0.directoryOffset = gap + tail.count }
    let end = Array(both.bytes[both.directoryOffset...])
    // The offset of the zip64 end counts from the beginning of the archive.
    let bytes = SparseBytes(pieces: [
      (0, head), (gap, tail + relocated(end, by: gap + tail.count - both.directoryOffset)),
    ])
    let contents = try ArchiveContents(ZipArchive(bytes))
    #expect(contents.texts == ["near.json": "within", "far.json": "beyond"])
    #expect(contents.rules == [])
  }

  /// Moves the place in the zip64 locator.
  private func relocated(_ end: [UInt8], by distance: Int) -> [UInt8] {
    var end = end
    let place = end.count - 22 - 20 + 8
    var number = 0
    for index in 0..<8 { number |= Int(end[place + index]) << (8 * index) }
    for index in 0..<8 { end[place + index] = UInt8(truncatingIfNeeded: (number + distance) >> (8 * index)) }
    return end
  }
}

/// Zeros with some pieces of data, like a sparse file.
private struct SparseBytes: RandomAccessBytes {
  let pieces: [(offset: Int, bytes: [UInt8])]

  var count: Int { pieces.map { $0.offset + $0.bytes.count }.max() ?? 0 }

  func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    let size = min(buffer.count, count - offset)
    // The C library's: the 5 GiB are read in a debug build, too.
    if let start = buffer.baseAddress { memset(start, 0, buffer.count) }
    for (start, bytes) in pieces {
      let common = (offset..<offset + size).clamped(to: start..<start + bytes.count)
      for index in common { buffer[index - offset] = bytes[index - start] }
    }
    return size
  }
}

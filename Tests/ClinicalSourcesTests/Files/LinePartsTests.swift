import FHIRFindings
import ClinicalSources
import FHIRSupport
import Testing

@Suite struct LinePartsTests {
  private func parts(of bytes: some RandomAccessBytes, _ size: Int) -> [LineParts.Part] {
    var cutter = LineParts(bytes, partBytes: size)
    var parts: [LineParts.Part] = []
    while let part = cutter.next() { parts.append(part) }
    return parts
  }

  @Test func partsEndWithLinesAndKnowTheirLine() {
    let text = "a\nbb\r\n\nccccccccc\n\nd"
    let parts = parts(of: MemoryBytes(Array(text.utf8)), 4)
    #expect(
      parts.map { String(decoding: Array(text.utf8)[$0.range], as: UTF8.self) } == [
        "a\nbb\r\n", "\nccccccccc\n", "\nd",
      ])
    #expect(parts.map(\.start.line) == [1, 3, 5])
    #expect(parts.map(\.start.offset) == parts.map(\.range.lowerBound))
    #expect(parts.map(\.number) == [0, 1, 2])
    #expect(parts.map(\.isLast) == [false, false, true])
  }

  @Test(arguments: [1, 2, 3, 5, 100, 300_000, 600_000, .max / 2])
  func nothingIsLostWhereverTheCutsFall(_ size: Int) {
    // Longer than one read, with one line longer than most parts.
    var bytes: [UInt8] = []
    for line in 0..<2_000 { bytes += Array("\(line)\n".utf8) }
    bytes += Array(repeating: UInt8(ascii: "x"), count: 400_000) + Array("\n\nlast".utf8)
    let table = LineTable(bytes)
    let parts = parts(of: MemoryBytes(bytes), size)
    #expect(parts.first?.range.lowerBound == 0)
    #expect(parts.last?.range.upperBound == bytes.count)
    #expect(parts.filter(\.isLast).count == 1)
    var isSound = true
    for (part, next) in zip(parts, parts.dropFirst()) {
      isSound = isSound && part.range.upperBound == next.range.lowerBound && part.range.count >= size
      isSound = isSound && bytes[part.range.upperBound - 1] == 0x0A
      isSound = isSound && !bytes[part.range].dropFirst(size - 1).dropLast().contains(0x0A)
      isSound = isSound && next.start.line == table.position(of: next.range.lowerBound).line
    }
    #expect(isSound)
  }

  @Test func anEmptyFileHasOnePart() {
    let parts = parts(of: MemoryBytes([]), 10)
    #expect(parts.map(\.range) == [0..<0])
    #expect(parts.map(\.isLast) == [true])
  }

  /// The reader of the rest finds the fault, and reports it once.
  @Test func anUnreadableRestIsTheLastPart() {
    let parts = parts(of: BrokenBytes(), 10)
    #expect(parts.map(\.range) == [0..<10, 10..<1000])
    #expect(parts.map(\.isLast) == [false, true])
  }

  private struct BrokenBytes: RandomAccessBytes {
    struct Fault: Error {}

    let count = 1000

    func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
      if offset > 0 { throw Fault() }
      buffer.copyBytes(from: "12345678\n\n{}".utf8)
      return 12
    }
  }
}

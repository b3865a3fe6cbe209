import FHIRFindings
import FHIRTape
import ClinicalSources
import FHIRTestSupport
import Testing

struct GzipSourceTests {
  /// Text that is neither repetitive nor random.
  static let text = Array((0..<5000).map { "\($0 * $0 % 997)," }.joined().utf8)

  private func read(_ bytes: [UInt8], limits: ArchiveLimits = ArchiveLimits(), pieces: Int = 1000) throws -> Contents {
    try Contents(of: GzipSource(ByteRange(MemoryBytes(bytes)), limits: limits), pieces: pieces)
  }

  private func member(_ flags: UInt8, _ fields: [UInt8]) -> [UInt8] {
    let plain = Deflate.gzip(Self.text)
    return Array(plain[..<3]) + [flags] + plain[4..<10] + fields + plain[10...]
  }

  @Test(arguments: [1, 7, 1000, 1 << 20], [1, 3, 1 << 20])
  func membersFollowEachOther(_ pieces: Int, _ packedPieces: Int) throws {
    let file = Deflate.gzip(Self.text) + Deflate.gzip([]) + Deflate.gzip(Array("end".utf8), level: 0)
    let contents = try Contents(of: GzipSource(MemoryPieces(file, piece: packedPieces)), pieces: pieces)
    #expect(contents.bytes == Self.text + Array("end".utf8))
    #expect(contents.fault == nil)
  }

  @Test func optionalFieldsAreSkipped() throws {
    for (flags, fields) in [
      (4, [3, 0, 1, 2, 3]), (8, Array("name\0".utf8)), (16, Array("comment\0".utf8)), (2, [1, 2]), (1, []),
      (30, [0, 0] + Array("n\0c\0".utf8) + [1, 2]),
    ] as [(UInt8, [UInt8])] {
      let contents = try read(member(flags, fields))
      #expect(contents.bytes == Self.text && contents.fault == nil, "flags \(flags)")
    }
  }

  @Test func zerosBehindTheLastMemberAreAllowed() throws {
    #expect(try read(Deflate.gzip(Self.text) + Array(repeating: 0, count: 1000)).fault == nil)
  }

  /// Wherever a file ends, the bytes before are returned, and the end is reported at its place.
  @Test func truncatedFilesAreReadUpToTheirEnd() throws {
    let whole = Deflate.gzip(Self.text)
    for count in Array(stride(from: 0, to: whole.count, by: 7)) + [whole.count - 1] {
      let contents = try read(Array(whole[..<count]))
      let fault = try #require(contents.fault, "\(count)")
      #expect(fault.rule.rawValue == "source/truncated" || count == 1)
      #expect(Self.text.starts(with: contents.bytes))
      #expect(fault.range.start == contents.bytes.count)
    }
    #expect(try read(Array(whole[..<(whole.count - 8)])).bytes == Self.text)
  }

  /// A changed bit is either reported, or has no effect because it carries no information.
  @Test func everyChangeIsDetected() throws {
    let text = Array(Self.text[..<400])
    let whole = Deflate.gzip(text)
    for index in whole.indices {
      for bit in 0..<8 {
        var bytes = whole
        bytes[index] ^= 1 << bit
        let contents = try read(bytes)
        #expect(contents.fault != nil || contents.bytes == text, "bit \(bit) of byte \(index)")
      }
    }
  }

  @Test(arguments: [
    (-8, "source/wrong-checksum"), (-4, "source/wrong-size"), (2, "source/unsupported-archive"),
    (0, "source/damaged-data"), (3, "source/unsupported-archive"),
  ])
  func faultsAreDistinguished(_ index: Int, _ rule: String) throws {
    var bytes = Deflate.gzip(Self.text)
    bytes[index < 0 ? bytes.count + index : index] ^= 0x80
    let contents = try read(bytes)
    #expect(contents.fault?.rule.rawValue == rule)
    #expect(contents.bytes == (index < 0 ? Self.text : []))
  }

  @Test func otherBytesBehindAMemberAreReported() throws {
    let contents = try read(Deflate.gzip(Self.text) + [0, 0, 1])
    #expect(contents.bytes == Self.text)
    #expect(contents.fault?.rule.rawValue == "source/trailing-data")
    #expect(try read(Deflate.gzip(Self.text) + [0x1F, 0x8C]).fault?.rule.rawValue == "source/trailing-data")
  }

  @Test func rewindingBeginsAgain() throws {
    let source = GzipSource(ByteRange(MemoryBytes(Deflate.gzip(Self.text) + [1])))
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1500, alignment: 16)
    defer { buffer.deallocate() }
    #expect(try source.read(into: buffer) == 1500)
    try source.rewind()
    let first = try Contents(of: source)
    try source.rewind()
    #expect(try Contents(of: source) == first)
    #expect(first.bytes == Self.text)
    #expect(first.fault?.rule.rawValue == "source/trailing-data")
  }

  @Test func limitsEndTheReading() throws {
    let bomb = Deflate.gzip(Array(repeating: 0x20, count: 8 << 20))
    let contents = try read(bomb)
    #expect(contents.fault?.rule.rawValue == "limit/compression-ratio")
    #expect(contents.bytes.count < 2 << 20)
    #expect(contents.fault?.range.start == contents.bytes.count)
    // Little data may have a high ratio.
    #expect(try read(Deflate.gzip(Array(repeating: 0x20, count: 900_000))).fault == nil)

    var limits = ArchiveLimits()
    limits.maximumRatio = 2000
    #expect(try read(bomb, limits: limits).fault == nil)
    limits.maximumInflatedBytes = 100
    let short = try read(Deflate.gzip(Self.text), limits: limits, pieces: 10)
    #expect(short.fault?.rule.rawValue == "limit/inflated-size")
    #expect(short.bytes.count == 101)
  }
}

import ClinicalRecords
import FHIRTape
import FHIRTestSupport
import Testing

/// Reads records one after another from every kind of source.
struct RecordStreamTests {
  static let inputs = [
    "", " \n", "[", #"{"resourceType":"Condition","id":"1"}"#, #"{"resourceType":"Condition","id":"1"}"# + "\n",
    #"[{"resourceType":"Condition","id":"1"},7,{"resourceType":"Condition","id":"2"}]"#,
    #"{"entry":[{"resource":{"resourceType":"Condition","id":"1"}},{"resource":{"resourceType":"Condition","id":"2"}}],"resourceType":"Bundle"}"#,
    "{\n \"resourceType\":\"Condition\",\n \"id\":\"1\"\n}\n",
    "\u{FEFF}" + lines(5), lines(300), lines(3) + #"{"resourceType":"Condition","# + "\n" + lines(2),
    lines(4) + #"{"resourceType":"Condition","id":"last"}"#,
  ]

  private static func lines(_ count: Int) -> String {
    (0..<count).map {
      #"{"resourceType":"Condition","id":"\#($0)","code":{"text":"\#(String(repeating: "x", count: $0))"}}"# + "\n"
    }
    .joined()
  }

  @Test(arguments: inputs)
  func allWaysOfReadingAgree(input: String) async throws {
    let bytes = Array(input.utf8)
    let reader = ClinicalRecordReader()
    var expected: [RecordCursor.Item] = []
    let cursor = reader.cursor(over: MemoryPieces(bytes))
    while let item = try cursor.next() { expected.append(item) }
    let reading = reader.read(bytes)
    #expect(expected.map(\.record) == reading.records)
    #expect(cursor.problems == reading.problems)
    #expect(try cursor.next() == nil)

    var found: [RecordCursor.Item] = []
    for try await item in reader.records(from: MemoryPieces(bytes, piece: 7)) { found.append(item) }
    #expect(found == expected)
    for size in [1, 7, 4096] {
      found = []
      for try await item in reader.records(in: Pieces(bytes, size)) { found.append(item) }
      #expect(found == expected)
    }
    found = []
    for try await item in reader.records(in: SingleBytes(bytes)) { found.append(item) }
    #expect(found == expected)
  }

  /// A line is a record before the next one has arrived, once the second has begun.
  @Test func linesAreReadAsSoonAsTheyEnd() async throws {
    let bytes = Array(Self.lines(10).utf8)
    var pieces = Pieces(bytes, 50)
    pieces.endsAfter = bytes.count / 2
    var count = 0
    await #expect(throws: Pieces.Broken.self) {
      for try await _ in ClinicalRecordReader().records(in: pieces) { count += 1 }
    }
    #expect(count >= 3)
  }

  @Test func anInputThatIsTooLargeToHoldThrows() async throws {
    let bytes = Array((Self.lines(3) + "{" + String(repeating: " ", count: 5000)).utf8)
    var count = 0
    await #expect(throws: InputTooLarge(limit: 1000)) {
      for try await _ in ClinicalRecordReader().records(in: Pieces(bytes, 50), holding: 1000) { count += 1 }
    }
    #expect(count == 3)
  }

  /// A stream can be read again as long as its bytes are kept, and throws otherwise.
  @Test func aStreamThatCanBeReadOnce() throws {
    let entry = #"{"resource":{"resourceType":"Condition","id":"1"}},"# + String(repeating: " ", count: 900)
    let entries = String(repeating: entry, count: 1000) + #"{"resource":{"resourceType":"Condition","id":"2"}}"#
    let bundle = #"{"entry":[\#(entries)],"resourceType":"Bundle"}"#
    for (limit, isEnough) in [(1000, false), (2 << 20, true)] {
      let source = BufferedSource(Once(Array(bundle.utf8), piece: 5000), keeping: limit)
      let cursor = ClinicalRecordReader().cursor(over: source)
      if isEnough {
        var last: String?
        while let item = try cursor.next() { last = item.record.identifier }
        #expect(last == "2")
      } else {
        #expect(throws: RewindError(limit: limit)) { try cursor.next() }
      }
    }
    var source = BufferedSource(Once(Array("abcdef".utf8), piece: 2), keeping: 4)
    #expect(try Self.rest(&source, 4) == "abcd")
    try source.rewind()
    #expect(try Self.rest(&source, 4) == "abcd")
    #expect(try Self.rest(&source, 10) == "ef")
    #expect(throws: RewindError(limit: 4)) { try source.rewind() }
  }

  private static func rest(_ source: inout some ByteSource, _ most: Int) throws -> String {
    var text = ""
    while text.utf8.count < most {
      var bytes = [UInt8](repeating: 0, count: 3)
      let count = try bytes.withUnsafeMutableBytes { try source.read(into: $0) }
      if count == 0 { break }
      text += String(decoding: bytes[..<count], as: UTF8.self)
    }
    return text
  }
}

/// Bytes that can be read once.
private struct Once: ByteStream {
  private var pieces: MemoryPieces

  init(_ bytes: [UInt8], piece: Int) { pieces = MemoryPieces(bytes, piece: piece) }

  mutating func read(into buffer: UnsafeMutableRawBufferPointer) -> Int { pieces.read(into: buffer) }
}

/// Bytes that arrive in pieces.
private struct Pieces: AsyncSequence, AsyncIteratorProtocol {
  struct Broken: Error {}

  private var left: ArraySlice<UInt8>
  private let size: Int
  var endsAfter = Int.max

  init(_ bytes: [UInt8], _ size: Int) { (left, self.size) = (bytes[...], size) }

  func makeAsyncIterator() -> Pieces { self }

  mutating func next() async throws -> ArraySlice<UInt8>? {
    if left.startIndex >= endsAfter { throw Broken() }
    defer { left = left.dropFirst(size) }
    return left.isEmpty ? nil : left.prefix(size)
  }
}

/// Bytes that arrive one by one.
private struct SingleBytes: AsyncSequence, AsyncIteratorProtocol {
  private var left: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { left = bytes[...] }

  func makeAsyncIterator() -> SingleBytes { self }

  mutating func next() async -> UInt8? { left.popFirst() }
}

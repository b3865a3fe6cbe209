import FHIRFindings
import FHIRTape
import FHIRTestSupport
import FHIRValidation
import Testing

/// Findings come one after another from every kind of source, and are those of the whole input.
struct FindingStreamTests {
  private static let line = #"{"resourceType":"Patient","birthDate":"1974-13","active":1}"#
  static let inputs = [
    "", "[", line, (0..<200).map { _ in line + "\n" }.joined(), "[\(line),\(line)]",
    #"{"entry":[{"resource":\#(line)}],"resourceType":"Bundle","type":"collection"}"#,
    "{\"resourceType\":\"Patient\",\"maritalStatus\":{\"text\":\"a\"}}\n" + line + "\nno JSON\n" + line,
  ]

  @Test(arguments: inputs)
  func allWaysOfReadingAgree(input: String) async throws {
    let validator = Validator()
    let bytes = Array(input.utf8)
    let expected = validator.validate(bytes)
    let cursor = try validator.cursor(over: MemoryPieces(bytes, piece: 100))
    var found: [Finding] = []
    while let finding = try cursor.next() { found.append(finding) }
    #expect(Self.lines(found) == Self.lines(expected.findings))
    #expect(cursor.tally.records == expected.tally.records)
    #expect(cursor.tally.bySeverity == expected.tally.bySeverity)
    #expect(
      Self.lines(try validator.validate(from: MemoryPieces(bytes)).findings) == Self.lines(expected.findings))
    found = []
    for try await finding in try validator.cursor(over: MemoryPieces(bytes, piece: 100)) { found.append(finding) }
    #expect(Self.lines(found) == Self.lines(expected.findings))
    found = []
    for try await finding in validator.findings(in: Pieces(left: bytes[...])) { found.append(finding) }
    #expect(Self.lines(found) == Self.lines(expected.findings))
  }

  /// In an app, the loop is on the main actor, and the counts are read after it.
  @Test @MainActor
  func aLoopStopsAndGoesOn() async throws {
    let bytes = Array(Self.inputs[3].utf8)
    let expected = Validator().validate(bytes)
    let cursor = try Validator().cursor(over: MemoryPieces(bytes, piece: 100))
    var found: [Finding] = []
    for try await finding in cursor {
      found.append(finding)
      if found.count == 10 { break }
    }
    for try await finding in cursor { found.append(finding) }
    #expect(Self.lines(found) == Self.lines(expected.findings))
    #expect(cursor.tally.records == 200)
  }

  /// A source that fails ends the loop with its error, not as its end would.
  @Test
  func aFailingSourceThrows() async throws {
    let source = FailingSource(bytes: Array(Self.inputs[3].utf8))
    await #expect(throws: FailingSource.Failure.self) {
      for try await _ in try Validator().cursor(over: source) {}
    }
  }

  private final class FailingSource: ByteSource {
    struct Failure: Error {}
    private let bytes: [UInt8]
    private var offset = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
      if offset > bytes.count / 2 { throw Failure() }
      let count = min(buffer.count, 100, bytes.count - offset)
      buffer.copyBytes(from: bytes[offset..<offset + count])
      offset += count
      return count
    }

    func rewind() { offset = 0 }
  }

  private static func lines(_ findings: [Finding]) -> [String] {
    findings.map { "\($0.range.start) \($0.rule) \($0.path) \($0.message)" }
  }

  private struct Pieces: AsyncSequence, AsyncIteratorProtocol {
    var left: ArraySlice<UInt8>

    func makeAsyncIterator() -> Pieces { self }

    mutating func next() async -> [UInt8]? {
      defer { left = left.dropFirst(90) }
      return left.isEmpty ? nil : Array(left.prefix(90))
    }
  }
}

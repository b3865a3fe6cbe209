import FHIRFindings
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
    for try await finding in validator.findings(in: Pieces(left: bytes[...])) { found.append(finding) }
    #expect(Self.lines(found) == Self.lines(expected.findings))
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

import FHIRCheckCommand
import FHIRTestSupport
import Testing

/// An input that is read whole and has more findings than are held at once.
struct ManyFindingsTests {
  private static let count = 40_000

  private func input(in folder: TemporaryFolder) throws -> String {
    try folder.write("{\"resourceType\":\"Patient\"}\n" + String(repeating: "1\n", count: Self.count), to: "a.ndjson")
  }

  @Test func listsAllOfThemInOrder() throws {
    let folder = try TemporaryFolder()
    let outcome = CommandHarness().validate("--format=jsonl", "--no-identity", try input(in: folder))
    let lines = outcome.output.split(separator: "\n").compactMap { line -> Int? in
      guard line.contains("structure/not-an-object"), let place = line.firstRange(of: "\"line\":") else { return nil }
      return Int(line[place.upperBound...].prefix { $0.isNumber })
    }
    #expect(lines == Array(2...Self.count + 1))
    #expect(outcome.output.contains("\"error\":\(Self.count)"))
  }

  @Test func thePageListsAllOfThemInOrder() throws {
    let folder = try TemporaryFolder()
    let page = CommandHarness().validate("--format=html", "--no-identity", try input(in: folder)).output
    let findings = try PageList(page).findings.filter { $0.rule == "structure/not-an-object" }
    #expect(findings.map(\.line) == Array(2...Self.count + 1))
    #expect(page.contains("all 40,0") && page.utf8.count < 10_000_000)
  }

  @Test func countsAllOfThemWhereNoneIsListed() throws {
    let folder = try TemporaryFolder()
    let path = try input(in: folder)
    let outcome = CommandHarness().validate("--format=jsonl", "--no-identity", "--quiet", path)
    #expect(outcome.output.contains("\"error\":\(Self.count)"))
    #expect(!outcome.output.contains("\"rule\":\"structure/not-an-object\""))
    #expect(outcome.exitCode == .findings)
  }
}

import ClinicalRecords
import ClinicalSources
import FHIRTestSupport
import Testing

/// Finds duplicates, with their places, across files and across several folders and archives.
struct DuplicatesTests {
  private static func condition(_ id: String, _ text: String = "a", version: String = "1") -> String {
    #"{"resourceType":"Condition","id":"\#(id)","meta":{"versionId":"\#(version)"},"code":{"text":"\#(text)"}}"#
  }

  private static func files(_ texts: [(String, String)]) throws -> RecordFiles<MemoryTree> {
    try RecordFiles(
      MemoryTree(texts.map { (path: $0.0, bytes: Array($0.1.utf8)) }), origin: RecordOrigin(source: "City Clinic"))
  }

  @Test func overSeveralInputs() throws {
    let march = try Self.files([
      ("a.ndjson", Self.condition("1") + "\n" + Self.condition("2") + "\n"), ("b.txt", "no JSON"),
      ("c.json", Self.condition("3")),
    ])
    let none = try Self.files([])
    let april = try Self.files([
      ("a.json", Self.condition("2")), ("c.json", Self.condition("3", "b")),
      ("d.json", Self.condition("1", version: "2")),
    ])
    let found = try RecordFiles.duplicates(in: [march, none, april])
    #expect(
      found.copies.map { $0.records.map(\.description) } == [
        ["a.ndjson:\(Self.condition("1").utf8.count + 1)", "a.json:0"]
      ])
    #expect(found.conflicts.map { $0.records.map(\.path) } == [["c.json", "c.json"]])
    #expect(found.versions.map { $0.records.map(\.path) } == [["a.ndjson", "d.json"]])
    #expect(found.groups.flatMap { $0.records.map(\.input) } == [0, 2, 0, 2, 0, 2])
    #expect(found.copies[0].records.map(\.file) == [0, 0])
    #expect(try march.duplicates().isEmpty)

    // The search in memory finds the same groups.
    let records = try march.records() + april.records()
    #expect(records.count == 6)
    #expect(try records.duplicates().groups.map(\.relation) == found.groups.map(\.relation))
  }

  @Test func theBudgetChangesNothing() throws {
    let lines = (0..<3000).map { Self.condition(String($0 % 2000)) }.joined(separator: "\n")
    let files = try Self.files([("a.ndjson", lines)])
    let found = try files.duplicates(budget: 1 << 10)
    #expect(found.copies.count == 1000)
    #expect(try files.duplicates() == found)
  }
}

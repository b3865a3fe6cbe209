import FHIRSchema
import FHIRTestSupport
import Testing

/// The rows of the DSTU2 table, as last reviewed.
struct SchemaTableSnapshotTests {
  @Test(arguments: [
    "Patient", "Observation", "Extension", "SimpleQuantity", "Timing.repeat", "Bundle.entry", "TestScript.test",
  ])
  func type(name: String) throws {
    let table = try #require(Table.dstu2)
    try expectSnapshot(table.dump(type: #require(table.type(named: name))), name)
  }

  @Test func counts() throws {
    try expectSnapshot(#require(Table.dstu2).dumpCounts(), "counts")
  }

  @Test func differenceIsShownByLine() {
    #expect(SnapshotDiff.text(expected: "a\nb\nc\n", found: "a\nx\nc\nd\n") == "-2: b\n+2: x\n+4: d")
  }
}

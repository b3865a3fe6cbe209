import FHIRSchema
import Testing

/// The releases of which only the names are stored.
struct ToldReleaseTests {
  @Test(arguments: GeneratedSchema.told)
  func namesAndTheirFormsAreStoredAndNothingElse(generated: GeneratedRelease) {
    let table = generated.table
    #expect(table.type(named: "Patient") != nil)
    #expect(table.invariants.isEmpty)
    // The first row stands for none.
    #expect(table.valueSets.count == 1)
  }

  @Test(arguments: GeneratedSchema.told)
  func noRecordIsJudgedByThem(generated: GeneratedRelease) {
    #expect(!FHIRRelease.published.contains(generated.release))
    #expect(SchemaTable.of(generated.release) == nil)
  }

  @Test func aLargeIntegerOfR5IsAString() throws {
    let table = try #require(GeneratedSchema.told.first { $0.release == .r5 }).table
    let attachment = try #require(table.type(named: "Attachment"))
    let size = try #require(table.elements(of: attachment).first { $0.name == "size" })
    #expect(size.types.map(\.name) == ["integer64"])
    #expect(table.kinds[try #require(table.type(named: "integer64"))].jsonKind == "string")
  }
}

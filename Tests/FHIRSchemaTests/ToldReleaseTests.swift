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

struct VersionOfReleaseTests {
  @Test(arguments: [
    ("1.0.2", FHIRRelease.dstu2), ("1.0", .dstu2), ("3.0.1", .stu3), ("4.0.0", .r4), ("4.3.0", .r4b), ("4.3", .r4b),
    ("1.1.0", nil), ("3.2.0", nil), ("4.1.0", nil), ("4.30.0", nil), ("5.0.0", nil), ("4", nil), ("", nil), ("R4", nil),
  ])
  func theFirstTwoNumbersTell(version: String, release: FHIRRelease?) {
    #expect(FHIRRelease.of(version: version) == release)
  }
}

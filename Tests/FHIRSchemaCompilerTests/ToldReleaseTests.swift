import FHIRSchema
import FHIRSchemaCompiler
import Testing

/// The releases of which only the names are stored.
struct ToldReleaseTests {
  /// The table of a release; its text is never freed.
  private func table(_ release: FHIRRelease) throws -> SchemaTable {
    let text = try GeneratedSource.text(CheckedIn.schema(release))
    let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.utf8.count)
    _ = bytes.initialize(from: text.utf8)
    return try SchemaTable(SchemaText(UnsafeBufferPointer(bytes)))
  }

  @Test(arguments: FHIRRelease.told)
  func namesAndTheirFormsAreStoredAndNothingElse(release: FHIRRelease) throws {
    let table = try table(release)
    #expect(table.type(named: "Patient") != nil)
    #expect(table.invariants.isEmpty)
    // The first row stands for none.
    #expect(table.valueSets.count == 1)
  }

  @Test(arguments: FHIRRelease.told)
  func noRecordIsJudgedByThem(release: FHIRRelease) {
    #expect(!FHIRRelease.published.contains(release))
    #expect(SchemaTable.of(release) == nil)
  }

  @Test func aLargeIntegerOfR5IsAString() throws {
    let table = try table(.r5)
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

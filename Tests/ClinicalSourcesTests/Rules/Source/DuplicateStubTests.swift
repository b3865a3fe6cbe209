import ClinicalSources
import Testing

struct DuplicateStubTests {
  @Test func reportsTheSecondStubOfAFile() throws {
    let export = try expectExport(
      stubText(), "«" + stubText(sourceName: "Town Hospital").dropFirst() + "»",
      finds: [
        ExpectedFinding(
          "duplicate-stub", "resourceFilePath",
          "expected one entry for each file, found '/clinical-records/a.json' again; the entry on line 3 counts")
      ])
    #expect(export.stub(of: 0)?.sourceName == "City Clinic")
    #expect(export.tally.stubs == 2 && export.tally.joined == 1 && export.tally.stubsOfSameFile == 1)
  }

  @Test func anotherSpellingOfThePathIsTheSameFile() throws {
    try expectExport(
      stubText(), "«" + stubText(path: "clinical-records/./a.json").dropFirst() + "»",
      finds: [
        ExpectedFinding(
          "duplicate-stub", "resourceFilePath",
          "expected one entry for each file, found 'clinical-records/./a.json' again; the entry on line 3 counts")
      ])
  }

  @Test func acceptsTheSameIdentifierInTwoFiles() throws {
    try expectExport(
      stubText(), stubText(sourceName: "Town Hospital", path: "/clinical-records/b.json"), files: ["a.json", "b.json"])
  }
}

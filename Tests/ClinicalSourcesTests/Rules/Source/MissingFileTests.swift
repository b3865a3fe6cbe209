import FHIRFindings
import ClinicalSources
import FHIRTestSupport
import Testing

struct MissingFileTests {
  @Test func reportsAStubWithoutItsFile() throws {
    let export = try expectExport(
      stubText(), "«" + stubText(path: "/clinical-records/b.json").dropFirst() + "»",
      finds: [
        ExpectedFinding(
          "missing-file", "resourceFilePath", "expected the file '/clinical-records/b.json', found none")
      ])
    #expect(export.tally.stubsWithoutFile == 1 && export.tally.joined == 1)
    #expect(export.findings.first?.record?.id == "a")
  }

  @Test func aFileThatCannotBeARecordIsNotMeant() throws {
    try expectExport(
      "«" + stubText(path: "/export.xml").dropFirst() + "»", files: [],
      finds: [
        ExpectedFinding("missing-file", "resourceFilePath", "expected the file '/export.xml', found none")
      ])
  }

  @Test(arguments: ["HealthCard-1.smart-health-card", "Document-1.xml", "note.pdf"])
  func acceptsACardOrADocument(name: String) throws {
    let text = "<HealthData>" + stubText(path: "/clinical-records/" + name) + "</HealthData>"
    let paths = ["apple/clinical-records/" + name, "apple/export.xml"]
    let export = try AppleHealthExport(1, of: paths, from: MemoryPieces(Array(text.utf8)))
    #expect(export.findings == [] && export.stub(of: 0) != nil)
    // Without a stub, it is none of the files that must have one.
    let other = try AppleHealthExport(1, of: paths, from: MemoryPieces(Array("<HealthData></HealthData>".utf8)))
    #expect(other.findings == [] && other.filesWithoutStub == [])
  }

  @Test func acceptsTheOtherNameOfTheFolderAndAFileElsewhereInTheExport() throws {
    let paths = ["apple/clinical_records/a.json", "apple/export.xml", "apple/more/b.json", "clinical-records/b.json"]
    let text = "<HealthData>" + stubText() + stubText(path: "/more/b.json") + "</HealthData>"
    let export = try AppleHealthExport(1, of: paths, from: MemoryPieces(Array(text.utf8)))
    #expect(export.findings == [])
    #expect((0..<4).map { export.stub(of: $0) != nil } == [true, false, true, false])
  }
}

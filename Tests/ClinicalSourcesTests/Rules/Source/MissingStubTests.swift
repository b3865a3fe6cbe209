import ClinicalSources
import FHIRTestSupport
import Testing

struct MissingStubTests {
  @Test func filesThatNoStubNamesAreKnown() throws {
    let export = try expectExport(stubText(), files: ["a.json", "b.json", "deeper/c.JSON", "notes.txt"])
    #expect(export.filesWithoutStub == [1, 2])
    #expect(export.tally.filesWithoutStub == 2 && export.tally.joined == 1)
  }

  @Test func onlyFilesOfThisExportAreMeant() throws {
    let paths = ["a/clinical-records/a.json", "a/export.xml", "b/clinical-records/a.json", "records/a.json"]
    let text = "<HealthData>" + stubText() + "</HealthData>"
    let export = try AppleHealthExport(1, of: paths, from: MemoryPieces(Array(text.utf8)))
    #expect(export.filesWithoutStub == [])
  }

  @Test func theRecordIsStillChecked() throws {
    let findings = try ExportCheck.findings([
      ("clinical-records/a.json", #"{ "resourceType": "Patient", "id": "a", "gender": "x" }"#),
      ("export.xml", "<HealthData></HealthData>"),
    ])
    #expect(
      findings == [
        "clinical-records/a.json 0..<1 source/missing-stub",
        "clinical-records/a.json 50..<53 code/not-in-value-set",
      ])
  }
}

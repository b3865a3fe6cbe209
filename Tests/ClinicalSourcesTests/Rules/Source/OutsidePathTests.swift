import ClinicalSources
import Testing

struct OutsidePathTests {
  @Test(arguments: ["/../a.json", "clinical-records/../../a.json", "..", "/clinical-records/./../../export.xml"])
  func reportsPathsThatLeadOut(path: String) throws {
    let export = try expectExport(
      "«" + stubText(path: path).dropFirst() + "»", files: [],
      finds: [
        ExpectedFinding(
          "outside-path", "resourceFilePath", "expected a path within the export, found '\(path)'; it was not followed")
      ])
    #expect(export.tally.stubsWithoutFile == 1)
  }

  @Test(arguments: ["/clinical-records/../clinical-records/a.json", "//clinical-records//a.json"])
  func acceptsPathsThatStayInside(path: String) throws {
    #expect(try expectExport(stubText(path: path)).stub(of: 0) != nil)
  }
}

import ClinicalSources
import Testing

struct TruncatedExportTests {
  @Test func reportsAFileThatEndsBeforeItsRoot() throws {
    let export = try expectExportXML(
      "<HealthData>\n\(stubText())\n«»",
      finds: [ExpectedFinding("truncated-export", "", "expected '</HealthData>', found the end of the file")])
    #expect(export.stubs.count == 1)
  }

  @Test func reportsAFileThatEndsInATag() throws {
    let text = stubText()
    try expectExportXML(
      "<HealthData>\n «<ClinicalRecord»\(text.dropFirst(" <ClinicalRecord".count).dropLast(9))«»", files: [],
      finds: [
        ExpectedFinding(
          "truncated-export", "",
          "expected '>' at the end of the tag that begins here, found the end of the file; the entry was not read"),
        ExpectedFinding("truncated-export", "", "expected '</HealthData>', found the end of the file"),
      ])
  }

  @Test(arguments: [
    ("<!--", "the comment"), ("<![CDATA[", "the CDATA section"), ("<?", "the processing instruction"),
  ])
  func reportsConstructsThatNeverEnd(opening: String, name: String) throws {
    let export = try expectExportXML(
      "<HealthData>\n\(stubText())\n«\(opening)» \(stubText()) </HealthData> - ] ]«»",
      finds: [
        ExpectedFinding(
          "truncated-export", "", "expected the end of \(name) that begins here, found the end of the file"),
        ExpectedFinding("truncated-export", "", "expected '</HealthData>', found the end of the file"),
      ])
    #expect(export.stubs.count == 1)
  }

  @Test func acceptsAWholeFile() throws {
    try expectExportXML("<HealthData>\n\(stubText())\n</HealthData >")
  }
}

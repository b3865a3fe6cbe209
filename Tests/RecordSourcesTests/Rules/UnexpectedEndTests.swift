import Testing


struct UnexpectedEndTests {
  @Test func reportsAFileThatEndsBeforeItsRoot() throws {
    let export = try expectExportXML(
      "<HealthData>\n\(stubText())\n«»",
      [ExpectedFinding("unexpected-end", "", "expected '</HealthData>', found the end of the file")])
    #expect(export.stubs.count == 1)
  }

  @Test func reportsAFileThatEndsInATag() throws {
    let text = stubText()
    try expectExportXML(
      "<HealthData>\n «<ClinicalRecord»\(text.dropFirst(" <ClinicalRecord".count).dropLast(9))«»", files: [],
      [
        ExpectedFinding(
          "unexpected-end", "",
          "expected '>' at the end of the tag that begins here, found the end of the file; the stub was not read"),
        ExpectedFinding("unexpected-end", "", "expected '</HealthData>', found the end of the file"),
      ])
  }

  @Test(arguments: [
    ("<!--", "the comment"), ("<![CDATA[", "the CDATA section"), ("<?", "the processing instruction"),
  ])
  func reportsWhatNeverEnds(opening: String, name: String) throws {
    let export = try expectExportXML(
      "<HealthData>\n\(stubText())\n«\(opening)» \(stubText()) </HealthData> - ] ]«»",
      [
        ExpectedFinding(
          "unexpected-end", "", "expected the end of \(name) that begins here, found the end of the file"),
        ExpectedFinding("unexpected-end", "", "expected '</HealthData>', found the end of the file"),
      ])
    #expect(export.stubs.count == 1)
  }

  @Test func acceptsAWholeFile() throws {
    try expectExportXML("<HealthData>\n\(stubText())\n</HealthData >")
  }
}

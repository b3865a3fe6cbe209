import ClinicalSources
import Testing

struct ExportTooLargeTests {
  @Test func reportsATagThatIsTooLong() throws {
    var limits = ExportLimits()
    limits.maximumStubBytes = 400
    let long = stubText(sourceName: String(repeating: "a", count: 200))
    let export = try expectExport(
      "«<ClinicalRecord»" + long.dropFirst(" <ClinicalRecord".count), stubText(),
      finds: [
        ExpectedFinding(
          "limit/export-too-large", "", "expected a tag of at most 400 bytes, found a longer one; it was not read")
      ], limits: limits)
    #expect(export.stubs.count == 1)
  }

  @Test func reportsTooManyStubs() throws {
    var limits = ExportLimits()
    limits.maximumStubs = 2
    let export = try expectExport(
      stubText(), stubText(path: "/clinical-records/b.json"),
      "«" + stubText(path: "/clinical-records/c.json").dropFirst() + "»", files: ["a.json", "b.json", "c.json"],
      finds: [
        ExpectedFinding(
          "limit/export-too-large", "", "expected at most 2 entries in an export, found more; the rest was not read")
      ],
      limits: limits)
    #expect(export.tally.stubs == 2)
    // The stub that was not read may name it.
    #expect(export.filesWithoutStub == [])
  }

  @Test func reportsTooManyFindings() throws {
    var limits = ExportLimits()
    limits.maximumFindings = 1
    let bad = { (name: String) in "«" + stubText(path: "/clinical-records/\(name).json").dropFirst() + "»" }
    try expectExport(
      bad("x"), bad("y"), stubText(path: "/clinical-records/z.json"), files: [],
      finds: [
        ExpectedFinding(
          "missing-file", "resourceFilePath", "expected the file '/clinical-records/x.json', found none"),
        ExpectedFinding(
          "limit/export-too-large", "resourceFilePath",
          "expected at most 1 findings in an export.xml, found more; the rest is neither listed nor counted"),
      ], limits: limits)
  }

  @Test func theDefaultsAreBeyondAnyRealExport() throws {
    try expectExport(stubText(sourceName: String(repeating: "a", count: 60_000)))
    #expect(ExportLimits().maximumStubs >= 100_000)
  }
}

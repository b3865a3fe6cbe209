import ClinicalSources
import Testing

struct MissingAttributeTests {
  @Test(arguments: ["type", "identifier", "sourceName", "sourceURL", "fhirVersion", "receivedDate"])
  func reportsEachThatIsMissing(name: String) throws {
    let text = stubText().replacing(try Regex(" \(name)=\"[^\"]*\""), with: "")
    try expectExport(
      "«<ClinicalRecord»" + text.dropFirst(" <ClinicalRecord".count),
      finds: [
        ExpectedFinding("missing-attribute", name, "expected '\(name)', which every entry must have, found none")
      ])
  }

  @Test func reportsEmptyOnes() throws {
    try expectExport(
      "«<ClinicalRecord»" + stubText(sourceName: "").dropFirst(" <ClinicalRecord".count),
      finds: [
        ExpectedFinding(
          "missing-attribute", "sourceName", "expected 'sourceName', which every entry must have, found an empty one")
      ])
  }

  @Test func aStubWithoutAPathIsCounted() throws {
    let export = try expectExport(
      "«<ClinicalRecord»" + stubText(path: "").dropFirst(" <ClinicalRecord".count), files: [],
      finds: [
        ExpectedFinding(
          "missing-attribute", "resourceFilePath",
          "expected 'resourceFilePath', which every entry must have, found an empty one")
      ])
    #expect(export.tally.stubs == 1 && export.tally.stubsWithoutFile == 1)
  }
}

import ClinicalSources
import Testing

struct UnsupportedEncodingTests {
  @Test func reportsAnotherEncodingAndReadsOn() throws {
    let export = try expectExportXML(
      "<?xml version='1.0' encoding='«ISO-8859-1»'?><HealthData>\(stubText())</HealthData>",
      finds: [
        ExpectedFinding(
          "unsupported-encoding", "", "expected UTF-8, found the encoding 'ISO-8859-1'; read as UTF-8")
      ])
    #expect(export.stubs.count == 1)
  }

  @Test(arguments: ["«⟨FF FE⟩»⟨3C 00⟩", "«⟨FE FF⟩»⟨00 3C⟩", "«⟨3C 00⟩»⟨48 00⟩", "«⟨00 3C⟩»⟨00 48⟩"])
  func doesNotReadWideEncodings(beginning: String) throws {
    let export = try expectExportXML(
      beginning + stubText(), files: [],
      finds: [ExpectedFinding("unsupported-encoding", "", "expected UTF-8, found UTF-16 or another wide encoding")])
    #expect(export.stubs.isEmpty)
  }

  @Test(arguments: [
    "⟨EF BB BF⟩<?xml version=\"1.0\" encoding=\"utf-8\"?>", "<?xml version=\"1.0\"?>", "",
    "<?xml encoding='US-ASCII'?>",
  ])
  func acceptsUTF8(beginning: String) throws {
    let export = try expectExportXML(beginning + "<HealthData>\(stubText())</HealthData>")
    #expect(export.stubs.count == 1)
  }
}

import ClinicalRecords
import FHIRTape
import ClinicalSources
import FHIRTestSupport
import Testing

struct RecordFilesTests {
  private func files(_ files: [(path: String, text: String)], origin: RecordOrigin = RecordOrigin()) throws
    -> RecordFiles<MemoryTree>
  {
    try RecordFiles(MemoryTree(files.map { ($0.path, Array($0.text.utf8)) }), origin: origin)
  }

  @Test func aRecordOfAnExportHasWhatItsStubSays() throws {
    let files = try files(
      [
        ("x/clinical-records/a.json", "\n" + #"  { "resourceType" : "Condition", "id" : "a" }"#),
        ("x/clinical-records/b.json", #"{ "resourceType": "Condition", "id": "b" }"#),
        (
          "x/export.xml",
          "<HealthData>" + stubText(type: "Condition", path: "/clinical-records/a.json") + "</HealthData>"
        ),
      ], origin: RecordOrigin(source: "Mine", fhirVersion: .primaryR4))
    var items: [RecordFiles<MemoryTree>.Item] = []
    try files.forEachRecord { items.append($0) }
    #expect(items.map(\.path) == ["x/clinical-records/a.json", "x/clinical-records/b.json"])
    #expect(items.map(\.record.identifier) == ["a", "b"])
    #expect(items[0].line == 2 && items[0].byteOffset == 3 && items[0].file == 0)
    let origin = items[0].record.origin
    #expect(origin.source == "City Clinic" && origin.sourceURL == "https://example.org/fhir/Condition/a")
    #expect(origin.fhirVersion == .primaryDSTU2 && origin.receivedDate?.text == "2021-03-04 05:06:07 +0100")
    #expect(items[1].record.origin == RecordOrigin(source: "Mine", fhirVersion: .primaryR4))
  }

  @Test func linesArraysAndBundlesAreReadRecordByRecord() throws {
    let files = try files([
      (
        "a.ndjson",
        "{\"resourceType\":\"Condition\",\"id\":\"1\"}\n\nno JSON\n{\"resourceType\":\"Patient\",\"id\":\"2\"}\n"
      ),
      ("b.json", "[{\"resourceType\":\"Condition\",\"id\":\"3\"},\n7,\n{\"resourceType\":\"Patient\",\"id\":\"4\"}]"),
      (
        "c.json",
        "{\"entry\":[{\"resource\":{\"resourceType\":\"Patient\",\"id\":\"5\"}},\n {\"resource\":"
          + "{\"resourceType\":\"Patient\",\"id\":\"6\"}}],\"resourceType\":\"Bundle\"}"
      ),
      ("d.txt", "Nothing of JSON here."),
      ("e.json", " "),
      ("f.json", "{\"entry\":[{\"resource\":{\"resourceType\":\"Patient\"}}],\"resourceType\":\"List\",\"id\":\"7\"}"),
    ])
    var found: [String] = []
    try files.forEachRecord { item in
      found.append("\(item.path):\(item.line) \(item.record.resourceTypeName)/\(item.record.identifier ?? "")")
    }
    #expect(
      found == [
        "a.ndjson:1 Condition/1", "a.ndjson:4 Patient/2", "b.json:1 Condition/3", "b.json:3 Patient/4",
        "c.json:1 Patient/5", "c.json:2 Patient/6", "f.json:1 List/7",
      ])
    #expect(try files.numbers() == [0, 1, 2, 5])
  }

  /// More than the reader buffers.
  @Test func linesAreCountedInALongFile() throws {
    let text = (1...20_000).map { "{\"resourceType\":\"Condition\",\"id\":\"\($0)\"}\n" }.joined()
    var last = 0
    try files([("a.ndjson", text)]).forEachRecord { item in
      last += 1
      #expect(item.line == last && item.record.identifier == "\(last)")
    }
    #expect(last == 20_000)
  }
}

import FHIRCheckCommand
import Foundation
import FHIRTestSupport
import Testing

/// Runs `check` and `summary` over generated exports.
@Suite struct ExportCommandTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func run(_ arguments: String...) -> CommandHarness.Outcome { CommandHarness().validate(arguments) }

  /// A record of an export.
  private struct Record {
    var type = "Condition"
    var id: String
    var source: String
    var version = "1.0.2"
    var more =
      #""code": { "text": "Asthma" }, "verificationStatus": "confirmed", "patient": { "reference": "Patient/1" }"#

    var json: String { #"{ "resourceType": "\#(type)", "id": "\#(id)", \#(more) }"# }
  }

  /// Writes an export whose files are numbered and were all received on one day.
  private func write(_ records: [Record], to root: String, firstFile: Int = 0, day: Int = 1) throws {
    var xml = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<HealthData locale=\"en_US\">\n"
    for (number, record) in records.enumerated() {
      let file = "\(record.type)-\(firstFile + number).json"
      try folder.write(record.json, to: "\(root)/clinical-records/\(file)")
      xml += """
         <ClinicalRecord type="\(record.type)" identifier="\(record.id)" sourceName="\(record.source)" \
        sourceURL="https://example.org/\(record.id)" fhirVersion="\(record.version)" \
        receivedDate="2021-03-0\(day) 05:06:07 +0100" resourceFilePath="/clinical-records/\(file)"/>

        """
    }
    try folder.write(xml + "</HealthData>\n", to: root + "/export.xml")
  }

  /// 35 records of three institutions, most identifiers at more than one.
  private var records: [Record] {
    (0..<35).map { number in
      let location = number % 3
      var record = Record(id: "\(number / 3)", source: ["North Clinic", "South Clinic", "Harbor Clinic"][location])
      if number % 5 == 0 {
        record.type = "AllergyIntolerance"
        record.more = #""substance": { "text": "Nuts" }, "patient": { "reference": "Patient/1" }"#
      }
      return record
    }
  }

  @Test func theSameIdentifierAtSeveralLocationsIsNotADuplicate() throws {
    try write(records, to: "export")
    let outcome = run("--format", "jsonl", folder.path)
    #expect(outcome.exitCode == .success)
    #expect(!outcome.output.contains(#""type":"issue""#))
    // Of one source, they would be copies.
    try folder.write("", to: "export/export.xml")
    #expect(run("--format", "jsonl", folder.path).output.contains("identity/duplicate-record"))
  }

  /// A file that is no JSON is not judged, and the record that its entry promises is not lost silently.
  @Test(arguments: ["%PDF-1.7", "<Patient xmlns=\"http://hl7.org/fhir\"/>", "<ClinicalDocument/>", "text"])
  func anEntryNamesAFileOfAnotherKind(content: String) throws {
    try write([Record(id: "a", source: "Clinic"), Record(id: "b", source: "Clinic")], to: "export")
    try FileManager.default.removeItem(atPath: folder.path + "/export/clinical-records/Condition-1.json")
    let path = folder.path + "/export/export.xml"
    let export = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
    try folder.write(export.replacing("Condition-1.json", with: "b.pdf"), to: "export/export.xml")
    try folder.write(content, to: "export/clinical-records/b.pdf")
    let outcome = run("--format", "jsonl", folder.path)
    #expect(outcome.exitCode == .findings)
    let issues = outcome.output.split(separator: "\n").filter { $0.contains(#""type":"issue""#) }
    #expect(issues.count == 1 && issues.allSatisfy { $0.contains("source/stub-disagrees") }, "\(issues)")
    let summary = run("summary", "--format", "json", folder.path).output
    #expect(summary.contains(#""places":{"found":2,"judged":1,"notJudged":1}"#), "\(summary)")
  }

  /// A card is no single record, whether it is in one file or in several.
  @Test(arguments: [["immunization.smart-health-card"], ["laboratory.qr.txt"], []])
  func anEntryNamesACard(names: [String]) throws {
    let cards = "Samples/health-cards/cards/"
    var texts = try names.map { String(decoding: try PackageRoot.bytes(cards + $0), as: UTF8.self) }
    if texts.isEmpty {
      let text = String(decoding: try PackageRoot.bytes(cards + "laboratory.qr.txt"), as: UTF8.self)
      texts = text.split(separator: "\n").map(String.init)
    }
    try write(texts.indices.map { Record(id: "\($0)", source: "Clinic") }, to: "export")
    let path = folder.path + "/export/export.xml"
    let export = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
    try folder.write(export.replacing(".json", with: ".txt"), to: "export/export.xml")
    for (number, text) in texts.enumerated() {
      let name = folder.path + "/export/clinical-records/Condition-\(number)"
      try FileManager.default.removeItem(atPath: name + ".json")
      try folder.write(text, to: "export/clinical-records/Condition-\(number).txt")
    }
    let output = run("--format", "jsonl", folder.path).output
    let found = output.split(separator: "\n").filter { $0.contains(#""rule":"source/stub-disagrees""#) }
    #expect(found.count == texts.count && found.allSatisfy { $0.contains("SMART Health Card") }, "\(output)")
  }

  @Test func theSameExportTwiceGivesADuplicateForEachRecord() throws {
    try write(records, to: "first")
    try write(records.reversed(), to: "second", firstFile: 1000, day: 2)
    let output = run("--format", "jsonl", folder.path).output
    #expect(output.components(separatedBy: #""rule":"identity/duplicate-record""#).count - 1 == 35)
    #expect(output.components(separatedBy: #""type":"issue""#).count - 1 == 35)
    let summary = run("summary", "--format", "json", folder.path).output
    #expect(summary.contains(#""duplicates":{"duplicate-record":35},"withoutId":0,"#))
    #expect(
      summary.contains(
        #""receivedDates":{"first":"2021-03-01 05:06:07 +0100","last":"2021-03-02 05:06:07 +0100"}"#))
  }

  @Test func anotherVersionIsNotAConflict() throws {
    var newer = Record(id: "1", source: "North Clinic")
    newer.more = #""meta": { "versionId": "2" }, "# + newer.more
    try write([Record(id: "1", source: "North Clinic")], to: "first")
    try write([newer], to: "second", firstFile: 1)
    let output = run("--format", "jsonl", folder.path).output
    #expect(output.contains("identity/newer-version") && !output.contains("identity/conflicting-record"))
    #expect(output.contains(#""source":"North Clinic""#))
  }

  @Test func theStubOverridesTheSourceOfTheCaller() throws {
    try write([Record(id: "1", source: "North Clinic")], to: "export")
    try folder.write(#"{ "resourceType": "Patient", "gender": "x" }"#, to: "export/clinical-records/more.json")
    let summary = run("summary", "--format", "json", "--source", "Mine", folder.path).output
    #expect(summary.contains(#""sources":{"Mine":1,"North Clinic":1}"#))
    #expect(run("--format", "jsonl", "--source", "Mine", folder.path).output.contains(#""source":"Mine""#))
  }

  @Test func theReleaseOfTheCallerOverridesThatOfTheStub() throws {
    var record = Record(id: "1", source: "North Clinic", version: "5.0.0")
    record.more = #""code": 7"#
    try write([record], to: "export")
    #expect(run("--format", "jsonl", folder.path).output.contains("structure/other-release"))
    let judged = run("--format", "jsonl", "--fhir-version", "dstu2", folder.path)
    #expect(judged.output.contains("structure/wrong-kind") && !judged.output.contains("other-release"))
    let later = run("summary", "--format", "json", "--fhir-version", "r4", folder.path)
    #expect(later.output.contains(#""releases":{"r4":1}"#) && later.output.contains(#""notJudged":{}"#))
  }

  @Test func theXMLMayHaveAnyNameAndBeNamedAlone() throws {
    try write([Record(id: "1", source: "North Clinic")], to: "export")
    let xml = folder.path + "/export/Exportieren.xml"
    try FileManager.default.moveItem(atPath: folder.path + "/export/export.xml", toPath: xml)
    for path in [folder.path, xml] {
      let summary = run("summary", "--format", "json", path).output
      #expect(summary.contains(#""records":1,"#) && summary.contains(#""sources":{"North Clinic":1}"#), "\(path)")
    }
  }

  /// The sums of the receipt, over an export with every case.
  @Test func aFileCountsOnceHoweverManyListsNameIt() throws {
    try write(records, to: "export")
    try folder.write(Record(id: "lost", source: "").json, to: "export/clinical-records/lost.json")
    let xml = try String(contentsOfFile: folder.path + "/export/export.xml", encoding: .utf8)
    try folder.write(xml, to: "export/export 2.xml")
    try folder.write(xml.replacing("Condition-1.json", with: "lost.json"), to: "export/export 3.xml")
    let summary = run("summary", "--format", "json", folder.path).output
    #expect(summary.contains(#""stubs":{"joined":36,"ofSameFile":69,"read":105,"withoutFile":0}"#))
    #expect(summary.contains(#""recordFiles":{"joined":36,"withoutStub":0}"#))
  }

  @Test func theReceiptAddsUp() throws {
    let output = run("summary", "--format", "json", ExportSampleTests.folder, folder.path + "/none").output
    struct Document: Decodable {
      var files: Int
      var records: Int
      var releases: [String: Int]
      var sources: [String: Int]
      var notJudged: [String: Int]
      var receipt: [String: [String: Int]]
    }
    let found = try JSONDecoder().decode(Document.self, from: Data(output.utf8))
    let sum = { (counts: [String: Int]) in counts.values.reduce(0, +) }
    for part in ["stubs", "files", "places"] {
      let counts = try #require(found.receipt[part])
      let whole = part == "stubs" ? "read" : "found"
      #expect(sum(counts.filter { $0.key != whole }) == counts[whole], "\(part)")
    }
    let receipt = try #require(found.receipt["places"])
    let files = try #require(found.receipt["files"])
    #expect(receipt["notJudged"] == sum(found.notJudged) - 1 && found.notJudged["unreadable-path"] == 1)
    #expect(
      receipt["judged"] == sum(found.releases) - (found.releases["unknown"] ?? 0)
        && sum(found.releases) == found.records)
    #expect(sum(found.sources) == found.records)
    #expect(files["read"] == found.files && files["unreadable"] == 1)
    // The files of records, the export.xml and a file of cards.
    #expect(sum(try #require(found.receipt["recordFiles"])) == found.files - 2)
    #expect(found.receipt["stubs"]?["joined"] == found.receipt["recordFiles"]?["joined"])
  }
}

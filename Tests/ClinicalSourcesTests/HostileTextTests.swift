@testable import ClinicalSources
import ClinicalRecords
import FHIRFindings
import FHIRValidation
import FHIRTape
import FHIRTestSupport
import Testing

/// Paths, names in archives and attributes of exports are compared by their bytes.
struct HostileTextTests {
  private let marks = HostileText.marks

  private func stub(_ attribute: String, _ text: String) -> String {
    let values = [
      ("type", "Condition"), ("identifier", "1"), ("sourceName", "a"), ("sourceURL", "b"), ("fhirVersion", "1.0.2"),
      ("receivedDate", "2021-03-01 05:06:07 +0100"), ("resourceFilePath", "/clinical-records/Condition-1.json"),
    ].map { "\($0)=\"\($0 == attribute ? text : $1)\"" }
    return "<ClinicalRecord \(values.joined(separator: " "))/>"
  }

  @Test(
    arguments: ["type", "identifier", "sourceName", "sourceURL", "fhirVersion", "receivedDate", "resourceFilePath"])
  func anAttributeOfAnExport(attribute: String) throws {
    var limits = ExportLimits()
    limits.maximumStubBytes = 1 << 20
    for text in [marks, "clinical-records/\(marks)", "\(marks)/../\(marks)", "a&#x\(marks);"] {
      let xml = "<HealthData>" + stub(attribute, text) + stub(attribute, text + "x") + "</HealthData>"
      let tree = MemoryTree([
        ("clinical-records/Condition-1.json", Array(#"{"resourceType":"Condition","id":"1"}"#.utf8)),
        ("clinical-records/\(marks).json", Array(#"{"resourceType":"Condition","id":"2"}"#.utf8)),
        ("export.xml", Array(xml.utf8)),
      ])
      let export = try #require(try AppleHealthExport.all(in: tree, limits: limits).first)
      #expect(export.stubs.count == 2)
      #expect(Set(export.stubs).count == 2)
      #expect(Set(export.findings).count <= export.findings.count)
    }
  }

  @Test(arguments: ["type", "identifier"])
  func aStubBesideItsRecord(attribute: String) {
    for json in [
      #"{"resourceType":"Condition","id":"\#(marks)x"}"#, #"{"resourceType":"\#(marks)x","id":"1"}"#,
    ] {
      var stub = ExportStub()
      (stub.type, stub.identifier) = attribute == "type" ? (marks, "1") : ("Condition", marks)
      Array(json.utf8).withUnsafeBytes { bytes in
        _ = Validator().validate(
          bytes,
          visit: { record in
            let finding = StubCheck.disagreement(
              of: record.tape, at: record.index, in: record.place, with: stub, in: "export.xml")
            #expect(finding != nil)
          })
      }
    }
  }

  @Test func pathsOfFiles() {
    let paths = [
      "\(marks)/export.xml", "\(marks)/clinical-records/a.json", "\(marks).xml", "a/\(marks)/clinical_records/b.json",
      "clinical-records/\(marks).json", "clinical-records\(marks)/\(marks).json",
    ]
    #expect(AppleHealthExport.candidates(in: paths) == [0, 2])
    #expect(ExportPath.normalized("/\(marks)/./../\(marks)")?.byBytes == marks.byBytes)
    let files = ["clinical-records/\(marks).JSON", "clinical-records\(marks)/a.json"]
    #expect(ExportPaths(files).records(below: "") == [0])
    #expect(Array(ExportPaths(files).files(at: files[1])) == [1])
  }

  @Test func namesInAnArchive() throws {
    let name = String(repeating: "\u{301}\u{316}", count: 8_000)
    let names = ["\(name)a.json", "\(name)b.json", "\(name)a.json", "../\(name)"]
    let bytes = ZipWriter(names.map { ZipWriter.Entry($0, "{}") }).bytes
    let archive = try ZipArchive(MemoryBytes(bytes))
    var rules: [String] = []
    archive.findings { rules.append($0.rule.rawValue) }
    #expect(archive.count == 2)
    #expect(rules.count == 2)
  }
}

import FHIRCheckCommand
import FHIRTestSupport
import Foundation
import Testing

/// A report says by which releases its records were judged.
@Suite struct ReleasesInReportsTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try folder.write(#"{"resourceType":"ServiceRequest","id":"a","x":1}"#, to: "a.json")
    try folder.write(#"{"resourceType":"MedicationOrder","id":"b","x":1}"#, to: "b.json")
    try folder.write(#"{"resourceType":"ActorDefinition","id":"c","x":1}"#, to: "c.json")
  }

  private func report(_ arguments: String...) -> String {
    CommandHarness().validate(arguments + [folder.path]).output
  }

  @Test func theHeadHasWhatIsKnownBeforeReading() {
    #expect(report("--format=jsonl").contains(#""release":"","releases":["dstu2","stu3","r4","r4b"]}"#))
    #expect(report("--format=json").contains(#""release":"","releases":["dstu2","stu3","r4","r4b"],"issues":["#))
    #expect(report("--format=jsonl", "--fhir-version=r4").contains(#""release":"r4","releases":["r4"]}"#))
    #expect(
      report("records", "--format=jsonl", "--with-issues")
        .contains(#""release":"","releases":["dstu2","stu3","r4","r4b"]}"#))
  }

  @Test func eachIssueHasTheReleaseOfItsRecord() throws {
    for (format, first, second) in [
      ("jsonl", #""id":"a","release":"r4"}"#, #""id":"b","release":"dstu2"}"#),
      ("json", #""id":"a","release":"r4"}"#, #""id":"b","release":"dstu2"}"#),
      ("csv", "ServiceRequest,a,,r4,,,true\r\n", "MedicationOrder,b,,dstu2,,,true\r\n"),
      ("sarif", #""severity":"error","release":"r4"}}"#, #""severity":"error","release":"dstu2"}}"#),
      ("github", "(ServiceRequest.x, r4)", "(MedicationOrder.x, dstu2)"),
      ("gitlab", "(ServiceRequest.x, r4)", "(MedicationOrder.x, dstu2)"),
      ("operation-outcome", ", release r4\"", ", release dstu2\""),
      ("junit", "in ServiceRequest/a, r4</failure>", "in MedicationOrder/b, dstu2</failure>"),
    ] {
      let text = report("--format", format)
      #expect(text.contains(first) && text.contains(second), "\(format): \(text)")
    }
    let findings = try PageList(report("--format=html")).findings
    #expect(findings.first { $0.record == "ServiceRequest/a" }?.release == "r4")
    #expect(findings.first { $0.record == "MedicationOrder/b" }?.release == "dstu2")
    // No finding of a record that was judged by no release claims one.
    #expect(!report("--format=jsonl").contains(#""id":"c","release""#))
  }

  /// The page groups findings by the sources that the records name.
  @Test func thePageHasTheSourceOfEachRecord() throws {
    let entry = { (id: String) in
      #"{"resource":{"resourceType":"Patient","id":"\#(id)","meta":{"source":"http://\#(id).example.org"},"x":1}}"#
    }
    let text = #"{"resourceType":"Bundle","type":"collection","x":1,"entry":[\#(entry("d")),\#(entry("e"))]}"#
    try folder.write(text, to: "d.json")
    let page = report("--format=html", "--no-identity", "--fhir-version=r4")
    let found = Dictionary(grouping: try PageList(page).findings.filter { $0.rule == "structure/unknown-element" }) {
      $0.record
    }.mapValues { Set($0.map(\.source)) }
    #expect(found["Patient/d"] == ["http://d.example.org"] && found["Patient/e"] == ["http://e.example.org"])
    #expect(found["ServiceRequest/a"] == [""])
    #expect(page.contains(#"data-find="source:&quot;unknown source&quot;""#))
    #expect(page.contains("<option value=\"source\">"))
  }

  /// A fault of an entry in the list of records is of the source that the entry names.
  @Test func faultsOfTheListHaveTheSourceOfTheirEntry() throws {
    let export = PackageRoot.url.appending(path: "Samples/apple-health-export").path()
    let page = CommandHarness().validate("--format=html", export).output
    let faults = try PageList(page).findings.filter { $0.file.hasSuffix("export.xml") }
    #expect(faults.first { $0.rule == "source/unknown-version" }?.source == "St. Anna Clinic")
    #expect(faults.first { $0.rule == "source/truncated-export" }?.source == "")
  }

  /// Profiles need a whole Bundle, but the entries before a fault are records with them, too.
  @Test(arguments: [[], ["--guide=us-core"]]) func entriesOfADamagedBundleAreJudged(_ options: [String]) throws {
    let entry = #"{"resource":{"resourceType":"Patient","id":"a","x":1}}"#
    let damaged = try TemporaryFolder()
    try damaged.write(#"{"resourceType":"Bundle","type":"collection","entry":[\#(entry),\#(entry),{"res"#, to: "a.json")
    let text = CommandHarness().validate(["--no-identity", "--fhir-version=r4"] + options + [damaged.path]).output
    #expect(text.contains("2 in 2 records of 1 file: structure/unknown-element at Patient.x"), "\(text)")
  }

  @Test func theLastLinesCountByRelease() throws {
    let text = report().replacing("\n  ", with: " ")
    #expect(text.contains("; 2 of 3 records in 2 of 3 files judged by DSTU2 (1) and R4 (1). "), "\(text)")
    try folder.write(#"{"resourceType":"Basic","id":"d","code":{"text":"a"}}"#, to: "d.json")
    let path = folder.path + "/d.json"
    #expect(
      CommandHarness().validate(path).output.contains(
        "judged by\n  R4.\n  Basic 1\n  judged as R4, since nothing tells the release: 1 record\n"))
  }
}

import FHIRCheckCommand
import Foundation
import Testing

/// Which rows `fhircheck records` writes, and the columns that need other records.
@Suite struct TableRowTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The rows without the header, and what was said.
  private func run(_ arguments: String...) -> (rows: [String], error: String, exitCode: ExitCode) {
    let outcome = CommandHarness().validate(["records", "--fhir-version=r4"] + arguments + [folder.path])
    let rows = outcome.output.components(separatedBy: "\r\n").dropFirst().dropLast()
    return (Array(rows), outcome.error.replacing(folder.path + "/", with: ""), outcome.exitCode)
  }

  private static let records = """
    {"resourceType":"Observation","id":"a","status":"final","code":{"coding":[{"code":"718-7"}]},"valueInteger":7,"x":1}
    {"resourceType":"Observation","id":"b","status":"amended","code":{"coding":[{"code":"718-7"}],"text":"it's = x"}}
    {"resourceType":"Patient","id":"c","name":[{"given":["A","B"]}]}

    """

  @Test(arguments: [
    ("code = 718-7", ["a", "b"]), ("code=718-7", ["a", "b"]), ("code = '718-7'", ["a", "b"]), ("status = final", ["a"]),
    ("resourceType = Patient", ["c"]), ("errors = 1", ["a"]), ("errors = 0", ["b", "c"]), ("value =", ["b", "c"]),
    ("noClinicalType = resource-type", ["c"]), ("code = 718", []), ("status = 'final' or id = 'b'", ["a", "b"]),
    ("Observation.value > 5", ["a"]), ("Patient.name.given", ["c"]), ("status = 'final' and false", []),
    ("name.exists().not()", ["a", "b"]), ("id in ('a' | 'c')", ["a", "c"]),
  ])
  func whereChoosesRows(_ condition: String, _ ids: [String]) throws {
    try folder.write(Self.records, to: "a.ndjson")
    let outcome = run("--columns=id", "--where", condition)
    #expect(outcome.rows == ids && outcome.error == "" && outcome.exitCode == .success, "\(outcome)")
  }

  @Test func allConditionsHold() throws {
    try folder.write(Self.records, to: "a.ndjson")
    // A condition does not change the columns.
    #expect(run("--columns=id,line", "--where=code=718-7", "--where=status='amended'", "--where=id=b").rows == ["b,2"])
    let all = run("--where=id=b").rows
    #expect(all.count == 1 && all[0].hasSuffix(",0,0"), "\(all)")
  }

  /// A finding in a record that is left out counts in no other row, and is not listed.
  @Test func findingsOfOtherRecordsAreLeftOut() throws {
    try folder.write(
      #"""
      {"resourceType":"Bundle","type":"collection","entry":[
        {"resource":{"resourceType":"Bundle","type":"batch","id":"outer"}},
        {"resource":{"resourceType":"Patient","id":"a","x":1,"y":2}},
        {"resource":{"resourceType":"Patient","id":"b","z":1}}]}
      """#, to: "b.json")
    let lines = CommandHarness().validate(
      "records", "--fhir-version=r4", "--format=jsonl", "--with-issues", "--columns=id,errors", "--where=id=b",
      "--where=Patient", folder.path
    ).output.split(separator: "\n")
    #expect(lines.count { $0.hasPrefix(#"{"type":"record""#) } == 1)
    #expect(lines.contains(#"{"type":"record","id":"b","errors":1}"#))
    let issues = lines.filter { $0.hasPrefix(#"{"type":"issue""#) && $0.contains("structure/") }
    #expect(issues.count == 1 && issues[0].contains("'z'"), "\(issues)")
  }

  @Test func aConditionThatFailsIsSaid() throws {
    try folder.write(Self.records, to: "a.ndjson")
    let failed = run("--columns=id", "--where=name.given.single() = 'A'")
    #expect(failed.rows.isEmpty && failed.exitCode == .findings)
    #expect(failed.error.contains("'name.given.single() = 'A'' could not be evaluated for 1 record"), "\(failed.error)")
    // A name that no release has.
    let misspelt = run("--columns=id", "--where=statu = 'final'")
    #expect(misspelt.rows.isEmpty && misspelt.error.contains("'statu'"), "\(misspelt.error)")
    for (condition, sentence) in [
      ("name.(", "nor an expression"), ("file = a.ndjson", "cannot ask for 'file'"), ("", "'' is not"),
    ] {
      let outcome = run("--where", condition)
      #expect(outcome.exitCode == .failure && outcome.rows.isEmpty, "\(outcome)")
      _ = sentence
    }
  }

  /// References are resolved in the Bundle, wherever the entry is.
  @Test func conditionsSeeTheBundle() throws {
    let id = "urn:uuid:05efabf0-4be2-4561-91ce-51548425acb9"
    let patient = #"{"fullUrl":"\#(id)","resource":{"resourceType":"Patient","id":"p","gender":"male"}}"#
    let record = #"{"resource":{"resourceType":"Condition","id":"c","subject":{"reference":"\#(id)"}}}"#
    for entries in [patient + "," + record, record + "," + patient] {
      try folder.write(#"{"resourceType":"Bundle","type":"collection","entry":[\#(entries)]}"#, to: "b.json")
      #expect(run("--columns=id", "--where=subject.resolve().gender = 'male'").rows == ["c"])
      #expect(run("--columns=id", "--where=subject.resolve().gender = 'female'").rows == [])
    }
  }

  @Test func performersHaveNames() throws {
    let id = "urn:uuid:05efabf0-4be2-4561-91ce-51548425acb9"
    func observation(_ id: String, _ performer: String, _ more: String = "") -> String {
      #"{"resource":{"resourceType":"Observation","id":"\#(id)","performer":[\#(performer)]\#(more)}}"#
    }
    let contained = #","contained":[{"resourceType":"Practitioner","id":"k","name":[{"text":"Dr. K"}]}]"#
    let entries = [
      observation("shown", #"{"reference":"Practitioner/1"},{"display":"Dr. D"}"#),
      observation("bundled", #"{"reference":"\#(id)"}"#), observation("lab", #"{"reference":"Organization/o"}"#),
      observation("contained", ##"{"reference":"#k"}"##, contained),
      observation("unknown", #"{"reference":"Practitioner/1"}"#), observation("none", "{}"),
      #"{"resource":{"resourceType":"Procedure","id":"actor","performer":[{"actor":{"reference":"\#(id)"}}]}}"#,
      #"{"resource":{"resourceType":"MedicationRequest","id":"asked","requester":{"reference":"\#(id)"}}}"#,
      #"{"fullUrl":"\#(id)","resource":{"resourceType":"Practitioner","id":"p","#
        + #""name":[{"given":["Ken","X"],"family":"Ito"}]}}"#,
      #"{"resource":{"resourceType":"Organization","id":"o","name":"City Lab"}}"#,
    ]
    try folder.write(
      #"{"resourceType":"Bundle","type":"collection","entry":[\#(entries.joined(separator: ","))]}"#, to: "b.json")
    #expect(
      run("--columns=id,performer").rows == [
        "shown,Dr. D", "bundled,Ken X Ito", "lab,City Lab", "contained,Dr. K", "unknown,Practitioner/1", "none,",
        "actor,Ken X Ito", "asked,Ken X Ito", "p,", "o,",
      ])
  }

  @Test func aComponentMayBeARow() throws {
    try folder.write(
      #"""
      {"resourceType":"Observation","id":"bp","status":"final","code":{"text":"BP"},"effectiveDateTime":"2024-05-01",
       "component":[
        {"code":{"coding":[{"system":"http://loinc.org","code":"8480-6","display":"Systolic"}]},
         "valueQuantity":{"value":120,"unit":"mmHg"},"interpretation":[{"coding":[{"code":"N"}]}],"referenceRange":[{"high":{"value":130}}]},
        {"code":{"text":"dia"},"valueQuantity":{"value":80,"unit":"mmHg"},"x":1}],"y":1}
      """#, to: "o.json")
    try folder.write(#"{"resourceType":"Patient","id":"p"}"#, to: "p.json")
    let columns =
      "--columns=line,id,component,code,system,display,start,value,unit,rangeHigh,interpretation,components,errors"
    let rows = run(columns, "--row-per-component").rows
    #expect(
      rows == [
        "1,bp,,BP,,BP,2024-05-01,,,,,8480-6=120 mmHg|dia=80 mmHg,1",
        "3,bp,1,8480-6,http://loinc.org,Systolic,2024-05-01,120,mmHg,130,N,,0",
        "5,bp,2,dia,,dia,2024-05-01,80,mmHg,,,,1", "1,p,,,,,,,,,,,0",
      ], "\(rows)")
    #expect(run("--columns=id,value", "--row-per-component", "--where=component=2").rows == ["bp,80"])
    let whole = run(columns).rows
    #expect(whole.count == 2 && whole[0].hasSuffix(",2"))
    let lines = CommandHarness().validate(
      "records", "--format=jsonl", "--columns=component,code", "--row-per-component", folder.path + "/o.json")
    #expect(
      lines.output == #"""
        {"code":"BP"}
        {"component":1,"code":"8480-6"}
        {"component":2,"code":"dia"}

        """#)
  }

  @Test func duplicatesAreMarked() throws {
    func patient(_ id: String, _ version: String, _ gender: String) -> String {
      #"{"resourceType":"Patient","id":"\#(id)","meta":{"versionId":"\#(version)"},"gender":"\#(gender)"}"#
    }
    let records = [
      patient("a", "1", "male"), patient("b", "1", "male"), patient("c", "1", "male"), patient("a", "2", "male"),
      patient("a", "1", "male"), patient("a", "2", "male"), patient("c", "1", "female"), patient("B", "1", "male"),
      #"{"resourceType":"Patient"}"#,
    ]
    try folder.write(records.prefix(5).joined(separator: "\n") + "\n", to: "1.ndjson")
    try folder.write(records.dropFirst(5).joined(separator: "\n") + "\n", to: "2.ndjson")
    let columns = "--columns=id,duplicateGroup,duplicateRole"
    let expected = [
      "a,1,first", "b,3,first", "c,2,first", "a,1,newer-version", "a,1,duplicate-record", "a,1,duplicate-record",
      "c,2,conflicting-record", "B,3,case-differs",
      ",,",
    ]
    let outcome = run(columns)
    #expect(outcome.rows == expected && outcome.error.isEmpty && outcome.exitCode == .success, "\(outcome.rows)")
    #expect(run(columns, "--jobs=1").rows == expected)
    #expect(run("--columns=id", "--where=duplicateRole=duplicate-record").rows == ["a", "a"])
    #expect(run("--columns=id", "--where=duplicateGroup=3").rows == ["b", "B"])
    let line = CommandHarness().validate("records", "--format=jsonl", columns, folder.path + "/1.ndjson").output
    #expect(line.hasPrefix(#"{"id":"a","duplicateGroup":1,"duplicateRole":"first"}"#))
    // The run ends as without these columns, and says once what is wrong.
    try folder.write(#"{"resourceType""#, to: "bad.json")
    let (with, without) = (run(columns), run("--columns=id"))
    #expect(with.exitCode == without.exitCode && with.error == without.error)
  }
}

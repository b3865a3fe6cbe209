import FHIRCheckCommand
import FHIRTestSupport
import Foundation
import Testing

/// Compiles small files in the publishers' layouts, and checks records by the pack.
struct TerminologyCommandTests {
  private let folder: TemporaryFolder
  private let sources: String
  private var pack: String { folder.path + "/codes.pack" }

  init() throws {
    folder = try TemporaryFolder()
    sources = folder.path + "/sources"
    try folder.write(
      """
      LOINC_NUM,COMPONENT,SCALE_TYP,CLASS,STATUS,SHORTNAME,LONG_COMMON_NAME
      1000-9,Glue,Qn,CHEM,ACTIVE,Glue Wood,Glue in Wood
      1001-7,Glue,Ord,CHEM,ACTIVE,Glue Ql,Glue seen in Wood
      1002-5,Sand,Nom,MICRO,DEPRECATED,Sand Shoe,Sand in Shoe
      """, to: "sources/Loinc_9.9/Loinc.csv")
    try folder.write("LOINC,MAP_TO,COMMENT\n1002-5,1001-7,\n", to: "sources/Loinc_9.9/MapTo.csv")
    try folder.write(
      """
      id\teffectiveTime\tactive\tmoduleId\tdefinitionStatusId
      138875005\t20300131\t1\t900000000000207008\t900000000000074008
      404684003\t20300131\t1\t900000000000207008\t900000000000074008
      22298006\t20300131\t1\t900000000000207008\t900000000000074008
      71388002\t20300131\t1\t900000000000207008\t900000000000074008
      """, to: "sources/sct2_Concept_Snapshot_INT_20300131.txt")
    try folder.write(
      """
      id\teffectiveTime\tactive\tmoduleId\tsourceId\tdestinationId\trelationshipGroup\ttypeId\tcharacteristicTypeId\tmodifierId
      1\t20300131\t1\t900000000000207008\t404684003\t138875005\t0\t116680003\t900000000000011006\t900000000000451002
      2\t20300131\t1\t900000000000207008\t22298006\t404684003\t0\t116680003\t900000000000011006\t900000000000451002
      3\t20300131\t1\t900000000000207008\t71388002\t138875005\t0\t116680003\t900000000000011006\t900000000000451002
      """, to: "sources/sct2_Relationship_Snapshot_INT_20300131.txt")
    try folder.write("nothing of interest", to: "sources/README.txt")
  }

  private func compile() -> CommandHarness.Outcome {
    CommandHarness().validate("terminology", "compile", "--output", pack, sources)
  }

  private func check(_ record: String, _ more: String...) throws -> CommandHarness.Outcome {
    let file = try folder.write(record, to: "record.json")
    return CommandHarness().validate(
      ["--format=jsonl", "--fhir-version=r4", "--no-config", "--terminology=\(pack)"] + more + [file])
  }

  private static func observation(_ coding: String) -> String {
    #"{ "resourceType": "Observation", "status": "final", "code": { "coding": [{ \#(coding) }] }, "valueString": "x" }"#
  }

  @Test func compilesAndSaysWhatItFound() {
    let outcome = compile()
    #expect(outcome.error.isEmpty)
    #expect(outcome.exitCode == .success)
    #expect(outcome.output.contains("LOINC: http://loinc.org in version 9.9, 3 codes, 2 of them active\n"))
    #expect(
      outcome.output.contains("http://snomed.info/sct/900000000000207008/version/20300131, 4 codes\n"))
  }

  @Test(arguments: [
    (#""system": "http://loinc.org", "code": "1000-9", "display": "glue  IN wood""#, [] as [String]),
    (#""system": "http://loinc.org", "code": "1003-3""#, ["code/unknown-code error"]),
    (#""system": "http://loinc.org", "code": "1002-5""#, ["code/retired-code warning"]),
    (#""system": "http://loinc.org", "code": "1000-9", "display": "Sand in Shoe""#, ["code/wrong-display warning"]),
    (#""system": "http://loinc.org", "version": "9.9", "code": "1003-3""#, ["code/unknown-code error"]),
    (#""system": "http://loinc.org", "version": "9.8", "code": "1003-3""#, []),
    // The pack has no answers.
    (#""system": "http://loinc.org", "code": "LA6576-8""#, []),
    (#""system": "http://snomed.info/sct", "code": "22298006""#, []),
    (#""system": "http://snomed.info/sct", "code": "38341003""#, ["code/unknown-code error"]),
    (#""system": "http://snomed.info/sct", "code": "11000181102""#, []),
    (#""system": "http://snomed.info/sct", "code": "22298006:363698007=71388002""#, ["code/unknown-code error"]),
    (#""system": "http://snomed.info/sct", "code": "22298006:71388002=404684003""#, []),
    (#""system": "http://www.nlm.nih.gov/research/umls/rxnorm", "code": "1""#, []),
  ])
  func judgesCodes(coding: String, expected: [String]) throws {
    #expect(compile().exitCode == .success)
    let outcome = try check(Self.observation(coding))
    for finding in expected {
      let parts = finding.split(separator: " ")
      #expect(outcome.output.contains(#""severity":"\#(parts[1])","rule":"\#(parts[0])""#), "\(outcome.output)")
    }
    if expected.isEmpty { #expect(!outcome.output.contains(#""rule":"code/"#), "\(outcome.output)") }
  }

  @Test func namesWhatReplacesARetiredCodeAndTheVersion() throws {
    #expect(compile().exitCode == .success)
    let outcome = try check(Self.observation(#""system": "http://loinc.org", "code": "1002-5""#))
    #expect(
      outcome.output.contains(
        #"expected an active code of 'http://loinc.org' in version 9.9, found \"1002-5\"; '1001-7' replaces it"#))
    #expect(outcome.output.contains(#""terminology":[{"system":"http://loinc.org","version":"9.9","codes":3},"#))
  }

  /// The report tells a part of a system; a pack with the whole is used, also behind one with a part.
  @Test func aPackWithTheWholeSystemIsUsedBeforeOneWithAPart() throws {
    #expect(compile().exitCode == .success)
    let table = folder.path + "/part.csv"
    try folder.write("system,version,code\nhttp://loinc.org,9.9,1000-9\n", to: "part.csv")
    let part = folder.path + "/part.pack"
    #expect(
      CommandHarness().validate("terminology", "compile", "--output", part, table).output.contains("is a part of the"))
    try folder.write(Self.observation(#""system": "http://loinc.org", "code": "1003-3""#), to: "r.json")
    func run(_ packs: [String], _ format: String) -> String {
      CommandHarness().validate(
        ["check", "--format", format, folder.path + "/r.json"] + packs.flatMap { ["--terminology", $0] }
      ).output
    }
    #expect(!run([part], "jsonl").contains("code/unknown-code"))
    #expect(
      run([part], "jsonl").contains(
        #""terminology":[{"system":"http://loinc.org","version":"9.9","codes":1,"part":true}]"#))
    #expect(run([part], "text").contains("codes judged by a part of http://loinc.org in version 9.9"))
    for packs in [[part, pack], [pack, part]] { #expect(run(packs, "jsonl").contains("code/unknown-code")) }
  }

  @Test func countsWhatItCannotJudge() throws {
    #expect(compile().exitCode == .success)
    for (coding, what) in [
      (
        #""system": "http://loinc.org", "version": "1.0", "code": "1000-9""#,
        "codes of versions that no terminology pack has"
      ),
      (#""system": "http://snomed.info/sct", "code": "22298006:71388002=404684003""#, "expressions of SNOMED CT"),
      (
        #""system": "http://snomed.info/sct", "code": "11000181102""#,
        "codes of extensions and parts that no terminology pack has"
      ),
    ] {
      #expect(try check(Self.observation(coding)).output.contains(#""\#(what)":1"#))
    }
  }

  /// A value set with a filter, in a binding that nothing else can judge.
  @Test(arguments: [
    (#"{ "property": "concept", "op": "is-a", "value": "404684003" }"#, "http://snomed.info/sct", "22298006", true),
    (#"{ "property": "concept", "op": "is-a", "value": "404684003" }"#, "http://snomed.info/sct", "71388002", false),
    (#"{ "property": "CLASS", "op": "=", "value": "CHEM" }"#, "http://loinc.org", "1001-7", true),
    (#"{ "property": "CLASS", "op": "=", "value": "CHEM" }"#, "http://loinc.org", "1002-5", false),
    (#"{ "property": "COMPONENT", "op": "regex", "value": "Gl.*" }"#, "http://loinc.org", "1000-9", true),
    (#"{ "property": "COMPONENT", "op": "regex", "value": "Gl" }"#, "http://loinc.org", "1000-9", false),
  ])
  func judgesBindings(filter: String, system: String, code: String, isMember: Bool) throws {
    #expect(compile().exitCode == .success)
    let url = "http://example.org/set"
    try folder.write(
      ProfileCase.definition(
        ProfileCase.url,
        #"{ "path": "Observation.code", "binding": { "strength": "required", "valueSet": "\#(url)" } }"#,
        of: "Observation"),
      to: "definitions/profile.json")
    try folder.write(
      """
      {
        "resourceType": "ValueSet", "url": "\(url)", "status": "active",
        "compose": { "include": [{ "system": "\(system)", "filter": [\(filter)] }] }
      }
      """, to: "definitions/set.json")
    let outcome = try check(
      Self.observation(#""system": "\#(system)", "code": "\#(code)""#),
      "--definitions=\(folder.path)/definitions", "--profile=\(ProfileCase.url)")
    #expect(outcome.error.isEmpty)
    #expect(outcome.output.contains(#""rule":"profile/outside-value-set""#) == !isMember, "\(outcome.output)")
    #expect(!outcome.output.contains("value set \(url)\":"))
  }

  /// A value set that is in no other file.
  @Test func judgesBindingsByTheValueSetsOfAPack() throws {
    let url = "http://example.org/set"
    try folder.write(
      """
      {
        "resourceType": "ValueSet", "url": "\(url)", "status": "active",
        "compose": { "include": [{ "system": "http://loinc.org", "filter": [
          { "property": "CLASS", "op": "=", "value": "CHEM" }
        ] }] }
      }
      """, to: "sources/set.json")
    try folder.write(
      ProfileCase.definition(
        ProfileCase.url,
        #"{ "path": "Observation.code", "binding": { "strength": "required", "valueSet": "\#(url)" } }"#,
        of: "Observation"),
      to: "profile.json")
    #expect(compile().output.contains("1 value set\n"))
    for (code, isMember) in [("1001-7", true), ("1002-5", false)] {
      let outcome = try check(
        Self.observation(#""system": "http://loinc.org", "code": "\#(code)""#),
        "--definitions=\(folder.path)/profile.json", "--profile=\(ProfileCase.url)")
      #expect(outcome.output.contains(#""rule":"profile/outside-value-set""#) == !isMember, "\(outcome.output)")
    }
  }

  /// `memberOf` and `subsumes` on the command line.
  @Test func expressionsAreAnsweredByThePack() throws {
    #expect(compile().exitCode == .success)
    let coding = #""system": "http://snomed.info/sct", "code": "22298006""#
    let upper = #"{ "system": "http://snomed.info/sct", "code": "404684003" }"#
    let record = Self.observation(coding).replacing("}]", with: "}, \(upper)]")
      .replacing(#""status""#, with: #""subject": { "reference": "Patient/1" }, "status""#)
    let file = try folder.write(record, to: "record.json")
    for (expression, found) in [
      ("Observation.code.coding.first().memberOf('http://snomed.info/sct?fhir_vs=isa/404684003')", "true"),
      ("Observation.code.coding.first().memberOf('http://snomed.info/sct?fhir_vs=isa/71388002')", "false"),
      ("Observation.code.coding.first().memberOf('http://example.org/none')", nil),
      ("Observation.code.coding.last().subsumes(%context.code.coding.first())", "true"),
      ("Observation.code.coding.last().subsumedBy(%context.code.coding.first())", "false"),
      ("Observation.subject.resolve()", nil),
    ] {
      let values = [["--terminology=\(pack)"], []].map { more in
        CommandHarness().validate(["path", "--no-config", "--fhir-version=r4"] + more + [expression, file])
      }
      #expect(values.allSatisfy { $0.exitCode == .success }, "\(values.map(\.error))")
      #expect(found.map { values[0].output.hasSuffix(": \($0)\n") } ?? values[0].output.isEmpty, "\(values[0].output)")
      #expect(values[1].output.isEmpty)
    }
    try folder.write("no pack", to: "codes.pack")
    #expect(CommandHarness().validate("path", "--terminology=\(pack)", "code", file).exitCode == .failure)
  }

  // MARK: - Failures

  /// What a cut archive lacks would be missing in a pack that looks whole.
  @Test func cutArchivesAreRefused() throws {
    var package = TarWriter()
    for name in ["a", "b"] {
      let codes = (0..<400).map { #"{ "code": "\#(name)\#($0 * 7919 % 1000)" }"# }.joined(separator: ", ")
      package.add(
        "package/\(name).json",
        #"{ "resourceType": "CodeSystem", "url": "u:\#(name)", "content": "complete", "concept": [\#(codes)] }"#)
    }
    try folder.write(Array(package.gzipped.dropLast(package.gzipped.count / 3)), to: "sources/cut.tgz")
    let outcome = compile()
    #expect(outcome.exitCode == .failure && outcome.error.contains("cut.tgz"))
    #expect(FileManager.default.contents(atPath: pack) == nil)
  }

  @Test func leavesNoFileBehind() throws {
    try folder.write("hello", to: "other.txt")
    for arguments in [
      ["terminology", "compile", "--output", pack, folder.path + "/other.txt"],
      ["terminology", "compile", "--output", pack, folder.path + "/none"],
    ] {
      let outcome = CommandHarness().validate(arguments)
      #expect(outcome.exitCode == .failure)
      #expect(!outcome.error.isEmpty && outcome.output.isEmpty)
      #expect(FileManager.default.contents(atPath: pack) == nil)
    }
  }

  @Test func replacesNoSource() throws {
    let table = sources + "/Loinc_9.9/Loinc.csv"
    let outcome = CommandHarness().validate("terminology", "compile", "--output", table, table)
    #expect(outcome.exitCode == .failure)
    #expect(outcome.error.contains("which is among the definitions of this run"))
  }

  /// Nor a plain text that is only found in a folder.
  @Test func replacesNoSourceThatIsFound() throws {
    let table = try folder.write("system,code\nu:a,1\n", to: "few/a.csv")
    let outcome = CommandHarness().validate("terminology", "compile", "--output", table, folder.path + "/few")
    #expect(outcome.exitCode == .failure && outcome.error.contains("choose another file for it"))
    #expect(try String(contentsOfFile: table, encoding: .utf8) == "system,code\nu:a,1\n")
  }

  @Test func saysWhyNothingWasCompiled() throws {
    try folder.write(
      "id\teffectiveTime\tactive\tmoduleId\tdefinitionStatusId\n1\t20300131\t1\t1\t1\n",
      to: "full/sct2_Concept_Full_INT_20300131.txt")
    try folder.write("a,b\n1,2\n", to: "full/other.csv")
    let outcome = CommandHarness().validate("terminology", "compile", "--output", pack, folder.path + "/full")
    #expect(outcome.exitCode == .failure)
    #expect(outcome.error.contains("left out: 1 files of SNOMED CT that are no snapshot, 1 files of other kinds"))
  }

  /// Whatever the first bytes of a file are, it is no pack, and nothing is judged by less than was asked for.
  @Test func whatIsNoPackIsRefused() throws {
    #expect(compile().exitCode == .success)
    let bytes = [UInt8](try #require(FileManager.default.contents(atPath: pack)))
    let record = Self.observation(#""system": "http://loinc.org", "code": "1003-3""#)
    for content in (0..<8).map({ Array(bytes.prefix($0)) }) + [[0x20] + bytes, Array("LOINC_NUM,STATUS\n".utf8)] {
      try folder.write(content, to: "codes.pack")
      let outcome = try check(record, "--ignore=definition/unreadable")
      #expect(outcome.exitCode == .failure && outcome.error.contains("not a terminology pack"), "\(outcome.error)")
    }
  }

  @Test func needsAnOutputAndASource() {
    #expect(CommandHarness().validate("terminology", "compile", sources).error.contains("needs one '--output FILE'"))
    #expect(CommandHarness().validate("terminology", sources).error.contains("needs 'compile'"))
    #expect(CommandHarness().validate("terminology", "compile", "--output", pack).error.contains("no path given"))
  }

  @Test func aDamagedPackIsRefused() throws {
    #expect(compile().exitCode == .success)
    let bytes = [UInt8](try #require(FileManager.default.contents(atPath: pack)))
    try folder.write(Array(bytes.dropLast(9)), to: "codes.pack")
    let record = Self.observation(#""system": "http://loinc.org", "code": "1003-3""#)
    let cut = try check(record)
    #expect(cut.exitCode == .failure && cut.error.contains("the file was cut"))
    var changed = bytes
    changed[100] ^= 1
    try folder.write(changed, to: "codes.pack")
    let damaged = try check(record)
    #expect(damaged.exitCode == .failure && damaged.error.contains("some of its codes were not judged"))
    #expect(!damaged.output.contains("code/unknown-code"))
    #expect(damaged.output.contains("codes of a damaged terminology pack"))
  }
}

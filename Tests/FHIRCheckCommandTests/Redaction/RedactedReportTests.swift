import FHIRCheckCommand
import FHIRReporting
import FHIRTestSupport
import Foundation
import Testing

/// A redacted report contains no value of a record.
@Suite struct RedactedReportTests {
  /// Records, and the options of the check.
  struct Case: CustomTestStringConvertible, Sendable {
    let input: String
    var options: [String] = []
    var testDescription: String { (options + [input]).joined(separator: " ") }
  }

  /// The large corpora take minutes, so `REDACTION_CORPORA=1` asks for them.
  private static let isThorough = ProcessInfo.processInfo.environment["REDACTION_CORPORA"] == "1"
  /// `REDACTION_TOOL` is the path of a release build of the command, which is faster.
  private static let tool = ProcessInfo.processInfo.environment["REDACTION_TOOL"]
  private static let corpora = isThorough ? ["negative", "r4-official", "dstu2-official", "other"] : []

  private static let cases: [Case] = {
    var cases = ["Samples/dstu2", "Samples/r4", "Samples/mixed", "Samples/apple-health-export"]
      .map { Case(input: PackageRoot.url.appending(path: $0).resolvingSymlinksInPath().path()) }
    for name in corpora {
      guard let folder = PackageRoot.corpora?.appending(path: name).path() else { continue }
      if FileManager.default.fileExists(atPath: folder) { cases.append(Case(input: folder)) }
    }
    // Findings of profiles quote more of a record.
    for place in cases.indices
    where ["r4", "r4-official", "other"].contains(URL(fileURLWithPath: cases[place].input).lastPathComponent) {
      cases[place].options = ["--guide", "us-core"]
    }
    return cases
  }()

  /// The bundles of 120 patients, where they are available and can be unpacked.
  private static let archive = PackageRoot.corpora?.appending(path: "synthea-dstu2-120-patients.tar.xz").path()
  private static let mayUnpack = isThorough && (archive.map { FileManager.default.fileExists(atPath: $0) } ?? false)

  @Test(arguments: cases) func noValueIsInAnyReport(_ one: Case) throws {
    let result = try RedactionCheck(options: one.options, tool: Self.tool).result(on: one.input)
    if Self.isThorough { print("\(one.testDescription): \(result)") }
    #expect(result.leaks.isEmpty, "\(result.leaks)")
  }

  @Test(.enabled(if: mayUnpack, "needs REDACTION_CORPORA=1 and the bundles of 120 patients"))
  func noValueOfManyPatientsIsInAnyReport() throws {
    let folder = try TemporaryFolder()
    let unpacking = Process()
    unpacking.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    unpacking.arguments = ["tar", "xJf", Self.archive ?? "", "-C", folder.path]
    try unpacking.run()
    unpacking.waitUntilExit()
    try #require(unpacking.terminationStatus == 0, "tar cannot unpack the bundles")
    let result = try RedactionCheck(options: ["--guide", "argonaut"], tool: Self.tool).result(on: folder.path)
    print("120 patients: \(result)")
    #expect(result.leaks.isEmpty, "\(result.leaks)")
  }

  /// Without `--redact`, the check finds values: it can fail.
  @Test func valuesThatAreNotRedactedAreFound() throws {
    let folder = try TemporaryFolder()
    try folder.write("{ \"resourceType\": \"Patient\", \"id\": \"a\", \"gender\": \"quixotic\" }", to: "a.json")
    let leaks = try RedactionCheck(options: [], redacts: false).result(on: folder.path).leaks
    #expect(leaks.contains { $0.hasPrefix("text: ") } && leaks.contains { $0.hasPrefix("sarif: ") })
  }

  /// The output of these commands consists of the values that `--redact` would remove, so they refuse it.
  @Test(arguments: [
    (["path", "id"], "'fhircheck path' prints the values of records"),
    (["records"], "'fhircheck records' prints the values of records"),
    (["preflight"], "'fhircheck preflight' reads an app's own files and no records"),
    (["rules"], "'--redact' does not belong to 'fhircheck rules'"),
  ])
  func commandsThatOnlyPrintValuesRefuseRedaction(_ arguments: [String], _ sentence: String) throws {
    let folder = try TemporaryFolder()
    try folder.write("{ \"resourceType\": \"Patient\", \"id\": \"zq1\" }", to: "a.json")
    let outcome = CommandHarness().validate(arguments + ["--redact", folder.path])
    #expect(outcome.exitCode == .failure && outcome.output.isEmpty)
    #expect(outcome.error.hasPrefix("fhircheck: \(sentence)"), "\(outcome.error)")
    // The setting in a configuration is not ignored.
    guard arguments[0] == "path" || arguments[0] == "records" else { return }
    try folder.write("{ \"redact\": true }", to: ".fhircheck.json")
    var harness = CommandHarness()
    harness.workingFolder = folder.path
    let configured = harness.validate(arguments + [folder.path])
    #expect(configured.exitCode == .failure && configured.output.isEmpty)
    #expect(configured.error.hasPrefix("fhircheck: \(sentence)"), "\(configured.error)")
  }

  /// The names of temporary files do not depend on any input.
  @Test func temporaryFilesHaveNamesOfTheirOwn() throws {
    var templates: [Substring] = []
    let sources = PackageRoot.url.appending(path: "Sources").resolvingSymlinksInPath()
    for file in PackageRoot.files(below: sources, ending: "swift") {
      let text = try String(contentsOf: sources.appending(path: file), encoding: .utf8)
      for line in text.split(separator: "\n") where line.contains("XXXXXX") {
        templates.append(line.drop { $0 != "\"" }.dropFirst().prefix { $0 != "\"" })
      }
    }
    #expect(templates.sorted() == [".fhircheck.XXXXXX", "/fhircheck.XXXXXX"])
  }

  @Test func filesAreNumbersOnStandardErrorToo() throws {
    let folder = try TemporaryFolder()
    try folder.write("{}", to: "smith.json")
    let outcome = CommandHarness().validate("--redact", folder.path + "/smith.json", folder.path + "/jones.json")
    #expect(!outcome.output.contains("smith") && !outcome.error.contains("jones"))
    #expect(outcome.output.contains("file-1\n"))
    #expect(outcome.error == "fhircheck: file-2: no such file or folder\n")
  }
}

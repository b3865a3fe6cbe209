import FHIRCheckCommand
import FHIRReporting
import FHIRTestSupport
import Foundation
import Testing

/// A redacted report contains no value of a record.
@Suite struct RedactedReportTests {
  private static let formats = [
    "text", "json", "jsonl", "concise", "csv", "github", "gitlab", "html", "junit", "operation-outcome", "sarif",
  ]

  private static let inputs: [String] = {
    let samples = ["Samples/dstu2", "Samples/r4", "Samples/mixed", "Samples/apple-health-export"]
      .map { PackageRoot.url.appending(path: $0).path() }
    let corpora = ["negative", "r4-official", "dstu2-official", "other"].compactMap {
      PackageRoot.corpora?.appending(path: $0).path()
    }
    return samples + corpora.filter { FileManager.default.fileExists(atPath: $0) }
  }()

  @Test(arguments: inputs) func noValueIsInAnyReport(_ input: String) throws {
    let folder = try TemporaryFolder()
    let (reports, errors) = try reports(on: input, in: folder)
    let still = try TemporaryFolder()
    try still.write("{ \"resourceType\": \"Patient\", \"id\": \"zq1\", \"gender\": \"zq2\" }", to: "a.json")
    // Texts that occur in every report are not values of a record.
    let fixed = try self.reports(on: still.path + "/a.json", in: still).reports.values.reduce(
      into: Text(Array(FHIRCheckCommand.redaction.shownNames.joined(separator: "\n").utf8))
    ) {
      $0.add($1)
    }
    let values = try values(of: input)
    try #require(values.count > 3)
    for (name, report) in reports.merging(["standard error": Text(errors)], uniquingKeysWith: { $1 }) {
      let leaks = values.filter { report.contains($0) && !fixed.contains($0) && !report.isRedacted($0) }
      #expect(leaks.isEmpty, "\(name): \(leaks.sorted().prefix(20))")
    }
  }

  /// Counts contain only names of elements, codes and words of the tool.
  @Test(arguments: inputs) func noValueIsInASummary(_ input: String) throws {
    // Reasons and types of HealthKit's have such names.
    let values = try values(of: input).subtracting(["social-history", "survey", "Clinical Note"])
    for format in ["text", "json"] {
      let outcome = CommandHarness().validate("summary", "--redact", "--source=zq9", "--format", format, input)
      #expect(outcome.exitCode != .failure, "\(outcome.error)")
      let still = CommandHarness().validate(
        "summary", "--format", format, PackageRoot.url.appending(path: "Samples/mixed").path())
      let fixed = Text(Array((still.output + FHIRCheckCommand.redaction.shownNames.joined(separator: "\n")).utf8))
      for text in [Text(Array(outcome.output.utf8)), Text(Array(outcome.error.utf8))] {
        let leaks = values.filter { text.contains($0) && !fixed.contains($0) }
        #expect(leaks.isEmpty, "\(format): \(leaks.sorted().prefix(20))")
      }
      #expect(!outcome.output.contains("zq9"))
    }
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

  private func reports(on input: String, in folder: TemporaryFolder) throws -> (
    reports: [String: Text], errors: [UInt8]
  ) {
    var arguments = ["--redact", "--source", "zq9"]
    for format in Self.formats { arguments += ["--format", format, "--output", folder.path + "/report." + format] }
    let outcome = CommandHarness().validate(arguments + [input])
    #expect(outcome.exitCode != .failure, "\(outcome.error)")
    var reports: [String: Text] = [:]
    for format in Self.formats {
      reports[format] = Text(Array(try Data(contentsOf: URL(fileURLWithPath: folder.path + "/report." + format))))
    }
    return (reports, Array(outcome.error.utf8))
  }

  /// All texts of the records below a path that have four characters or more and are neither names nor codes.
  private func values(of input: String) throws -> Set<String> {
    var values: Set<String> = []
    func add(_ value: Any) {
      switch value {
      case let text as String: values.insert(text)
      case let array as [Any]: for item in array { add(item) }
      case let object as [String: Any]: for item in object.values { add(item) }
      default: break
      }
    }
    let files = PackageRoot.files(below: URL(fileURLWithPath: input), ending: "json")
    for file in files {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: input + "/" + file))
      if let whole = try? JSONSerialization.jsonObject(with: bytes) {
        add(whole)
      } else {
        for line in bytes.split(separator: 0x0A) { (try? JSONSerialization.jsonObject(with: Data(line))).map(add) }
      }
    }
    let redaction = FHIRCheckCommand.redaction
    return values.filter { value in
      // A text composed of names, such as a path, cannot be distinguished from the report's own paths.
      let parts = value.split { !($0.isLetter || $0.isNumber) }
      guard value.unicodeScalars.count >= 4,
        !parts.allSatisfy({ redaction.shows(String($0)) || Int($0) != nil && $0.count < 4 })
      else { return false }
      // Numbers and fingerprints of reports cannot be distinguished from short values of the same form.
      return value.utf8.count > 8 || !value.utf8.allSatisfy { "0123456789abcdef.-".utf8.contains($0) }
    }
  }

  /// A text that is searched for many others.
  private struct Text {
    private var bytes: [UInt8] = []
    private var windows: Set<UInt32> = []

    init(_ bytes: [UInt8] = []) { add(bytes) }

    mutating func add(_ other: Text) { add(other.bytes) }

    private mutating func add(_ more: [UInt8]) {
      bytes += [0] + more
      var window: UInt32 = 0
      for byte in more {
        window = window << 8 | UInt32(byte)
        windows.insert(window)
      }
    }

    func contains(_ value: String) -> Bool {
      let value = Array(value.utf8)
      var window: UInt32 = 0
      for (place, byte) in value.enumerated() {
        window = window << 8 | UInt32(byte)
        if place >= 3, !windows.contains(window) { return false }
      }
      return Data(bytes).range(of: Data(value)) != nil
    }

    /// Whether a value consists of the replacements of hidden characters.
    func isRedacted(_ value: String) -> Bool { value.allSatisfy { "x0 ,:".contains($0) } }
  }
}

import FHIRCheckCommand
import Foundation
import FHIRTestSupport
import Testing

/// The export in `Samples/` has exactly the findings of the file next to it, in every packaging.
@Suite struct ExportSampleTests {
  static let folder = PackageRoot.url.appending(path: "Samples/apple-health-export").path()

  /// An issue of `--format jsonl`, with the members of the list of expected findings.
  private struct Issue: Decodable {
    var type: String
    var file: String?
    var line: Int?
    var column: Int?
    var rule: String?
    var path: String?
  }

  /// The findings as `file:line:column rule path`, without the part of the path before the export's files.
  static func findings(_ arguments: [String], prefix: String) throws -> [String] {
    let outcome = CommandHarness().validate(["--format", "jsonl"] + arguments)
    #expect(outcome.error == "")
    return try outcome.output.split(separator: "\n").compactMap { line in
      let issue = try JSONDecoder().decode(Issue.self, from: Data(line.utf8))
      guard issue.type == "issue", let file = issue.file, let rule = issue.rule else { return nil }
      #expect(file.hasPrefix(prefix), "\(file)")
      return "\(file.dropFirst(prefix.count)):\(issue.line ?? 0):\(issue.column ?? 0) \(rule) \(issue.path ?? "")"
    }
  }

  static let expected: [String] = {
    let text = (try? PackageRoot.bytes("Samples/apple-health-export.expected")) ?? []
    return String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
  }()

  @Test func asAFolder() throws {
    #expect(try Self.findings([Self.folder], prefix: Self.folder + "/") == Self.expected)
  }

  /// Names in a zip may or may not begin with the root folder, and entries come in any order.
  @Test(arguments: ["apple_health_export/", ""], [false, true])
  func asAZip(root: String, isReversed: Bool) throws {
    let outer = try TemporaryFolder()
    var entries = try PackageRoot.files(below: URL(filePath: Self.folder), ending: "").compactMap { name in
      name.contains(".")
        ? ZipWriter.Entry(Array((root + name).utf8), try PackageRoot.bytes("Samples/apple-health-export/" + name)) : nil
    }
    #expect(entries.count > 20)
    if isReversed { entries.reverse() }
    let zip = outer.path + "/export.zip"
    try Data(ZipWriter(entries).bytes).write(to: URL(filePath: zip))
    #expect(try Self.findings([zip], prefix: zip + "/" + root) == Self.expected)
    let summary = { (path: String, prefix: String) in
      CommandHarness().validate("summary", "--format", "json", path).output.replacing(prefix, with: "")
    }
    #expect(summary(zip, zip + "/" + root) == summary(Self.folder, Self.folder + "/"))
  }

  @Test func belowAnotherFolderAndOnAnyNumberOfThreads() throws {
    let outer = try TemporaryFolder()
    for root in ["a/apple_health_export", "b"] {
      try outer.copy(Self.folder, to: root)
    }
    let one = CommandHarness().validate("--no-identity", "--jobs", "1", "--format", "jsonl", outer.path).output
    #expect(CommandHarness().validate("--no-identity", "--jobs", "4", "--format", "jsonl", outer.path).output == one)
    let found = try Self.findings(["--no-identity", outer.path], prefix: outer.path + "/")
    let expected = Self.expected.filter { !$0.contains(" identity/") }
    #expect(found == expected.map { "a/apple_health_export/" + $0 } + expected.map { "b/" + $0 })
  }

  @Test func thePageHasTheReceiptAndTheGaps() throws {
    let page = CommandHarness().validate("--format", "html", Self.folder).output
    #expect(
      page.contains(
        "<li>22 entries in the list of records: 19 with a file, 1 for a file that has one, 2 without a file</li>"))
    #expect(page.contains("Months with records by source, and the longest gap"))
    #expect(try PageList(page).findings.count == Self.expected.count)
    let redacted = CommandHarness().validate("--format", "html", "--redact", Self.folder).output
    #expect(
      redacted.contains("<li>22 entries in the list of records: 19 with a file")
        && !redacted.contains("Months with records by source"))
  }

  /// The sample shows every rule of its group that a file in UTF-8 can show.
  @Test func everyRuleIsShown() {
    let shown = Set(Self.expected.compactMap { $0.split(separator: " ").dropFirst().first.map(String.init) })
    for rule in [
      "duplicate-stub", "invalid-received-date", "malformed-stub", "missing-attribute", "missing-file", "missing-stub",
      "outside-path", "stub-disagrees", "truncated-export", "undeclared-entity", "unknown-version",
    ] {
      #expect(shown.contains("source/" + rule), "\(rule)")
    }
    #expect(shown.isSuperset(of: ["structure/other-release", "identity/duplicate-record", "json/unexpected-end"]))
  }
}

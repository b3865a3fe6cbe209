import FHIRCheckCommand
import FHIRTestSupport
import Foundation
import Testing

/// Finds the values of records that reports show.
///
/// A report also has words of its own, and some values are spelled like them. So the records are judged a second time,
/// with other texts in place of such values: a value that then occurs less often came from the records. Where the other
/// text changes the findings, so that the reports cannot be compared, the value must be a text of our sources.
struct RedactionCheck {
  let options: [String]
  /// Whether reports are redacted; otherwise the check must find something.
  var redacts = true

  private static let formats = [
    "text", "json", "jsonl", "concise", "csv", "github", "gitlab", "html", "junit", "operation-outcome", "sarif",
  ]

  /// The values that some report shows, each with the report.
  func leaks(of input: String) throws -> [String] {
    let texts = try RecordTexts(below: input)
    try #require(texts.values.count > 3)
    let counter = TextCounter(texts.values)
    let counts = try reports(on: input).mapValues(counter.counts)
    let found = Set(counts.values.flatMap(\.keys))
    let folder = try TemporaryFolder()
    let copy = URL(fileURLWithPath: folder.path + "/copy")
    try texts.write(to: copy, replacing: Set(found.map { texts.values[$0] }))
    let others = try reports(on: copy.path()).mapValues(counter.counts)
    let suspects = found.filter { value in
      counts.contains { name, count in (count[value] ?? 0) > (others[name]?[value] ?? 0) }
    }
    return try suspects.sorted().flatMap { try leaks(of: texts.values[$0], in: texts) }
  }

  /// The reports that show one value, judged by the files that have it.
  private func leaks(of value: [UInt8], in texts: RecordTexts) throws -> [String] {
    let folder = try TemporaryFolder()
    let (original, changed) = (folder.path + "/original/files", folder.path + "/changed/files")
    try texts.write(to: URL(fileURLWithPath: original), filesWith: value)
    try texts.write(to: URL(fileURLWithPath: changed), replacing: [value], isPart: true)
    let counter = TextCounter([value])
    let (shown, others) = (try reports(on: original, isPart: true), try reports(on: changed, isPart: true))
    let names = shown.keys.filter { name in
      (counter.counts(in: shown[name] ?? [])[0] ?? 0) > (counter.counts(in: others[name] ?? [])[0] ?? 0)
    }
    // A summary also depends on codes that no finding is about.
    let isSame = shown["jsonl"] == others["jsonl"]
    let isOwn = Self.isOwnText(value)
    return names.filter { !isOwn || isSame && !$0.hasPrefix("summary") }.sorted().map {
      "\($0): \(String(decoding: value, as: UTF8.self))"
    }
  }

  /// All reports, and what is printed beside them.
  ///
  /// - Parameter isPart: whether the input is a few files of many, which need not have a record.
  private func reports(on input: String, isPart: Bool = false) throws -> [String: [UInt8]] {
    let folder = try TemporaryFolder()
    let common = options + (redacts ? ["--redact"] : [])
    var arguments = common + ["--source", "zq9"]
    for format in Self.formats { arguments += ["--format", format, "--output", folder.path + "/report." + format] }
    let outcome = CommandHarness().validate(arguments + [input])
    #expect(isPart || outcome.exitCode != .failure, "\(outcome.error)")
    var reports = ["standard error": Array(outcome.error.utf8)]
    for format in Self.formats {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/report." + format))
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(!redacts || !text.contains("zq9"), "\(format)")
      // A fingerprint is made of digits that a short value may have.
      let plain = text.replacingOccurrences(
        of: #"ingerprints?"\s*:\s*\{?[^},]*"#, with: "", options: .regularExpression)
      reports[format] = Array(plain.utf8)
    }
    let redaction = redacts ? ["--redact"] : []
    for (name, more) in [
      "statistics": common + ["--statistics"], "summary": ["summary"] + redaction,
      "summary as JSON": ["summary", "--format", "json"] + redaction,
    ] {
      let outcome = CommandHarness().validate(more + ["--source", "zq9", input])
      #expect(isPart || outcome.exitCode != .failure, "\(outcome.error)")
      #expect(!redacts || !outcome.output.contains("zq9"), "\(name)")
      reports[name] = Array((outcome.output + outcome.error).utf8)
    }
    return reports
  }

  /// Whether a text is in our sources, as the words of messages and the pages of rules are.
  private static func isOwnText(_ value: [UInt8]) -> Bool { sources.range(of: Data(value)) != nil }

  private static let sources: Data = {
    let folder = PackageRoot.url.appending(path: "Sources").resolvingSymlinksInPath()
    return PackageRoot.files(below: folder, ending: ".swift").reduce(into: Data()) { all, file in
      all += (try? Data(contentsOf: folder.appending(path: file))) ?? Data()
    }
  }()
}

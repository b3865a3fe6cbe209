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
    try #require(!texts.values.isEmpty)
    let counter = TextCounter(texts.values)
    let counts = try reports(on: input).mapValues(counter.counts)
    let found = Set(counts.values.flatMap(\.keys))
    let folder = try TemporaryFolder()
    let copy = URL(fileURLWithPath: folder.path + "/copy")
    try texts.write(to: copy, replacing: Set(found.map { texts.values[$0] }))
    let others = try reports(on: copy.path()).mapValues(counter.counts)
    return try found.sorted().flatMap { value in
      let names = counts.keys.filter { (counts[$0]?[value] ?? 0) > (others[$0]?[value] ?? 0) }
      return names.isEmpty ? [] : try leaks(of: texts.values[value], in: Set(names), texts)
    }
  }

  /// The reports that show one value, judged by the files that have it.
  private func leaks(of value: [UInt8], in names: Set<String>, _ texts: RecordTexts) throws -> [String] {
    guard Self.isOwnText(value) else {
      return names.sorted().map { "\($0): \(String(decoding: value, as: UTF8.self))" }
    }
    let folder = try TemporaryFolder()
    let (original, changed) = (folder.path + "/original/files", folder.path + "/changed/files")
    try texts.write(to: URL(fileURLWithPath: original), filesWith: value)
    try texts.write(to: URL(fileURLWithPath: changed), replacing: [value], isPart: true)
    let counter = TextCounter([value])
    let (shown, others) = (try reports(on: original, only: names), try reports(on: changed, only: names))
    // A summary also depends on codes that no finding is about.
    let isSame = shown["jsonl"] == others["jsonl"]
    return names.sorted().filter { name in
      (counter.counts(in: shown[name] ?? [])[0] ?? 0) > (counter.counts(in: others[name] ?? [])[0] ?? 0)
        && isSame && !name.hasPrefix("summary")
    }.map { "\($0): \(String(decoding: value, as: UTF8.self))" }
  }

  /// All reports, and what is printed beside them.
  ///
  /// - Parameter only: the names of those that are needed for a few files of many, which need not have a record.
  private func reports(on input: String, only: Set<String>? = nil) throws -> [String: [UInt8]] {
    let isPart = only != nil
    let formats = Self.formats.filter { only?.contains($0) != false || $0 == "jsonl" }
    let folder = try TemporaryFolder()
    let common = options + (redacts ? ["--redact"] : [])
    var arguments = common + ["--source", "zq9"]
    for format in formats { arguments += ["--format", format, "--output", folder.path + "/report." + format] }
    let outcome = CommandHarness().validate(arguments + [input])
    #expect(isPart || outcome.exitCode != .failure, "\(outcome.error)")
    var reports = ["standard error": Array(outcome.error.utf8)]
    for format in formats {
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
    ] where only?.contains(name) != false {
      let outcome = CommandHarness().validate(more + ["--source", "zq9", input])
      #expect(isPart || outcome.exitCode != .failure, "\(outcome.error)")
      #expect(!redacts || !outcome.output.contains("zq9"), "\(name)")
      reports[name] = Array((outcome.output + outcome.error).utf8)
    }
    return reports
  }

  /// Whether a text is in our sources, as the words of messages and the pages of rules are.
  private static func isOwnText(_ value: [UInt8]) -> Bool {
    // The C library's search: others take seconds in a debug build.
    strstr(sources, value.map { CChar(bitPattern: $0) } + [0]) != nil
  }

  /// The text of all sources, with a zero at its end.
  private static let sources: [CChar] = {
    let folder = PackageRoot.url.appending(path: "Sources").resolvingSymlinksInPath()
    let bytes = PackageRoot.files(below: folder, ending: ".swift").reduce(into: Data()) { all, file in
      all += (try? Data(contentsOf: folder.appending(path: file))) ?? Data()
    }
    return bytes.filter { $0 != 0 }.map { CChar(bitPattern: $0) } + [0]
  }()
}

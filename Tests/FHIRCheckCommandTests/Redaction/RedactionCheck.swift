import FHIRCheckCommand
import FHIRTestSupport
import Foundation
import Testing

/// Finds the values of records that reports show.
///
/// A report also has words and numbers of its own, and some values are spelled like them. So the records are judged a
/// second time, with other texts in place of such values: a value that then occurs less often may come from the
/// records. The other texts also change some findings, and with them names of elements and byte offsets, so each such
/// value is then judged alone. Where even that changes the findings, the value must be a text of our sources.
struct RedactionCheck {
  let options: [String]
  /// Whether reports are redacted; otherwise the check must find something.
  var redacts = true
  /// The path of an executable that writes the reports instead of the command within the test: in a debug build, large
  /// corpora take many times as long.
  var tool: String?

  private static let formats = CommandHarness.formats

  /// What the check of some records found.
  struct Result: CustomStringConvertible {
    /// The values that some report shows, each with the report.
    var leaks: [String] = []
    /// How many values were looked for.
    var values = 0
    /// How many reports they were looked for in.
    var reports = 0
    /// How many bytes these reports have.
    var bytes = 0
    /// How many values were judged alone.
    var single = 0

    var description: String {
      "\(values) values, \(reports) reports of \(bytes) bytes, \(single) values judged alone, \(leaks.count) leaks"
    }
  }

  func result(on input: String) throws -> Result {
    let texts = try RecordTexts(below: input)
    try #require(!texts.values.isEmpty)
    let counter = TextCounter(texts.values)
    let reports = try reports(on: input)
    let counts = reports.mapValues(counter.counts)
    let found = Set(counts.values.flatMap(\.keys))
    let folder = try TemporaryFolder()
    let copy = URL(fileURLWithPath: folder.path + "/copy")
    try texts.write(to: copy, replacing: found)
    let others = try self.reports(on: copy.path()).mapValues(counter.counts)
    var result = Result(values: texts.values.count, reports: reports.count)
    result.bytes = reports.values.reduce(0) { $0 + $1.count }
    for value in found.sorted() {
      let names = counts.keys.filter { (counts[$0]?[value] ?? 0) > (others[$0]?[value] ?? 0) }
      if names.isEmpty { continue }
      result.single += 1
      result.leaks += try leaks(of: value, in: Set(names), texts)
      // Each takes two runs, and so many are no coincidence.
      if result.leaks.count > 100 { break }
    }
    return result
  }

  /// The reports that show one value, judged by the files that have it.
  private func leaks(of number: Int, in names: Set<String>, _ texts: RecordTexts) throws -> [String] {
    let value = texts.values[number]
    let folder = try TemporaryFolder()
    let (original, changed) = (folder.path + "/original/files", folder.path + "/changed/files")
    try texts.write(to: URL(fileURLWithPath: original), filesWith: number)
    try texts.write(to: URL(fileURLWithPath: changed), replacing: [number], isPart: true)
    let counter = TextCounter([value])
    let (shown, others) = (try reports(on: original, only: names), try reports(on: changed, only: names))
    let isSame = shown["jsonl"] == others["jsonl"]
    let isOwn = Self.isOwnText(value)
    return names.sorted().filter { name in
      (counter.counts(in: shown[name] ?? [])[0] ?? 0) > (counter.counts(in: others[name] ?? [])[0] ?? 0)
        // A summary also depends on codes that no finding is about.
        && (!isOwn || isSame && !name.hasPrefix("summary"))
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
    var arguments = common + ["--source", Self.source]
    for format in formats { arguments += ["--format", format, "--output", folder.path + "/report." + format] }
    let outcome = try run(arguments + [input])
    #expect(isPart || outcome.exitCode != .failure, "\(outcome.error)")
    var reports = ["standard error": Array(outcome.error.utf8)]
    for format in formats {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/report." + format))
      reports[format] = Array(bytes)
      // Fingerprints, and the rows of the page, are made of digits that a short value may have.
      guard ["gitlab", "sarif", "html"].contains(format) else { continue }
      let plain = String(decoding: bytes, as: UTF8.self).replacingOccurrences(
        of: #"ingerprints?"\s*:\s*\{?[^},]*|"(rows|kinds)":\[[-,0-9]*\]"#, with: "", options: .regularExpression)
      reports[format] = Array(plain.utf8)
    }
    let redaction = redacts ? ["--redact"] : []
    for (name, more) in [
      "statistics": common + ["--statistics"], "summary": ["summary"] + redaction,
      "summary as JSON": ["summary", "--format", "json"] + redaction,
      "summary as a page": ["summary", "--format", "html"] + redaction,
    ] where only?.contains(name) != false {
      let outcome = try run(more + ["--source", Self.source, input])
      #expect(isPart || outcome.exitCode != .failure, "\(outcome.error)")
      reports[name] = Array((outcome.output + outcome.error).utf8)
    }
    for (name, report) in reports where redacts { #expect(Self.sources.counts(in: report).isEmpty, "\(name)") }
    return reports
  }

  private func run(_ arguments: [String]) throws -> CommandHarness.Outcome {
    guard let tool else { return CommandHarness().validate(arguments) }
    return try BuiltTool.run(arguments, environment: [:], tool: URL(filePath: tool))
  }

  /// The name of the source, which no report shows.
  private static let source = "zq9zq9"
  private static let sources = TextCounter([Array(source.utf8)])

  /// Whether a text is in our sources, as the words of messages and the pages of rules are.
  private static func isOwnText(_ value: [UInt8]) -> Bool {
    // The C library's search: others take seconds in a debug build.
    ownTexts.withUnsafeBytes { texts in
      texts.bindMemory(to: CChar.self).baseAddress.map {
        strstr($0, value.map { CChar(bitPattern: $0) } + [0]) != nil
      } ?? false
    }
  }

  /// The text of all sources, with a zero at its end.
  private static let ownTexts: Data = {
    let folder = PackageRoot.url.appending(path: "Sources").resolvingSymlinksInPath()
    let bytes = PackageRoot.files(below: folder, ending: ".swift").reduce(into: Data()) { all, file in
      all += (try? Data(contentsOf: folder.appending(path: file))) ?? Data()
    }
    return bytes + [0]
  }()
}

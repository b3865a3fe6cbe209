import FHIRCheckCommand
import FHIRTestSupport
import Foundation
import Testing

/// How findings are listed changes neither what is counted nor the exit code.
@Suite struct SameCountsTests {
  /// The counts of a run, which a last report in JSON has, and its exit code.
  private struct Counts: Equatable {
    var exitCode: ExitCode
    var summary: String
  }

  private static let listings: [[String]] = [
    ["-q"], ["--max-issues=0"], ["--max-issues=1"], ["--max-issues=1000000"], ["--all"], ["--statistics"], ["--redact"],
    ["-q", "--redact"],
  ]
  private static let formats = CommandHarness.formats.filter { $0 != "jsonl" }

  private func counts(_ options: [String], _ path: String) throws -> Counts {
    let folder = try TemporaryFolder()
    let file = folder.path + "/counts.jsonl"
    let outcome = CommandHarness().validate(
      ["--fail-on=warning"] + options + ["--format=jsonl", "--output", file, path])
    let last = try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n").last
    let object = try JSONSerialization.jsonObject(with: Data((last ?? "").utf8))
    var summary = try #require(object as? [String: Any])
    for name in ["issuesNotListed", "statistics"] { summary[name] = nil }
    // Redaction replaces names, and merges equal ones.
    for name in ["notChecked", "resourceTypes"] {
      summary[name] = (summary[name] as? [String: Any])?.values.reduce(0) { $0 + ($1 as? Int ?? 0) }
    }
    summary["unreadable"] = (summary["unreadable"] as? [Any])?.count
    let text = String(
      decoding: try JSONSerialization.data(withJSONObject: summary, options: .sortedKeys), as: UTF8.self)
    return Counts(exitCode: outcome.exitCode, summary: text)
  }

  private func expectEqualCounts(of path: String) throws {
    let plain = try counts([], path)
    for options in Self.listings { #expect(try counts(options, path) == plain, "\(path) \(options)") }
    let folder = try TemporaryFolder()
    for format in Self.formats {
      #expect(try counts(["--format", format, "--output", folder.path + "/other"], path) == plain, "\(path) \(format)")
    }
    for format in Self.formats + ["jsonl"] {
      let outcome = CommandHarness().validate("--fail-on=warning", "--format", format, path)
      #expect(outcome.exitCode == plain.exitCode, "\(path) \(format)")
    }
  }

  @Test func theSamplesHaveTheSameCountsHoweverTheyAreListed() throws {
    try expectEqualCounts(of: PackageRoot.url.appending(path: "Samples").path)
  }

  /// A record with more findings than a record may list, and findings that depend on others.
  @Test func manyFindingsHaveTheSameCounts() throws {
    let folder = try TemporaryFolder()
    let odd = (0..<1_200).map { #""odd\#($0)":1"# }.joined(separator: ",")
    try folder.write(#"{"resourceType":"Patient","id":"a","gender":"x",\#(odd)}"#, to: "a.json")
    try folder.write(
      #"{"resourceType":"Patient","identifier":[{"system":"urn:ietf:rfc:3986","value":"urn:oid:1.2.3"}]}"#, to: "b.json"
    )
    try folder.write(#"{"resourceType":"Patient","id":"a","gender":"x"}"#, to: "c.ndjson")
    try expectEqualCounts(of: folder.path)
  }

  /// Each format, read back, has the same findings, and the same ones fail the run.
  @Test(arguments: [[], ["--redact"], ["--fail-on=warning"], ["--fail-on=never"], ["--max-issues=200"]])
  func everyFormatHasTheSameFindings(_ options: [String]) throws {
    let path = PackageRoot.url.appending(path: "Samples/dstu2").resolvingSymlinksInPath().path()
    func output(_ format: String) -> String {
      CommandHarness().validate(["--guide=argonaut", "--format", format] + options + [path]).output
    }
    func json(_ format: String) throws -> Any { try JSONSerialization.jsonObject(with: Data(output(format).utf8)) }
    let document = try #require(try json("json") as? [String: Any])
    let issues = try #require(document["issues"] as? [[String: Any]])
    let severities = issues.compactMap { $0["severity"] as? String }
    try #require(severities.count == issues.count && severities.contains("warning") && severities.contains("error"))
    let level = options.first.map { $0.hasSuffix("=warning") ? 1 : $0.hasSuffix("=never") ? 4 : 2 } ?? 2
    let order = ["information", "warning", "error", "fatal"]
    let failing = severities.count { (order.firstIndex(of: $0) ?? 0) >= level }

    #expect(output("jsonl").split(separator: "\n").count { $0.hasPrefix(#"{"type":"issue""#) } == issues.count)
    #expect(output("concise").split(separator: "\n").count == issues.count + 1)
    let table = output("csv").split(separator: "\r\n")
    #expect(table.count == issues.count + 1)
    #expect(table.count { $0.hasSuffix(",true") } == failing)
    let commands = output("github").split(separator: "\n")
    #expect(commands.count == issues.count + 1)
    #expect(commands.count { $0.hasPrefix("::error ") } == failing)
    let quality = try #require(try json("gitlab") as? [[String: Any]])
    #expect(quality.count == issues.count)
    #expect(Set(quality.compactMap { $0["fingerprint"] as? String }).count == issues.count)
    #expect(quality.count { ["major", "critical"].contains($0["severity"] as? String) } == failing)
    let run = try #require(((try json("sarif") as? [String: Any])?["runs"] as? [[String: Any]])?.first)
    let results = try #require(run["results"] as? [[String: Any]])
    #expect(results.count { $0["level"] as? String == "error" } == failing)
    #expect(results.compactMap { ($0["properties"] as? [String: Any])?["severity"] as? String } == severities)
    #expect(
      results.compactMap { ($0["properties"] as? [String: Any])?["profile"] as? String }
        == issues.compactMap { $0["profile"] as? String })
    let tests = output("junit")
    #expect(tests.matches(of: /<testcase\s/).count == issues.count + 1)
    #expect(tests.matches(of: /<failure\s/).count == failing)
    let entries = try #require((try json("operation-outcome") as? [String: Any])?["entry"] as? [[String: Any]])
    let outcomes = entries.compactMap { ($0["resource"] as? [String: Any])?["issue"] as? [[String: Any]] }
    #expect(outcomes.dropLast().joined().compactMap { $0["severity"] as? String } == severities)
    #expect(outcomes.last?.first?["severity"] as? String == (failing > 0 ? "error" : "information"))
  }

  @Test(.enabled(if: PackageRoot.corpora != nil, "the corpora are not beside the package"))
  func theCorporaHaveTheSameCounts() throws {
    let corpora = try #require(PackageRoot.corpora)
    for name in try FileManager.default.contentsOfDirectory(atPath: corpora.path).sorted() {
      let path = corpora.appending(path: name).path
      let plain = try counts([], path)
      for options in [["-q"], ["--max-issues=3"], ["--redact"]] {
        #expect(try counts(options, path) == plain, "\(name)")
      }
    }
  }
}

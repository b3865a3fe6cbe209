import FHIRCheckCommand
import FHIRTestSupport
import Foundation
import Testing

/// Options of the output change neither a count nor the exit code.
@Suite struct CountsOfOptionsTests {
  private static let options: [[String]] = [
    [], ["--quiet"], ["--max-issues=0"], ["--max-issues=1"], ["--max-issues=7", "--jobs=1"], ["--all"],
    ["--statistics"],
    ["--redact"], ["--format=concise"], ["--format=html"], ["--format=sarif", "--max-issues=2"], ["--no-progress"],
  ]

  private static let samples = ["dstu2", "r4", "mixed", "apple-health-export"]

  /// Everything in the summary but what is listed and by which names.
  private func counts(_ text: String) throws -> [String: String] {
    let line = try #require(text.split(separator: "\n").last)
    let object = try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    return try object.filter {
      !["issuesNotListed", "statistics", "type", "notChecked", "resourceTypes"].contains($0.key)
    }
    .mapValues { value in
      let json = try JSONSerialization.data(withJSONObject: [value], options: .sortedKeys)
      return String(decoding: json, as: UTF8.self)
    }
  }

  @Test(arguments: samples, ["error", "warning", "never"]) func theyChangeNothing(_ sample: String, _ level: String)
    throws
  {
    let input = PackageRoot.url.appending(path: "Samples/" + sample).resolvingSymlinksInPath().path()
    let folder = try TemporaryFolder()
    var expected: (counts: [String: String], code: Int32)?
    for option in Self.options {
      let file = folder.path + "/report.jsonl"
      let outcome = CommandHarness().validate(
        ["--format=jsonl", "--output", file, "--fail-on", level] + option + [input])
      let found = (
        counts: try counts(String(contentsOfFile: file, encoding: .utf8)), code: outcome.exitCode.rawValue
      )
      if let expected {
        #expect(found.counts == expected.counts, "\(option)")
        #expect(found.code == expected.code, "\(option)")
      }
      expected = expected ?? found
    }
  }
}

import FHIRCheckCommand
import Foundation
import Testing

/// The release of a record depends on its own file: not on other files, nor on the parts and threads that read it.
@Suite struct ReleaseOfFilesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let silent = #"{"resourceType":"Patient","gender":"male"}"#
  private static let wrong = #"{"resourceType":"Patient","gender":"zzz"}"#
  private static let sure: [(release: String, record: String)] = [
    ("dstu2", #"{"resourceType":"MedicationOrder","medicationCodeableConcept":{"text":"a"}}"#),
    (
      "stu3",
      #"{"resourceType":"MedicationRequest","intent":"order","medicationCodeableConcept":{"text":"a"},"subject":{"display":"b"},"context":{"display":"c"},"requester":{"agent":{"display":"d"}}}"#
    ), ("r4", #"{"resourceType":"ServiceRequest","status":"active","intent":"order","subject":{"display":"a"}}"#),
    ("r4b", #"{"resourceType":"Ingredient","status":"active","role":{"text":"a"}}"#),
    ("r5", #"{"resourceType":"ActorDefinition","status":"draft","type":"person"}"#),
  ]

  /// The head of the report, and its findings without their files.
  private func report(_ arguments: [String]) throws -> (releases: [String: Int], findings: [String]) {
    let outcome = CommandHarness().validate(
      ["check", "--no-config", "--no-identity", "--format=json", "--max-issues=0"] + arguments)
    return try Self.parsed(outcome.output)
  }

  private static func parsed(_ text: String) throws -> (releases: [String: Int], findings: [String]) {
    let report = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
    let issues = report["issues"] as? [[String: Any]] ?? []
    let summary = try #require(report["summary"] as? [String: Any])
    return (
      (summary["releasesToldBy"] as? [String: [String: Int]] ?? [:]).mapValues { $0.values.reduce(0, +) },
      issues.map { "\($0["release"] ?? "") \($0["rule"] ?? "") \($0["line"] ?? "") \($0["message"] ?? "")" }
    )
  }

  /// Each file alone, and all together in any order.
  @Test func otherFilesChangeNothing() throws {
    var paths: [String] = []
    for (release, record) in Self.sure {
      paths.append(try folder.write("\(Self.wrong)\n\(record)\n\(Self.silent)\n", to: "\(release).ndjson"))
    }
    paths.append(try folder.write(Self.wrong, to: "silent.json"))
    paths.append(try folder.write(#"{"resourceType":"Account","name":"a"}"#, to: "fewest.json"))
    var releases: [String: Int] = [:]
    var findings: [String] = []
    for path in paths {
      let alone = try report([path])
      releases.merge(alone.releases, uniquingKeysWith: +)
      findings += alone.findings
    }
    // Beside R5, and alone, a record is of R4, and without a status of DSTU2.
    #expect(releases == ["dstu2": 4, "stu3": 3, "r4": 6, "r4b": 3, "r5": 1])
    for order in [paths, paths.reversed(), Array(paths[3...] + paths[..<3])] {
      for jobs in ["1", "4"] {
        let all = try report(order + ["--jobs=\(jobs)"])
        #expect(all.releases == releases)
        #expect(all.findings.sorted() == findings.sorted())
      }
    }
    #expect(try report([folder.path]).findings.sorted() == findings.sorted())
  }

  /// The parts of a file, each of a line or of some, are of the release that the whole shows.
  @Test(arguments: sure.map(\.release) + ["none", "fewest"]) func partsAndJobsChangeNothing(release: String) throws {
    let own = Self.sure.first { $0.release == release }?.record
    let fewest = #"{"resourceType":"CommunicationRequest","status":"planned"}"#
    let lines = (0..<60).map { number in
      switch number % 20 {
      case 5: Self.wrong
      case 7 where own != nil: #"{"resourceType":"Patient","name":[{"family":["a"]}]}"#
      case 9: #"{"resourceType":"Patient""#
      case 13: own ?? (release == "fewest" ? fewest : Self.silent)
      default: Self.silent
      }
    }
    let path = try folder.write(lines.joined(separator: "\n") + "\n", to: "lines.ndjson")
    for format in ["json", "text", "jsonl"] {
      let arguments = ["check", "--no-config", "--no-identity", "--format=\(format)", path]
      let whole = CommandHarness().validate(arguments + ["--jobs=1"])
      var harness = CommandHarness()
      for (partBytes, jobs) in [(1, 4), (400, 4), (400, 1), (1, 1)] {
        harness.partBytes = partBytes
        let parted = harness.validate(arguments + ["--jobs=\(jobs)"])
        #expect(parted.output == whole.output, "\(format): parts of \(partBytes), \(jobs) jobs")
        #expect(parted.exitCode == whole.exitCode)
      }
      guard format == "json" else { continue }
      let found = try Self.parsed(whole.output).releases
      switch release {
      case "r5": #expect(found["r5"] == 3)
      case "none": #expect(found.keys.sorted() == ["r4"])
      case "fewest": #expect(found.keys.sorted() == ["dstu2"])
      default: #expect(found.keys.sorted() == [release])
      }
    }
  }
}

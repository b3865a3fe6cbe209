import FHIRFindings
import FHIRReporting
import Foundation
import Testing

/// JSON formats of other tools, checked by the parts of their schemas that apply.
@Suite struct JSONFormatTests {
  private func parsed(_ text: String) throws -> Any {
    try JSONSerialization.jsonObject(with: Data(text.utf8))
  }

  /// GitLab's documentation of its code quality reports.
  @Test func gitLabReadsTheReport() throws {
    let array = try #require(try parsed(HostileReport.text(GitLabRenderer())) as? [[String: Any]])
    #expect(array.count == HostileReport.issues.count)
    for issue in array {
      #expect(Set(issue.keys) == ["description", "check_name", "fingerprint", "severity", "location"])
      #expect((issue["description"] as? String)?.isEmpty == false)
      #expect(["info", "minor", "major", "critical", "blocker"].contains(issue["severity"] as? String))
      let location = try #require(issue["location"] as? [String: Any])
      #expect((location["path"] as? String)?.isEmpty == false)
      let lines = try #require(location["lines"] as? [String: Any])
      #expect((lines["begin"] as? Int ?? 0) >= 1)
    }
    #expect(Set(array.compactMap { $0["fingerprint"] as? String }).count == array.count)
    #expect((try parsed(HostileReport.text(GitLabRenderer(), [])) as? [Any])?.isEmpty == true)
  }

  /// The rules of the SARIF 2.1.0 schema for the written parts: names, kinds and least values.
  @Test func sarifConformsToItsSchema() throws {
    let renderer = SARIFRenderer(rules: HostileReport.catalog)
    let log = try #require(try parsed(HostileReport.text(renderer)) as? [String: Any])
    #expect(Set(log.keys) == ["$schema", "version", "runs"])
    #expect(log["version"] as? String == "2.1.0")
    let run = try #require((log["runs"] as? [[String: Any]])?.first)
    #expect(Set(run.keys) == ["tool", "columnKind", "results", "invocations", "properties"])
    #expect(run["columnKind"] as? String == "unicodeCodePoints")
    let driver = try #require((run["tool"] as? [String: Any])?["driver"] as? [String: Any])
    #expect(driver["name"] as? String == "fhircheck")
    #expect(driver["semanticVersion"] as? String == "9.9.9")
    let rules = try #require(driver["rules"] as? [[String: Any]])
    for rule in rules {
      #expect(
        Set(rule.keys) == ["id", "shortDescription", "fullDescription", "help", "helpUri", "defaultConfiguration"])
      #expect(URL(string: rule["helpUri"] as? String ?? "")?.scheme == "https")
      for name in ["shortDescription", "fullDescription", "help"] {
        #expect((rule[name] as? [String: Any])?["text"] is String)
      }
    }
    let results = try #require(run["results"] as? [[String: Any]])
    #expect(results.count == HostileReport.issues.count)
    for (result, issue) in zip(results, HostileReport.issues) {
      let index = try #require(result["ruleIndex"] as? Int)
      #expect(rules[index]["id"] as? String == result["ruleId"] as? String)
      #expect(["none", "note", "warning", "error"].contains(result["level"] as? String))
      #expect((result["message"] as? [String: Any])?["text"] is String)
      #expect((result["partialFingerprints"] as? [String: String])?.count == 1)
      let properties = try #require(result["properties"] as? [String: String])
      #expect(properties["release"] == issue.finding.release)
      #expect(properties["severity"] == issue.finding.severity.description)
      let locations = try #require(result["locations"] as? [[String: Any]])
      let physical = try #require(locations[0]["physicalLocation"] as? [String: Any])
      let uri = try #require((physical["artifactLocation"] as? [String: Any])?["uri"] as? String)
      #expect(uri.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"\"<>\\^`{|}:".utf8.contains($0) })
      #expect(uri.removingPercentEncoding == issue.file)
      let region = try #require(physical["region"] as? [String: Int])
      #expect((region["startLine"] ?? 1) >= 1 && (region["startColumn"] ?? 1) >= 1)
      #expect((region["byteOffset"] ?? -1) >= 0 && (region["byteLength"] ?? -1) >= 0)
    }
    let invocation = try #require((run["invocations"] as? [[String: Any]])?.first)
    #expect(invocation["executionSuccessful"] as? Bool == false)
  }

  @Test func aFileThatBeginsAtTheRootIsAURI() throws {
    var issue = HostileReport.issues[0]
    issue.file = "/tmp/a b.json"
    #expect(
      HostileReport.text(SARIFRenderer(rules: HostileReport.catalog), [issue]).contains(
        "\"uri\":\"file:///tmp/a%20b.json\""))
  }

  /// Shifted lines, reordered keys and another file name do not change it.
  @Test func aFindingIsRecognisedAtAnyPlace() {
    func fingerprint(_ change: (inout LocatedFinding) -> Void) -> Substring? {
      var issue = HostileReport.issues[0]
      change(&issue)
      let text = HostileReport.text(SARIFRenderer(rules: HostileReport.catalog), [issue])
      return text.range(of: "\"finding/v1\":\"").map { text[$0.upperBound...].prefix(16) }
    }
    let known = fingerprint { _ in }
    #expect(known != nil)
    #expect(known == fingerprint { $0.position?.line = 99 })
    #expect(known == fingerprint { $0.file = "renamed.json" })
    #expect(known == fingerprint { $0.finding.range = SourceRange(start: 5, end: 6) })
    #expect(known != fingerprint { $0.finding.path = "Patient.gender" })
    #expect(known != fingerprint { $0.finding.message = "found another" })
    #expect(known != fingerprint { $0.source = "Clinic" })
    #expect(known != fingerprint { $0.finding.record = RecordLabel(resourceType: "Patient", id: "2") })
  }

  /// GitLab keeps one issue for each fingerprint.
  @Test func equalFindingsHaveDifferentFingerprintsForGitLab() throws {
    let issue = HostileReport.issues[0]
    var other = issue
    other.file = "copy.json"
    let array = try #require(
      try parsed(HostileReport.text(GitLabRenderer(), [issue, issue, issue, other])) as? [[String: Any]])
    #expect(Set(array.compactMap { $0["fingerprint"] as? String }).count == 4)
  }

  @Test func filesBelowTheWorkingFolderAreRelative() throws {
    for (file, expected) in [
      ("/home/a/b.json", "a/b.json"), ("./a.json", "a.json"), ("/homes/a.json", "/homes/a.json"),
    ] {
      var issue = HostileReport.issues[0]
      issue.file = file
      let uri = expected.hasPrefix("/") ? "file://" + expected : expected
      let sarif = HostileReport.text(SARIFRenderer(rules: HostileReport.catalog, relativeTo: "/home"), [issue])
      #expect(sarif.contains("\"uri\":\"\(uri)\""))
      #expect(HostileReport.text(GitLabRenderer(relativeTo: "/home"), [issue]).contains("\"path\":\"\(expected)\""))
    }
  }

  @Test(arguments: [
    ("structure/repeated-id", \Finding.path), ("narrative/missing-namespace", \Finding.path),
    ("structure/ambiguous-choice", \Finding.message), ("identity/duplicate-record", \Finding.message),
  ])
  func whatFollowsTheOrderOfTheTextDoesNotCount(rule: String, part: WritableKeyPath<Finding, String> & Sendable) {
    var first = HostileReport.issues[0].finding
    first = Finding(
      rule: RuleID(rawValue: rule), severity: .error, range: first.range, path: "Patient.a", message: "found a",
      record: first.record)
    var second = first
    second[keyPath: part] = "another"
    #expect(
      StableFinding.digest(of: first, path: first.path, from: 1)
        == StableFinding.digest(of: second, path: second.path, from: 1))
  }

  @Test func aQuotedObjectDoesNotCount() {
    func digest(_ message: String) -> UInt64 {
      let finding = Finding(
        rule: "profile/pattern", severity: .error, range: SourceRange(start: 0, end: 1), path: "a", message: message)
      return StableFinding.digest(of: finding, path: "a", from: 1)
    }
    #expect(digest("expected b, found {\"a\":1}") == digest("expected b, found {\n \"c\": 2}"))
    #expect(digest("expected b, found [1]") == digest("expected b, found [2]"))
    #expect(digest("expected c, found {}") != digest("expected b, found {}"))
    #expect(digest("expected b, found '{'") != digest("expected b, found '{x'"))
  }

  @Test func theDocumentHasAPointerBesideThePath() throws {
    let text = HostileReport.text(JSONLinesRenderer(), [HostileReport.issues[0]])
    #expect(text.contains("\"path\":\"plain\",\"pointer\":\"/plain\",\"message\""))
  }

  /// One outcome for each record, and one for the run.
  @Test func outcomesAreByRecord() throws {
    func issue(_ id: String, _ path: String, release: String) -> LocatedFinding {
      LocatedFinding(
        file: "a.json",
        finding: Finding(
          rule: HostileReport.rules[0].id, severity: .error, range: SourceRange(start: 0, end: 1), path: path,
          message: "found 'x'", record: RecordLabel(resourceType: "Patient", id: id), release: release),
        position: SourcePosition(line: 1, column: 2))
    }
    let renderer = OperationOutcomeRenderer(rules: HostileReport.catalog, releasesWithExpression: ["new"])
    let issues = [
      issue("1", "Patient.gender", release: "new"), issue("1", "Patient.name[0].family", release: "new"),
      issue("2", "Bundle.entry[3].resource.value.ofType(Quantity).unit", release: "old"),
    ]
    let bundle = try #require(try parsed(HostileReport.text(renderer, issues)) as? [String: Any])
    let outcomes = (bundle["entry"] as? [[String: Any]] ?? []).compactMap { $0["resource"] as? [String: Any] }
    let found = outcomes.map { $0["issue"] as? [[String: Any]] ?? [] }
    #expect(found.prefix(2).map(\.count) == [2, 1])
    #expect(outcomes.count == 3)
    #expect(found[0][1]["expression"] as? [String] == ["Patient.name[0].family"])
    #expect(found[0][1]["location"] as? [String] == ["/f:Patient/f:name[1]/f:family"])
    #expect(found[1][0]["expression"] == nil)
    #expect(found[1][0]["location"] as? [String] == ["/f:Bundle/f:entry[4]/f:resource/f:valueQuantity/f:unit"])
    #expect(found[1][0]["code"] as? String == "code-invalid")
    #expect(found[1][0]["diagnostics"] as? String == "a.json:1:2, rule code/not-in-value-set, release old")
  }
}

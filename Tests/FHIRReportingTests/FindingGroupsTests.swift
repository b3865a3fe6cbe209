import FHIRFindings
import FHIRReporting
import Foundation
import Testing

@Suite struct FindingGroupsTests {
  private struct Sample {
    var rule: String
    var file: Int
    var offset: Int
    var severity = Severity.error
    /// `nil` for a finding of no known record.
    var record: Int? = 0
    var isPart = false
    var folder = ""
    var message = "found"
  }

  private func groups(_ findings: some Sequence<Sample>) -> FindingGroups {
    var groups = FindingGroups()
    for sample in findings {
      let finding = Finding(
        rule: RuleID(rawValue: "test/" + sample.rule), severity: sample.severity,
        range: SourceRange(start: sample.offset, end: sample.offset + 1), path: "Patient.x[\(sample.offset)]",
        message: sample.message)
      groups.add(
        kind: FindingGroups.kind(of: finding), at: RunPlace(file: sample.file, offset: sample.offset),
        FindingGroups.Origin(
          file: sample.file, named: sample.folder + "/x", isPart: sample.isPart, record: sample.record, of: finding),
        sample.message
      ) { LocatedFinding(file: "\(sample.file)", finding: finding, position: nil) }
    }
    return groups
  }

  /// `rule@file:offset`, and for a group the number of findings, records and files, and the other places.
  private func listed(_ groups: FindingGroups, _ limit: Int? = nil) -> [String] {
    groups.listed(limit).map { issue in
      let text = issue.finding.rule.rawValue.dropFirst("test/".count) + "@" + place(issue)
      guard let group = issue.group else { return text }
      let records = group.records.map { "\($0)" } ?? "?"
      return ([text + " \(issue.repeats + 1)/\(records)/\(group.files)"] + group.others.map(place)).joined(
        separator: " ")
    }
  }

  private func place(_ issue: LocatedFinding) -> String { "\(issue.file):\(issue.finding.range.start)" }

  @Test func recordsAndFilesAreCounted() {
    let findings = [
      Sample(rule: "a", file: 0, offset: 1), Sample(rule: "a", file: 0, offset: 2),
      Sample(rule: "a", file: 0, offset: 9, record: 8), Sample(rule: "a", file: 1, offset: 1),
    ]
    #expect(listed(groups(findings)) == ["a@0:1 4/3/2 0:9 1:1"])
    #expect(listed(groups(findings + [Sample(rule: "a", file: 2, offset: 0, record: nil)])) == ["a@0:1 5/?/3 1:1 2:0"])
  }

  /// Examples are of other folders, else of other files, else of other records.
  @Test func examplesAreFromDifferentPlaces() {
    var findings = (0..<9).map { Sample(rule: "a", file: 0, offset: $0, record: $0 / 4) }
    #expect(listed(groups(findings)) == ["a@0:0 9/3/1 0:4 0:8"])
    findings += [Sample(rule: "a", file: 1, offset: 0), Sample(rule: "a", file: 1, offset: 9)]
    #expect(listed(groups(findings)) == ["a@0:0 11/4/2 0:4 1:0"])
    findings += (2..<9).map { Sample(rule: "a", file: $0, offset: 0) }
    #expect(listed(groups(findings)) == ["a@0:0 18/11/9 1:0 2:0"])
    findings += [
      Sample(rule: "a", file: 9, offset: 3, folder: "b"), Sample(rule: "a", file: 10, offset: 3, folder: "c"),
    ]
    #expect(listed(groups(findings)) == ["a@0:0 20/13/11 9:3 10:3"])
    // In any order, and however the run is divided.
    for _ in 0..<5 {
      findings.shuffle()
      var merged = groups(findings.prefix(7))
      merged.merge(groups(findings.dropFirst(7)))
      #expect(listed(merged)[0].hasSuffix(" 9:3 10:3") && listed(merged)[0].hasPrefix("a@0:0 "))
    }
  }

  /// The text says of a group what is true of all its findings, and of each example what is its own.
  @Test func theHeadlineIsTrueOfAll() {
    let names = ["Patient", "Group", "Patient"]
    let findings = names.enumerated().map { number, name in
      Sample(
        rule: "a", file: number, offset: 0,
        message: "expected 'x y', which \(name) must have (1..1), found \(number == 1 ? "\"it's\"" : "none")")
    }
    for order in [findings, findings.reversed()] {
      var merged = groups(order.prefix(1))
      merged.merge(groups(order.dropFirst()))
      var text: [UInt8] = []
      TextRenderer().render(.issue(merged.listed(nil)[0], after: nil), into: &text)
      #expect(
        String(decoding: text, as: UTF8.self) == """
          error: expected 'x y', which … must have (1..1), found …
            3 in 3 records of 3 files: test/a at Patient.x
              0:byte 0: Patient, found none
              1:byte 0: Group, found "it's"
              2:byte 0: Patient, found none


          """)
    }
    let same = groups([findings[0], findings[2]]).listed(nil)[0]
    var text: [UInt8] = []
    TextRenderer().render(.issue(same, after: nil), into: &text)
    #expect(
      String(decoding: text, as: UTF8.self).hasPrefix(
        "error: expected 'x y', which Patient must have (1..1), found none\n"))
  }

  /// Errors before warnings, then by records; what occurs once comes last, in the order of the run, but for what could
  /// not be read.
  @Test func theMostSevereAndFrequentComeFirst() {
    var findings = (0..<2).map { Sample(rule: "few", file: $0, offset: 5) }
    findings += (0..<9).map { Sample(rule: "warning", file: $0, offset: 6, severity: .warning) }
    findings += (0..<5).map { Sample(rule: "many", file: $0, offset: 7) }
    findings += [
      Sample(rule: "late", file: 9, offset: 0), Sample(rule: "early", file: 3, offset: 0, severity: .warning),
      Sample(rule: "unreadable", file: 4, offset: 0, severity: .fatal),
    ]
    let names = listed(groups(findings)).map { String($0.prefix { $0 != "@" }) }
    #expect(names == ["unreadable", "many", "few", "warning", "early", "late"])
    #expect(listed(groups(findings), 2).map { String($0.prefix { $0 != "@" }) } == ["unreadable", "many"])
    #expect(listed(groups(findings), 0).isEmpty)
  }

  private func kind(
    _ path: String, _ severity: Severity = .error, rule: RuleID = "test/a", message: String = "found"
  ) -> UInt64 {
    let type = String(path.prefix { $0 != "." })
    return FindingGroups.kind(
      of: Finding(
        rule: rule, severity: severity, range: SourceRange(start: 0, end: 1), path: path, message: message,
        record: RecordLabel(resourceType: type, id: nil)))
  }

  @Test func aKindIsTheSameInRecordsOfAllTypes() {
    #expect(kind("Patient.x") == kind("Bundle.x"))
    #expect(kind("Patient") == kind("Observation"))
    #expect(kind("Patient.x[1].a") == kind("Bundle.x[2].a"))
    #expect(kind("Patient.x") != kind("Patient.y"))
    #expect(kind("Patient.x") != kind("Patient.x", .warning))
    #expect(kind("Patient.x") != kind("Patient.x", rule: "test/b"))
    // A recommendation that is missed at many places is one kind for each rule.
    #expect(kind("Patient", .information) == kind("Patient.contained[0].x", .information))
  }

  /// A kind is described by the message of its first finding.
  @Test func messagesOfAKindDifferInNamesAndValues() {
    let one = kind("Patient.x", message: "expected at most 3 of 'a b', as Patient's are, found \"c\"")
    #expect(one == kind("Group.x", message: "expected at most 4 of 'don', as Group's are, found \"it's\""))
    #expect(one == kind("Patient.x", message: "expected at most 3 of 'a', as Patient's are, found that of a/b.json:1"))
    #expect(one != kind("Patient.x", message: "expected at least 3 of 'a b', as Patient's are, found \"c\""))
  }

  /// A rule with many kinds leaves room for others.
  @Test func aRuleDoesNotFillTheList() {
    var groups = FindingGroups()
    for number in 0..<90 {
      let (rule, file) = (number < 80 ? "test/a" : "test/b", number)
      let finding = Finding(
        rule: RuleID(rawValue: rule), severity: .error, range: SourceRange(start: 0, end: 1),
        path: "Patient.x\(number)",
        message: "found")
      groups.add(
        kind: FindingGroups.kind(of: finding), at: RunPlace(file: file, offset: 0),
        FindingGroups.Origin(file: file, named: "", isPart: false, record: 0, of: finding), finding.message
      ) { LocatedFinding(file: "\(file)", finding: finding, position: nil) }
    }
    let rules = listed(groups).map { $0.prefix(1) }
    #expect(rules.count { $0 == "b" } >= 2)
    #expect(rules.count < 40)
  }

  /// The last line is about a rule that is listed; a file that cannot be read is not to be ignored.
  @Test func theNextStepIsAboutWhatIsListed() {
    var summary = ReportSummary()
    var unread = FindingCounts()
    unread.add("json/unexpected-end", .fatal, 1)
    summary.rules.add("json/unexpected-end", .fatal, 1)
    summary.rules.add("test/a", .error, 5)
    func next(_ notListed: FindingCounts?) -> String {
      summary.notListed = notListed
      return HostileReport.text(TextRenderer(saysWhatNext: true), [], summary).components(separatedBy: "\nNext: ")[1]
    }
    #expect(
      next(unread) == "'fhircheck explain test/a' says what the rule checks; '--all' lists every finding; "
        + "'--ignore test/a' leaves its findings out.\n")
    #expect(next(nil) == "'fhircheck explain json/unexpected-end' says what the rule checks.\n")
    #expect(next(summary.rules).hasPrefix("'fhircheck explain json/unexpected-end'"))
  }

  /// A rule with many findings in few records is listed before the second kind of a rule with fewer.
  @Test func theCommonestRulesAreListed() {
    var findings: [Sample] = []
    for kind in ["one", "two"] {
      findings += (0..<5).map { Sample(rule: "few", file: $0, offset: 1, message: "expected \(kind)") }
    }
    findings += (0..<20).map { Sample(rule: "many", file: 0, offset: $0) }
    #expect(listed(groups(findings), 2).map { String($0.prefix { $0 != "@" }) } == ["few", "many"])
  }

  /// What cannot be read is listed with all its kinds, before all else, however many kinds there are.
  @Test func fatalKindsAreNeverLeftOut() {
    var findings = (0..<9_000).map { Sample(rule: "kind-\($0)", file: $0 / 9, offset: $0) }
    findings += (0..<60).map {
      Sample(rule: "cut", file: 2_000 + $0 / 20, offset: $0, severity: .fatal, message: ["one", "two", "six"][$0 / 20])
    }
    let names = listed(groups(findings)).map { String($0.prefix { $0 != "@" }) }
    #expect(names.prefix(3) == ["cut", "cut", "cut"] && names.count > 3)
    #expect(listed(groups(findings), 2).allSatisfy { $0.hasPrefix("cut") })
  }

  /// Many kinds of what cannot be read leave room for others.
  @Test func otherKindsAreListedBesideFatalOnes() {
    var findings = (0..<40).map {
      Sample(
        rule: "cut", file: $0, offset: 0, severity: .fatal, message: "expected " + String(repeating: "x", count: $0 / 2)
      )
    }
    findings += [Sample(rule: "odd", file: 50, offset: 0, severity: .fatal)]
    findings += (0..<12).map { Sample(rule: "error-\($0 / 2)", file: 60 + $0, offset: 0) }
    let names = listed(groups(findings), 9).map { String($0.prefix { $0 != "@" }) }
    #expect(names == ["cut", "cut", "cut", "odd"] + (0..<5).map { "error-\($0)" })
  }

  /// No line is broken within the name of a file, which a reader wants to open.
  @Test func namesOfFilesStayWhole() {
    var group = groups((0..<2).map { Sample(rule: "a", file: $0, offset: 0) }).listed(nil)[0]
    group.file = "a folder with blanks in its name/of many words.json"
    var text: [UInt8] = []
    TextRenderer(width: 40).render(.issue(group, after: nil), into: &text)
    #expect(String(decoding: text, as: UTF8.self).contains(group.file + ":byte"))
  }

  @Test(arguments: [10, 9_000]) func theDivisionOfTheRunDoesNotMatter(_ kinds: Int) {
    var generator = SystemRandomNumberGenerator()
    let findings = (0..<12_000).map { number in
      // The last file is read in parts.
      let file = min(number / 700, 9)
      return Sample(
        rule: "\(number % kinds)", file: file, offset: number, record: number / 7, isPart: file == 9)
    }
    let whole = groups(findings)
    let expected = listed(whole, 50)
    for _ in 0..<3 {
      // A worker takes whole files, or parts of one, in the order of the run.
      var shares = [[Sample]](repeating: [], count: 3)
      for start in stride(from: 0, to: findings.count, by: 2_100) {
        shares[Int.random(in: 0..<3, using: &generator)] += findings[start...].prefix(2_100)
      }
      var merged = groups([])
      for share in shares.shuffled(using: &generator) { merged.merge(groups(share)) }
      #expect(listed(merged, 50) == expected)
      #expect(merged.count == whole.count)
    }
  }
}

import FHIRFindings
import FHIRReporting
import FHIRSupport
import Testing

/// Issues and a summary for every renderer.
private enum Sample {
  static let tool = ReportTool(name: "fhircheck", version: "9.9", release: "dstu2")

  static func issue(
    _ file: String = "a.json", severity: Severity = .error, message: String = "found \"done\"", line: Int = 3,
    path: String = "Observation.status", record: RecordLabel? = RecordLabel(resourceType: "Observation", id: "f1"),
    source: String? = nil,
    excerpt: SourceExcerpt? = SourceExcerpt(before: "  \"status\": ", fault: "\"done\"", after: ",")
  ) -> LocatedFinding {
    LocatedFinding(
      file: file, source: source,
      finding: Finding(
        rule: RuleID(rawValue: "code/not-in-value-set"), severity: severity, range: SourceRange(start: 45, end: 51),
        path: path, message: message, record: record),
      position: SourcePosition(line: line, column: 13), excerpt: excerpt)
  }

  static var summary: ReportSummary {
    var summary = ReportSummary()
    summary.files = 2
    summary.filesWithFindings = 1
    summary.records = 1_234
    summary.bySeverity = [.error: 1, .warning: 2]
    summary.resourceTypes = ["Patient": 1_000, "Observation": 234]
    summary.clinicalTypes = ["HKClinicalTypeIdentifierLabResultRecord": 200]
    summary.notChecked = ["invariants": 3, "a profile": 1_000]
    summary.filesSkippedByKind = ["FHIR XML": 1]
    summary.identity = .compared
    summary.rules.add("code/not-in-value-set", .error)
    summary.findingsNotListed = 1
    summary.unreadable = [UnreadablePath(path: "gone", reason: "no such file or folder")]
    return summary
  }

  static func text(_ renderer: some ReportRenderer, _ issues: [LocatedFinding], _ summary: ReportSummary) -> String {
    String(decoding: renderer.report(issues, summary: summary, tool: tool), as: UTF8.self)
  }
}

@Suite struct JSONRendererTests {
  /// A binary property list has no lines.
  @Test func anIssueMayHaveNoLine() {
    var issue = Sample.issue(path: "a", record: nil, excerpt: nil)
    issue.position = nil
    #expect(
      Sample.text(JSONLinesRenderer(), [issue], Sample.summary).contains("\"file\":\"a.json\",\"byteOffset\":45,"))
    #expect(Sample.text(TextRenderer(), [issue], Sample.summary).hasPrefix("a.json\n  byte 45 error: "))
  }

  @Test func linesAreExactlyAsPublished() {
    let issues = [Sample.issue(source: "Clinic"), Sample.issue(path: "", record: nil)]
    #expect(
      Sample.text(JSONLinesRenderer(), issues, Sample.summary) == """
        {"type":"start","formatVersion":1,"tool":"fhircheck","version":"9.9","release":"dstu2","releases":["dstu2"]}
        {"type":"issue","file":"a.json","line":3,"column":13,"byteOffset":45,"severity":"error",\
        "rule":"code/not-in-value-set","path":"Observation.status","message":"found \\"done\\"",\
        "resourceType":"Observation","id":"f1","source":"Clinic"}
        {"type":"issue","file":"a.json","line":3,"column":13,"byteOffset":45,"severity":"error",\
        "rule":"code/not-in-value-set","path":"","message":"found \\"done\\""}
        {"type":"summary","files":2,"records":1234,"issues":{"fatal":0,"error":1,"warning":2,"information":0},\
        "resourceTypes":{"Observation":234,"Patient":1000},\
        "clinicalTypes":{"HKClinicalTypeIdentifierLabResultRecord":200},"notChecked":{"a profile":1000,"invariants":3},\
        "issuesNotListed":1,"filesSkipped":1,"unreadable":[{"path":"gone","reason":"no such file or folder"}],\
        "verdict":"not-valid","judged":{"files":{"found":4,"judged":2,"notJudged":2},\
        "records":{"found":1234,"judged":1234,"notJudged":0}},"releasesToldBy":{},"notJudged":{},"filesSkippedByKind":{"FHIR XML":1},\
        "filesNotOpened":0,"identity":"compared","rules":{"code/not-in-value-set":1}}

        """)
  }

  @Test func documentHasTheContentOfTheLines() {
    let issues = [Sample.issue("a.json"), Sample.issue("b.json")]
    let lines = Sample.text(JSONLinesRenderer(), issues, Sample.summary).split(separator: "\n")
    func body(_ line: Substring, _ type: String) -> String { "{" + line.dropFirst("{\"type\":\"\(type)\",".count) }
    let expected =
      body(lines[0], "start").dropLast() + ",\"issues\":[\n" + body(lines[1], "issue") + ",\n" + body(lines[2], "issue")
      + "\n],\"summary\":" + body(lines[3], "summary") + "}\n"
    #expect(Sample.text(JSONRenderer(), issues, Sample.summary) == expected)
  }

  @Test func documentWithoutIssuesIsJSONToo() {
    #expect(Sample.text(JSONRenderer(), [], ReportSummary()).contains("\"issues\":[\n],\"summary\":{\"files\":0,"))
  }

  @Test func textIsEscapedAsFarAsItMust() {
    var writer = JSONWriter()
    writer.string("a\"b\\c\n\r\t\u{0}\u{1B}\u{7F}é日😀\u{2028}\u{2029}©")
    #expect(
      String(decoding: writer.bytes, as: UTF8.self)
        == "\"a\\\"b\\\\c\\n\\r\\t\\u0000\\u001b\\u007fé日😀\\u2028\\u2029©\"")
  }
}

@Suite struct MaskedAddressTests {
  @Test(arguments: [
    ("https://user:secret@host/Patient/1", "https://***@host/Patient/1"),
    ("found 'ftp://u@host' and https://a:b@c@d?x=e@f", "found 'ftp://***@host' and https://***@d?x=e@f"),
    ("https://u's:p@host'", "https://***@host'"), ("https://host/a@b", "https://host/a@b"),
    ("mailto:a@b", "mailto:a@b"), ("://@", "://@"), ("a://", "a://"),
    ("https://@host", "https://@host"), ("'https://user:sec...'", "'https://***...'"),
    ("such as https://...", "such as https://..."),
    ("x:y://p@q", "x:y://***@q"), ("", ""),
  ])
  func userPartsOfURLsAreHidden(_ text: String, _ masked: String) {
    #expect(MaskedAddress.text(text) == masked)
  }

  /// An excerpt may begin and end within a URL.
  @Test(arguments: [
    ("er:secret@host/x\"", "*********@host/x\""), ("//user:secret@host", "//***********@host"),
    ("x\": \"https://user:sec", "x\": \"https://********"), ("https://host/ http://a", "https://host/ http://*"),
    ("https://u:p@h/", "https://***@h/"), ("status", "status"), ("", ""),
  ])
  func userPartsAreHiddenInPartsOfURLs(_ text: String, _ masked: String) {
    #expect(MaskedAddress.text(text, keepsLength: true, isCut: (true, true)) == masked)
  }

  @Test func reportsShowNoPassword() {
    let address = "https://user:secret@host/fhir"
    var summary = Sample.summary
    summary.notChecked = ["https://user:secret@host/fhir": 1, "https://other@host/fhir": 2]
    let excerpt = SourceExcerpt(before: "\"url\": \"https://user:sec", fault: "ret@host", after: "/fhir\"")
    let issue = Sample.issue(message: "found \(address)", source: address, excerpt: excerpt)
    for text in [
      Sample.text(JSONRenderer(), [issue], summary), Sample.text(JSONLinesRenderer(), [issue], summary),
      Sample.text(TextRenderer(), [issue], summary),
    ] {
      #expect(!text.contains("secret") && !text.contains("user:") && !text.contains("other@"))
      #expect(text.contains("found https://***@host/fhir"))
    }
    let text = Sample.text(TextRenderer(), [issue], summary)
    #expect(text.contains("| \"url\": \"https://***********@host/fhir\"\n"))
    #expect(text.contains("    3  https://***@host/fhir\n"))
  }
}

@Suite struct TextRendererTests {
  private func rendered(_ issue: LocatedFinding, colors: Bool = false) -> String {
    var output: [UInt8] = []
    TextRenderer(colors: colors).render(.file(issue.file), into: &output)
    TextRenderer(colors: colors).render(.issue(issue, after: nil), into: &output)
    return String(decoding: output, as: UTF8.self)
  }

  @Test func anIssueIsShownWithItsLine() {
    #expect(
      rendered(Sample.issue()) == """
        a.json
          3:13 error: found "done"  code/not-in-value-set
            3 |   "status": "done",
              |             ^^^^^^ Observation.status in Observation/f1


        """)
  }

  @Test func aFileIsNamedOnce() {
    let text = Sample.text(TextRenderer(), [Sample.issue(), Sample.issue(), Sample.issue("b.json")], ReportSummary())
    #expect(text.split(separator: "\n").filter { $0.hasSuffix(".json") } == ["a.json", "b.json"])
  }

  @Test func marksStandUnderTheFaultBehindTabsAndWideText() {
    let excerpt = SourceExcerpt(before: "\t\"日本\": ", fault: "\"é\u{301}語\"", after: "")
    let lines = rendered(Sample.issue(path: "", record: nil, excerpt: excerpt)).split(separator: "\n")
    // Four columns of tab, two quotes, two wide characters, a colon and a space.
    #expect(lines[2] == "    3 |     \"日本\": \"é\u{301}語\"")
    #expect(lines[3] == "      | " + String(repeating: " ", count: 12) + "^^^^^")
  }

  @Test func cutsAndFaultsThatGoOnAreShown() {
    let excerpt = SourceExcerpt(
      before: "abc", fault: "{def", after: "", isCutBefore: true, isCutAfter: true, faultGoesOn: true)
    let lines = rendered(Sample.issue(path: "", record: nil, excerpt: excerpt)).split(separator: "\n")
    #expect(lines[2] == "    3 | …abc{def…")
    #expect(lines[3] == "      |     ^")
  }

  @Test func hostileTextCannotDriveTheTerminal() {
    let hostile = "\u{1B}[2J\u{9B}1m\u{202E}\u{7}\n\u{200B}"
    let text = rendered(
      Sample.issue(
        hostile, message: hostile, path: hostile, record: RecordLabel(resourceType: hostile, id: hostile),
        excerpt: SourceExcerpt(before: hostile, fault: hostile, after: hostile)))
    let forbidden = text.unicodeScalars.filter { scalar in
      (scalar.value < 0x20 && scalar != "\n") || (0x7F...0x9F).contains(scalar.value) || scalar.value == 0x202E
        || scalar.value == 0x200B
    }
    #expect(forbidden.isEmpty)
    #expect(text.split(separator: "\n", omittingEmptySubsequences: true).count == 4)
    #expect(text.contains("␛[2J\\u{9B}1m\\u{202E}␇␊\\u{200B}"))
  }

  @Test func coloursAreAddedOnlyOnRequest() {
    let colored = rendered(Sample.issue(), colors: true)
    #expect(colored.contains("\u{1B}[1;31merror\u{1B}[0m"))
    #expect(!rendered(Sample.issue()).contains("\u{1B}"))
  }

  @Test func theSummaryBeginsWithTheVerdict() {
    #expect(
      Sample.text(TextRenderer(), [], Sample.summary) == """
        Not valid: 1 error, 2 warnings in 1 file; 1,234 of 1,234 records in 2 of 4 files judged; not every path could be \
        read.
          Patient 1,000, Observation 234
          1 issue counted but not listed
          1 file skipped: 1 FHIR XML
          not read: gone (no such file or folder)
          not checked:
            1,000  a profile
                3  invariants

        """)
  }

  @Test func verdicts() {
    func verdict(_ change: (inout ReportSummary) -> Void) -> String {
      var summary = ReportSummary()
      summary.files = 1
      summary.records = 2
      change(&summary)
      return String(Sample.text(TextRenderer(), [], summary).prefix { $0 != "\n" })
    }
    let gone = [UnreadablePath(path: "x", reason: "gone")]
    #expect(verdict { _ in } == "Valid: no issues; 2 of 2 records in 1 of 1 file judged.")
    #expect(
      verdict {
        $0.files = 0
        $0.records = 0
      } == "Nothing judged: 0 of 0 records in 0 of 0 files.")
    #expect(
      verdict { $0.unreadable = gone }
        == "Incomplete: no issues; 2 of 2 records in 1 of 2 files judged; not every path could be read.")
    #expect(
      verdict { $0.identity = .failed("no space") }
        == "Incomplete: no issues; 2 of 2 records in 1 of 1 file judged; records could not be compared.")
    #expect(
      verdict {
        $0.recordsNotJudged = 1
        $0.notJudged = ["other-release": 1]
        $0.filesSkippedByKind = ["PDF": 1, "hidden": 1]
      } == "Valid as far as judged: no issues; 1 of 2 records in 1 of 3 files judged.")
    #expect(
      verdict { $0.unjudgedParts = 2 }
        == "Valid as far as judged: no issues; 2 of 2 records in 1 of 1 file judged, except for 2 parts of records.")
    #expect(
      verdict {
        $0.filesNotJudged = 1
        $0.recordsNotJudged = 2
        $0.notJudged = ["other-release": 2]
        $0.bySeverity = [.warning: 2]
        $0.filesWithFindings = 1
      } == "Nothing judged: 2 warnings in 1 file; 0 of 2 records in 0 of 1 file judged.")
    #expect(
      verdict {
        $0.bySeverity = [.warning: 1]
        $0.filesWithFindings = 1
      } == "Valid, with remarks: 1 warning in 1 file; 2 of 2 records in 1 of 1 file judged.")
    #expect(
      verdict {
        $0.bySeverity = [.fatal: 1, .information: 3]
        $0.filesWithFindings = 1
      } == "Not valid: 1 fatal error, 3 notes in 1 file; 2 of 2 records in 1 of 1 file judged.")
  }

  /// Input whose errors are known is not called valid, and the reasons of the caller stand after the verdict.
  @Test func knownErrorsAreNotCalledValid() {
    var summary = ReportSummary()
    (summary.files, summary.records, summary.resourceTypes) = (1, 2, ["Patient": 2])
    var aside = ReportSummary.SetAside()
    aside.known.add("test/a", .warning)
    aside.gone = [:]
    aside.reasons = ["known findings until 2027-01-01: ticket 12"]
    func text() -> String {
      summary.setAside = aside
      return Sample.text(TextRenderer(), [], summary)
    }
    #expect(text().hasPrefix("Valid: no new findings; 1 known, 0 gone; 2 of 2 records"))
    aside.known.add("test/a", .error, 3)
    #expect(
      text() == """
        No new findings: 4 known (3 errors), 0 gone; 2 of 2 records in 1 of 1 file judged.
          4 issues known from the baseline (test/a 4)
          known findings until 2027-01-01: ticket 12
          Patient 2

        """)
    summary.unjudgedParts = 1
    #expect(text().hasPrefix("No new findings as far as judged: 4 known"))
    (summary.bySeverity, summary.filesWithFindings) = ([.warning: 1], 1)
    #expect(text().hasPrefix("No new errors as far as judged: 1 new warning in 1 file; 4 known (3 errors), 0 gone; "))
    summary.bySeverity = [.error: 1]
    #expect(text().hasPrefix("Not valid: 1 new error in 1 file; 4 known (3 errors), 0 gone; "))
  }

  @Test func manyKindsOfWhatWasNotCheckedShareALine() {
    var summary = ReportSummary()
    for number in 1...12 { summary.notChecked[ByteText("profile \(number)")] = number }
    #expect(!Sample.text(TextRenderer(), [], summary).contains("other kinds"))
    summary.notChecked["profile 13"] = 13
    let text = Sample.text(TextRenderer(), [], summary)
    #expect(text.contains("\n    13  profile 13\n"))
    #expect(text.contains("\n     3  profile 3\n     3  of 2 other kinds\n"))
    #expect(Sample.text(TextRenderer(listsEachKind: true), [], summary).contains("\n     1  profile 1\n"))
  }
}

import FHIRFindings
import FHIRReporting

/// A report in which every text is hostile.
enum HostileReport {
  static let tool = ReportTool(name: "fhircheck", version: "9.9.9", release: "dstu2")

  /// Texts that are special in one format or another. A lone surrogate of JSON was replaced by U+FFFD before.
  static let texts = [
    "plain", "", " ", "a\u{0}b\u{1}\u{8}\u{B}\u{1F}\u{7F}", "\u{80}\u{85}\u{9B}31m\u{9F}",
    "line\r\nline\nline\rline\t.",
    "\u{202E}txt.exe\u{2066}\u{2069}\u{200F}", "a\u{2028}b\u{2029}c\u{FEFF}", "\u{FFFD}\u{FFFE}\u{FFFF}\u{1FFFE}",
    "]]>", "<![CDATA[x]]>", "<script>alert(1)</script>", "--><b>", "&lt;&amp;&#0;&#xFFFE;",
    "\"quoted\", 'both'; \\ back",
    "::error file=x::y", "::stop-commands::token", "##[error]x", "%0A::warning::x%25", "a,b:c;d",
    "=cmd|' /C calc'!A0", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1", " =1", "'=1", "javascript:alert(1)",
    "file.json:3:4: error: x [a/b]", "}]}", "日本語 é e\u{301} 😀 \u{E0041}", "{{constructor}}", "a:b/../c d?e#f%",
  ]

  static let rules = ["code/not-in-value-set", "structure/unknown-element"].map {
    Rule(
      $0, .error, .codeInvalid, summary: "a \"summary\" <b>",
      explanation: Rule.Explanation(
        checks: "What ]]> it <i>checks</i> & more.\nAnd on.", matters: "It matters.", bad: "{\"a\": \"</script>\"}",
        good: "{}", specification: "https://hl7.org/fhir/DSTU2/terminologies.html"))
  }
  static let catalog = RuleCatalog(rules)

  /// Each text in each place, and some consecutive issues of one file and one record.
  static var issues: [LocatedFinding] {
    texts.enumerated().flatMap { number, text in
      [Severity.error, .warning, .information, .fatal].enumerated().map { place, severity in
        LocatedFinding(
          file: text.isEmpty ? "-" : text, source: text,
          finding: Finding(
            rule: rules[place % 2].id, severity: severity, range: SourceRange(start: number, end: number + 3),
            path: [number == 0 ? text : "Patient.name[\(number)].given[1]", text, text + ".x", text][place],
            message: "found " + text,
            record: place == 3 ? nil : RecordLabel(resourceType: text.isEmpty ? "Patient" : text, id: text),
            pointer: "/" + text, release: place == 0 ? "r4" : "dstu2"),
          position: place == 2 ? nil : SourcePosition(line: number + 1, column: 7),
          excerpt: SourceExcerpt(before: text, fault: text, after: text))
      }
    }
  }

  static var summary: ReportSummary {
    var summary = ReportSummary()
    summary.files = texts.count
    summary.filesWithFindings = texts.count
    summary.records = texts.count
    summary.bySeverity = [.error: texts.count, .warning: texts.count, .information: texts.count, .fatal: texts.count]
    for text in texts {
      summary.resourceTypes[ByteText(text)] = 1
      summary.notChecked[ByteText("profile " + text)] = 2
      summary.unreadable.append(UnreadablePath(path: text, reason: "gone " + text))
    }
    return summary
  }

  /// The report of a renderer, as text.
  static func text(
    _ renderer: some ReportRenderer, _ issues: [LocatedFinding] = issues, _ summary: ReportSummary = summary
  ) -> String {
    String(decoding: renderer.report(issues, summary: summary, tool: tool), as: UTF8.self)
  }

  /// A page with all of it.
  static var page: HTMLReport {
    var contents = ReportContents()
    for (number, text) in texts.enumerated() {
      contents.sources[ByteText(text)] = 1
      contents.months[ReportContents.Month(year: 2001 + number, month: 3)] = number + 1
    }
    contents.undated = 3
    return HTMLReport(
      tool: tool, summary: summary, listed: issues, contents: contents, rules: catalog)
  }
}

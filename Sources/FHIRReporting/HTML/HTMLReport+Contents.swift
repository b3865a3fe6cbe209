import FHIRDiagnostics
import FHIRSupport

extension HTMLReport {
  /// Writes the records by type, release, clinical type, source and time.
  func contents(_ page: inout HTMLWriter) {
    page.section("contents", "What is in it") { page in
      if summary.subject == .records {
        page.element("p") { page in
          page.number(summary.recordsFound)
          page.raw(summary.recordsFound == 1 ? " record in " : " records in ")
          page.number(summary.filesFound)
          page.raw(summary.filesFound == 1 ? " file." : " files.")
        }
      }
      timeline(&page)
      page.raw("<div class=\"charts\">\n")
      page.bars("Records by resource type", rows(summary.resourceTypes))
      page.bars("Records by clinical type", rows(summary.clinicalTypes))
      page.bars("Records by release, and what told it", releases)
      page.bars("Records by source", rows(MaskedAddress.counts(contents.sources)))
      page.raw("</div>\n")
    }
  }

  private var releases: [BarRow] {
    var counts: [ByteText: Int] = [:]
    for (release, reasons) in summary.releasesToldBy {
      for (reason, count) in reasons { counts["\(release): \(reason)".byBytes] = count }
    }
    return rows(counts)
  }

  /// Counts, the most frequent first, then by name.
  func rows(_ counts: [ByteText: Int]) -> [BarRow] {
    counts.sorted { $0.value != $1.value ? $0.value > $1.value : $0.key < $1.key }
      .map { BarRow(name: $0.key.string, count: $0.value) }
  }

  /// Writes the findings by severity, rule and source.
  func overview(_ page: inout HTMLWriter) {
    page.section("overview", "What was found") { page in
      if summary.issueCount == 0 {
        return page.element("p") { $0.raw(summary.setAside?.gone == nil ? "No issues." : "No new issues.") }
      }
      page.raw("<div class=\"charts\">\n")
      let severities = Severity.allCases.reversed().compactMap { severity in
        summary.issues[severity].map {
          BarRow(name: severity.description, count: $0, look: severity.description)
        }
      }
      page.bars("Findings by severity", severities.filter { $0.count > 0 })
      let rules = statistics.rules.map {
        BarRow(
          name: $0.rule.rawValue, count: $0.count, link: anchor($0.rule), look: $0.severity.description)
      }
      page.bars("Findings by rule", rules)
      page.bars("Findings by source", statistics.sources.map { BarRow(name: $0.name, count: $0.count) })
      page.bars(
        "Codes and systems that were found",
        statistics.values.map { BarRow(name: $0.name, count: $0.count, look: $0.severity.description) })
      page.raw("</div>\n")
    }
  }

  /// Writes what was not checked, and what could not be checked.
  func notChecked(_ page: inout HTMLWriter) {
    page.section("unchecked", "What was not checked") { page in
      let notChecked = rows(MaskedAddress.counts(summary.notChecked))
      let notJudged = rows(summary.notJudged)
      let skipped = rows(summary.filesSkippedByKind)
      page.raw("<div class=\"charts\">\n")
      page.bars("Checks that could not be made", notChecked)
      page.bars("What stands where a record should be", notJudged)
      page.bars("Files that were skipped", skipped)
      page.raw("</div>\n")
      var sentences: [String] = []
      if summary.filesNotOpened > 0 {
        sentences.append("\(String(grouped: summary.filesNotOpened)) files in archives were not opened.")
      }
      for entry in summary.unreadable { sentences.append("Not read: \(entry.path) (\(entry.reason)).") }
      switch summary.identity {
      case .failed(let reason): sentences.append("Whether a record is there twice is not known: \(reason).")
      case .off: sentences.append("Nobody looked for records that are there twice.")
      case .compared, nil: break
      }
      if notChecked.isEmpty, notJudged.isEmpty, skipped.isEmpty, sentences.isEmpty {
        sentences.append("Everything that was there was judged.")
      }
      page.element("ul") { page in
        for sentence in sentences { page.element("li") { $0.text(sentence) } }
      }
    }
  }
}

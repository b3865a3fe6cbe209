import FHIRSupport

/// A page for somebody who does not know FHIR: what the own records say, what is there twice, and what is missing.
///
/// As ``HTMLReport``, it is one file that loads and sends nothing. It has no script. It repeats what records say and
/// interprets nothing. Its size is bounded; what is left out is counted.
package struct PersonPage: HTMLPage {
  let report: PersonReport
  let tests: [PersonTest]
  /// The numbers of the tests by what makes them kin.
  let places: [ByteText: [Int]]

  package init(_ report: PersonReport) {
    self.report = report
    tests = PersonTest.all(of: report.facts)
    let kin = tests.enumerated().flatMap { number, test in test.kin.map { ($0, [number]) } }
    places = [ByteText: [Int]](kin, uniquingKeysWith: +)
  }

  /// The text of the page.
  package var html: String {
    let records = report.isRedacted ? withoutValues : [results, medications, lists, repeated].joined()
    let lost = report.problems.isEmpty ? "" : problems
    let list = list(report.documents.map { "\($0)" })
    let documents = report.documents.isEmpty ? "" : section("documents", "Documents and cards", list)
    let found = report.hasNoRecords ? [documents, lost] : [contents, records, documents, problems, about]
    return document(
      "Your health records", allowed: "style-src 'sha256-\(PageStyle.digest)' 'sha256-\(Self.styleDigest)'",
      styles: [PageStyle.style, Self.style],
      """
      <a class="skip" href="#main">Skip to the content</a>\(header)<div class="columns">
      <nav class="contents" aria-label="Contents"><ul>
      \(sections.map { "<li><a href=\"#\($0)\">\($1)</a></li>\n" as Markup }.joined())</ul></nav>
      <main id="main">
      \(found.joined())</main>
      </div>

      """
    ).text
  }

  /// Whether the records name persons that differ, so that it is not known whose each of them is.
  var isMixed: Bool { Set(report.facts.filter { $0.isPerson && !$0.name.isEmpty }.map(\.person.byBytes)).count > 1 }

  private var header: Markup {
    let sources =
      names.count == 0 ? "an unknown source" : String(counting: names.count, "named source", "named sources")
    let received = report.received.map {
      let (first, last) = (PlainDay.shown($0.first), PlainDay.shown($0.last))
      return " The phone received them "
        + (first.byBytes == last.byBytes ? "on \(first)." : "from \(first) to \(last).")
    }
    let tellers = report.facts.filter(\.isPerson)
    let persons = Set(
      tellers.map { record in
        let card = [PersonReport.Record.unverified, PersonReport.Record.unbelieved].first(where: record.marks.contains)
        let teller = card.map { $0.dropFirst(3) + " from " } ?? (record.source.isEmpty ? "an " : "")
        return "\(record.person) (so says \(teller)\(name(ofSource: record.source)))".byBytes
      })
    let ids = Set(tellers.map(\.id.byBytes))
    let strangers = report.facts.filter { !$0.owner.isEmpty && !ids.contains($0.owner.byBytes) }
    let some = (strangers.prefix(3).map(\.label) + (strangers.count > 3 ? ["…"] : [])).joined(separator: "; ")
    let referring = String(counting: strangers.count, "record refers", "records refer")
    let stray: Markup = "<p>\(referring) to a person whose own record is not here: \(some)</p>\n"
    let more = persons.count > 10 ? "; and \(persons.count - 10) more" : ""
    let owners: Markup = "<p>Of: \(persons.sorted().prefix(10).map(\.string).joined(separator: "; "))\(more).</p>\n"
    let lost = report.problems.compactMap { problem in
      let names = problem.records.prefix(3).map { $0.replacing(#/^(A|An|File) /#) { $0.output.0.lowercased() } }
      return problem.loss.map { $0 + (names.isEmpty ? "" : " (\(names.joined(separator: "; ")))") }
    }
    let twins = report.repeated.enumerated().compactMap { number, one in one.records.first.map { (number, $0) } }
      .filter { $0.1.marks.contains(PersonReport.Record.contradicted) }
    // What may harm stands first, also before what is lost.
    let both = twins.filter(\.1.mayHarm) + twins.filter { !$0.1.mayHarm }
    let contradicted = both.prefix(3).map { number, record -> Markup in
      "<a href=\"#twin-\(number)\">\(record.title), \(name(ofSource: record.source))</a>"
    }
    let count = String(counting: both.count, "record says", "records say")
    let mixed = "they name persons of different names or dates of birth, and stand mixed below"
    let warnings: [Markup] = both.isEmpty ? [] : ["\(count) two things (\(contradicted.joined(separator: "; ")))"]
    let losses = warnings + (lost + (isMixed ? [mixed] : [])).map { "\($0)" }
    let (section, title) =
      lost.isEmpty && !both.isEmpty ? ("repeated", Self.repeatedTitle) : ("problems", "What is missing or faulty")
    let export = report.exported.isEmpty ? "" : " It wrote the export on \(PlainDay.shown(report.exported))."
    let files = String(counting: report.files, "file", "files") + "." + (received ?? "") + export
    let amount = String(counting: report.records, "record", "records") + " from \(sources) in \(files)"
    let attention: Markup =
      """
      <p class="notice attention"><strong>Attention:</strong> \(losses.joined(separator: ", ")). \
      <a href="#\(section)">\(title)</a></p>

      """
    return """
      <header><h1>Your health records</h1>
      \(losses.isEmpty ? "" : attention)\
      <p>\(report.hasNoRecords ? "No health records were found here." : amount)</p>
      \(persons.isEmpty ? "" : owners)\(strangers.isEmpty || report.leftOut > 0 ? "" : stray)\
      <p class="notice">This page repeats what the records say. It does not judge whether a value is good or bad, and it \
      is no medical advice: ask your doctor what a result means. A fault below is one of the files, not of your health.</p>
      </header>

      """
  }

  /// The sections that the page has, with their titles.
  private var sections: [(String, String)] {
    let problems = ("problems", "What is missing or faulty")
    let documents = report.documents.isEmpty ? [] : [("documents", "Documents and cards")]
    if report.hasNoRecords { return documents + (report.problems.isEmpty ? [] : [problems]) }
    var sections = [("contents", "What you have")]
    if !report.isRedacted {
      if !tests.isEmpty || !labReports.isEmpty { sections.append(("results", "Results over time")) }
      if report.facts.contains(where: { $0.kind == .medication }) { sections.append(("medications", "Medications")) }
      for (kind, title, _) in Self.listed where report.facts.contains(where: { $0.kind == kind }) {
        sections.append((kind.rawValue, title))
      }
      sections.append(("repeated", Self.repeatedTitle))
    }
    return sections + documents + [problems, ("about", "About this page")]
  }

  /// The records by kind, source and year.
  private var contents: Markup {
    let count = String(counting: report.undated, "record has no date and is", "records have no date and are")
    let undated: Markup = "<p class=\"quiet\">\(count) in no year.</p>\n"
    let phone = " What the phone itself measured, such as steps and workouts, is not shown."
    let kinds = "A kind that is not listed is not in the files, or could not be read."
    let others: Markup = "<p class=\"quiet\">\(kinds)\(report.listedSources.isEmpty ? "" : phone)</p>\n"
    let unshown: Markup = "<p class=\"quiet\">Not shown on this page: \(report.unshown.joined(separator: ", ")).</p>\n"
    let leftOut: Markup =
      """
      <p class="notice">\(String(counting: report.leftOut, "record is", "records are")) counted here and not shown below, \
      because there are too many for one page. <code>fhircheck records</code> writes a table of all.</p>

      """
    return section(
      "contents", "What you have",
      """
      <div class="charts">
      \(bars("Records by kind", report.kinds.map(row)))\(bars("Records by source", report.sources.map(row)))\
      \(bars("Records by year, the latest first", report.years.map(row)))</div>
      \(report.isRedacted ? "" : others)\(times)\(origins)\(report.unshown.isEmpty ? "" : unshown)\(report.undated > 0 ? undated : "")\(report.leftOut > 0 ? leftOut : "")
      """)
  }

  /// The years without records, and the first and the last year of each source.
  private var times: Markup {
    let years = report.years.compactMap { Int($0.name) }
    let gaps = zip(years, years.dropFirst()).filter { $0 - $1 > 1 }.map { later, earlier in
      later - earlier == 2 ? "\(earlier + 1)" : "\(earlier + 1) to \(later - 1)"
    }
    let sources = report.sourceYears.prefix(20).map { name, years in
      name + (years.count == 1 ? " \(years.lowerBound)" : " \(years.lowerBound) to \(years.upperBound)")
    }
    let silent: Markup = "<p class=\"quiet\">No record is of \(gaps.prefix(20).joined(separator: ", ")).</p>\n"
    let spans: Markup = "<p class=\"quiet\">Years by source: \(sources.joined(separator: "; ")).</p>\n"
    return "\(gaps.isEmpty ? "" : silent)\(sources.isEmpty ? "" : spans)"
  }

  /// How many sources have names of their own, and which names are other spellings of one before, or none.
  private var names: (count: Int, damaged: [String]) {
    var known: [String: String] = [:]
    let damaged = report.sources.compactMap { source -> String? in
      let name = source.name.replacing(/&[^; ]*;/, with: "").lowercased()
      let letters = name.filter { $0.isLetter || $0.isNumber || $0.isSymbol }
      if letters.isEmpty { return "'\(source.name)' is no name that can be read." }
      let other = known[letters, default: source.name]
      known[letters] = other
      return other.byBytes == source.name.byBytes ? nil : "'\(source.name)' seems to be another spelling of '\(other)'."
    }
    return (known.values.count { $0 != PersonReport.unknownSource }, damaged)
  }

  /// Where the names of sources come from, and which of them are damaged.
  private var origins: Markup {
    let (list, unknown) = (report.listedSources, PersonReport.unknownSource)
    let own = report.sources.map(\.name).filter { $0 != unknown && !list.contains($0.byBytes) }.prefix(20)
    let except = own.isEmpty ? "" : ", except \(own.joined(separator: "; ")), which the records themselves have"
    let ofRecords = "The names of sources are those that the records themselves have, or that you gave."
    let ofList = "The names of sources stand in the list of records of the export\(except)."
    let facts = ([list.isEmpty ? ofRecords : ofList] + names.damaged.prefix(20)).joined(separator: " ")
    return names.count == 0 || report.isRedacted ? "" : "<p class=\"quiet\">\(facts)</p>\n"
  }

  private func row(_ count: PersonReport.Count) -> BarRow {
    BarRow(name: count.name, count: count.count, link: count.section.flatMap(anchor))
  }

  /// The section of a kind, if the page has it.
  private func anchor(_ kind: PersonReport.Kind) -> String? {
    let anchor =
      switch kind {
      case .labResult, .labReport, .vitalSign, .observation: "results"
      case .medication: "medications"
      default: kind.rawValue
      }
    return sections.contains { $0.0 == anchor } ? anchor : nil
  }

  private var withoutValues: Markup {
    let count = String(counting: report.repeatedElsewhere, "record is", "records are")
    return section(
      "values", "Your records",
      "<p>Values are left out of this page, because --redact was given. \(count) there more than once.</p>\n")
  }

  private var about: Markup {
    let sentences: [Markup] = [
      """
      Values, units, dates and ranges stand here as the records write them. Nothing is converted, so one test with two \
      units has two charts.
      """,
      "A shaded range is the one that the record itself states. Letters such as H and L are marks of the laboratory.",
      "In headlines and charts, a number ends in … after four digits. The list of the values has all digits.",
      """
      A report that calls itself one of a laboratory, or that names its results, stands with the results. Whether Apple's \
      Health app counts it as a note is not known; this is an assumption.
      """,
      """
      A record of which the source says that it was entered in error or cancelled, one that a later version replaces, and \
      one of a day that was still to come when the phone received it is listed, and neither drawn nor the latest result.
      """,
      """
      Of each record the page shows what it is, its days, its value or status, and remarks. It leaves out the rest, such as \
      reasons and who did something.
      """,
      """
      A fault inside a record counts as one of the institution's file, because an export copies what an institution sent. \
      A fault of the list of records, or of the files around them, counts as one of the export.
      """,
      "The page is one file. It loads nothing and sends nothing. Keep it like a letter from your doctor.",
    ]
    return section(
      "about", "About this page",
      """
      \(list(sentences))<p class="quiet">Written by \(report.tool.name) \(report.tool.version).</p>

      """)
  }

  /// Says how many entries of a list are left out.
  func leftOut(_ count: Int, _ one: String, _ many: String) -> Markup {
    count > 0
      ? "<p class=\"notice\">\(String(counting: count, "more \(one) is", "more \(many) are")) not listed here.</p>\n"
      : ""
  }

  /// A source, or what stands for none.
  func name(ofSource source: String) -> String { source.isEmpty ? PersonReport.unknownSource : source }

  /// The last part of a file's path.
  package static func name(ofFile path: String) -> String {
    path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(decoding: $0, as: UTF8.self) } ?? path
  }

  /// The same with some folders, and with the beginning of a long number in it.
  package static func shortName(ofFile path: String, folders: Int = 0) -> String {
    path.split(separator: "/").suffix(folders + 1).joined(separator: "/")
      .replacing(#/(-[0-9A-Fa-f]{8})-[0-9A-Fa-f-]{27}/#) { "\($0.output.1)…" }
  }

  /// The status, what is said about the record elsewhere, and what the institution remarked.
  func standing(of record: PersonReport.Record, but usual: String? = nil) -> String {
    let facts = [record.status == usual ? "" : words(record.status)] + record.marks.sorted()
    let remark = record.remark.isEmpty ? "" : "remark: " + record.remark
    return (facts + [remark]).filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// A status in words: `entered-in-error` without dashes, but dates with them.
  func words(_ status: String) -> String {
    status.split(separator: ", ").map { String($0) }.map { code in
      switch code.byBytes {
      case "refuted": "found not to be so"
      case "registered": "still pending"
      case "differential", "provisional", "unconfirmed": "only suspected"
      default: code.utf8.contains(UInt8(ascii: "-")) ? code.replacing(/-(?![0-9])/, with: " ") : code
      }
    }.joined(separator: ", ")
  }
}

/// A page for somebody who does not know FHIR: what the own records say, what is there twice, and what is missing. As
/// ``HTMLReport``, it is one file that loads and sends nothing. It has no script. It repeats what records say, and only
/// compares a number with the range that its record states. Its size is bounded; what is left out is counted.
package struct PersonPage: HTMLPage {
  let report: PersonReport
  let tests: [PersonTest]
  /// The numbers of the tests by what makes them kin.
  let places: [ByteText: [Int]]
  let labels: [ByteText: Int]

  package init(_ given: PersonReport) {
    var report = given
    if report.facts.allSatisfy(\.whose.isEmpty) { report.namePersons() }
    // Faults are counted before it is known whose a record is.
    var records: [ByteText: Set<ByteText>] = [:]
    for fact in report.facts {
      var plain = fact
      plain.whose = ""
      for label in [plain.label, fact.label] { records[label.byBytes, default: []].insert(fact.fullLabel.byBytes) }
    }
    for number in report.problems.indices {
      report.problems[number].records = report.problems[number].records.map { record in
        records[record.byBytes].flatMap { $0.count == 1 ? $0.first?.string : nil } ?? record
      }
    }
    self.report = report
    tests = PersonTest.all(of: report.facts)
    let kin = tests.enumerated().flatMap { number, test in test.kin.map { ($0, [number]) } }
    places = [ByteText: [Int]](kin, uniquingKeysWith: +)
    // Tests of one name differ in their persons, their units, or in what they are a part of.
    let names = tests.flatMap { test in Set(test.labels.map { $0.lowercased().byBytes }) }.map { ($0, 1) }
    labels = [ByteText: Int](names, uniquingKeysWith: +)
  }

  package var html: String {
    let links = sections.filter { $0.id != Self.withoutValues }
    let head = head("Your health records", styles: [.sharedStyle, .personStyle])
    let page: Markup =
      """
      \(head)<a class="skip" href="#main">Skip to the content</a>\(header)<div class="columns">
      <nav id="nav" class="contents" aria-label="Contents"><ul>
      \(links.map { "<li><a href=\"#\($0.id)\">\($0.title)</a></li>\n" as Markup }.joined())</ul></nav>
      <main id="main">
      \(sections.map { section($0.id, $0.title, $0.content()) }.joined())</main>
      </div>
      <a class="back" href="#nav">Contents</a>
      \(foot)
      """
    // A browser breaks a line after a dash, except in pictures.
    let parts = #/<(?:head|svg)\b.*?<\/(?:head|svg)>|<[^>]*>|\b([12][0-9]{3}-[0-9]{2}(?:-[0-9]{2})?)\b/#
    return page.text.replacing(parts.dotMatchesNewlines()) { part in
      part.output.1.map { "<span class=\"date\">\($0)</span>" } ?? String(part.output.0)
    }
  }

  func whose(_ record: PersonReport.Record) -> Markup {
    record.whose.isEmpty ? "" : "<br><span class=\"quiet\">\(record.whose)</span>"
  }

  /// That documents were not read, and which; there may be something of a kind only there.
  func unread(_ thing: String) -> Markup {
    let count = report.unreadDocuments
    let words = String(counting: count, "document was not read", "documents were not read")
    let names = report.documents.map(\.label) + (count > report.documents.count ? ["…"] : [])
    return "\(link(to: "documents", "\(words)")); \(thing) may stand only there: \(names.joined(separator: ", "))"
  }

  /// The same, in the section of the kind.
  func unreadNotice(_ thing: String) -> Markup { notice(unread(thing), if: report.unreadDocuments > 0) }

  /// What a reader must know before the rest: what contradicts, is lost, was not read, and is of somebody else.
  private var warnings: [Markup] {
    let both = contradictions
    let twins = both.prefix(3).map { number -> Markup in
      let record = report.repeated[number].records[0]
      return link(to: "twin-\(number)", "\(record.title), \(name(ofSource: record.source))")
    }
    var warnings: [Markup] = []
    if !both.isEmpty {
      let count = String(counting: both.count, "record says", "records say")
      let more: Markup = both.count > 3 ? "; \(link(to: "disagreements", "all"))" : ""
      warnings.append("\(count) two things (\(twins.joined(separator: "; "))\(more))")
    }
    warnings += report.problems.compactMap { problem in
      let names = Self.counted(problem.records).map { $0.replacing(#/^(A|An|File) /#) { $0.output.0.lowercased() } }
      let some = names.isEmpty ? "" : " (\(Self.some(names)))"
      return problem.loss.map { "\(link(to: anchor(of: problem), "\($0)"))\(some)" }
    }
    if !report.formless.isEmpty {
      let count = String(counting: report.formless.count, "record is", "records are")
      warnings.append("\(count) not shown, in a form that this page does not know (\(Self.some(report.formless)))")
    }
    if let cut { warnings.append(cut) }
    if report.unreadDocuments > 0 { warnings.append(unread("an allergy or a reaction")) }
    if report.leftOut > 0 { return warnings }
    let strangers = report.facts.filter { $0.isOfStranger && !$0.whose.isEmpty }
    if !strangers.isEmpty {
      let count = String(counting: strangers.count, "record is", "records are")
      let names = Self.some(strangers.map { $0.title })
      let words = "of a person whose name and date of birth stand in no record here: \(names)"
      warnings.append("\(count) \(words). It can be somebody else; check that before you rely on them")
    }
    let nobodys = report.facts.filter { $0.whose == PersonReport.Record.nobodys && $0.kind != .other }
    if !nobodys.isEmpty {
      let count = String(counting: nobodys.count, "record names", "records name")
      warnings.append("\(count) no person: \(Self.some(nobodys.map { $0.title }))")
    }
    return warnings
  }

  static func some(_ texts: [String], most: Int = 3) -> String {
    (texts.prefix(most) + (texts.count > most ? ["…"] : [])).joined(separator: "; ")
  }

  private var header: Markup {
    let sources = names == 0 ? "an unknown source" : String(counting: names, "named source", "named sources")
    let received = report.received.map {
      let (first, last) = (PlainDay.shown($0.first), PlainDay.shown($0.last))
      return " The phone received them "
        + (first.byBytes == last.byBytes ? "on \(first)." : "from \(first) to \(last).")
    }
    let export = report.exported.isEmpty ? "" : " It wrote the export on \(PlainDay.shown(report.exported))."
    let files = String(counting: report.files, "file", "files") + "." + (received ?? "") + export
    let nameless = report.sources.filter { PersonReport.isUnknown($0.name) }.reduce(0) { $0 + $1.count }
    let rest =
      names == 0 || nameless == 0
      ? "" : " (\(String(counting: nameless, "record has", "records have")) no source that can be read)"
    let amount = String(counting: report.records, "record", "records") + " from \(sources)\(rest) in \(files)"
    let warnings = warnings
    let attention: Markup = "<div class=\"notice attention\"><strong>Attention:</strong>\(list(warnings))</div>\n"
    return """
      <header><h1>Your health records</h1>
      \(warnings.isEmpty ? "" : attention)\
      <p>\(report.hasNoRecords ? "No health records were found here." : amount)</p>
      \(owners)\
      <p class="notice">This page repeats what the records say. It does not judge whether a value is good or bad; it only \
      compares a number with the range that its own record states, in the same unit. It is no medical advice: ask your \
      doctor what a result means. A fault below is one of the files, not of your health.</p>
      </header>

      """
  }

  /// Whose the records are, and who says so.
  private var owners: Markup {
    let people = report.facts.filter(\.isPerson).grouped(by: \.person.byBytes)
    if people.isEmpty { return "" }
    let lines = people.map { records -> String in
      var tellers = records.map { record in
        let card = [PersonReport.Record.unverified, PersonReport.Record.unbelieved].first(where: record.marks.contains)
        return (card.map { $0.dropFirst(3) + " from " } ?? "") + name(ofSource: record.source)
      }.grouped(by: \.byBytes).map { $0[0] }.filter { $0.byBytes != PersonReport.unknownSource.byBytes }
      let documents = report.documents.count { !$0.person.isEmpty && $0.person.byBytes == records[0].name.byBytes }
      if !tellers.isEmpty { tellers = ["so says " + tellers.joined(separator: "; ")] }
      if documents > 0 { tellers.append("named in " + String(counting: documents, "document", "documents")) }
      let says = tellers.isEmpty ? "" : " (\(tellers.joined(separator: "; ")))"
      return records[0].person + says
    }.sorted { $0.byBytes < $1.byBytes }
    // A person without a name may be one with a name.
    let known = people.map { $0[0] }.filter { !$0.name.isEmpty && !$0.detail.isEmpty }
    let isOpen = people.contains { records in
      records[0].name.isEmpty && known.contains { $0.detail.hasPrefix(records[0].detail) }
    }
    let maybe = isOpen ? " The one without a name can be the same person; the files do not say." : ""
    if lines.count <= 10 { return "<p>Of: \(lines.joined(separator: "; ")).\(maybe)</p>\n" }
    let count = String(counting: people.reduce(0) { $0 + $1.count }, "record", "records")
    return """
      <details><summary>Of \(grouped: lines.count) persons, in \(count) of persons</summary>\(list(lines.map { "\($0)" }))\
      </details>

      """
  }

  private typealias Section = (id: String, title: String, content: () -> Markup)

  /// The sections that the page has, with what makes their contents.
  private var sections: [Section] {
    let documents = report.documents.map { "A clinical document, not read: " + $0.sentence } + report.cards
    var last: [Section] = []
    if !documents.isEmpty { last.append(("documents", "Documents and cards", { list(documents.map { "\($0)" }) })) }
    if report.hasNoRecords, report.problems.isEmpty { return last }
    last.append(("problems", "What is missing or faulty", { problems }))
    if report.hasNoRecords { return last }
    last.append(("about", "About this page", { about }))
    func has(_ kind: PersonReport.Kind) -> Bool { report.facts.contains { $0.kind == kind } }
    var lists: [(isThere: Bool, section: Section)] = Self.listed.map { kind, title, details in
      (has(kind), (kind.rawValue, title, { entries(of: kind, details) }))
    }
    // The list of results is long, so what is shorter and may harm if overlooked stands before it.
    lists.insert((!tests.isEmpty || !labReports.isEmpty, ("results", "Results over time", { results })), at: 2)
    lists.insert((has(.medication), ("medications", "Medications", { medications })), at: 1)
    lists.append((true, ("disagreements", "What does not agree", { disagreements })))
    lists.append((true, ("repeated", "What is there twice", { repeated })))
    if report.isRedacted { lists = [(true, (Self.withoutValues, "Your records", { withoutValues }))] }
    return [("contents", "What you have", { contents })] + lists.filter(\.isThere).map(\.section) + last
  }

  private var contents: Markup {
    let count = String(counting: report.undated, "record has no date and is", "records have no date and are")
    let phone = " What the phone itself measured, such as steps and workouts, is not shown."
    let others: Markup = "\(absent(isOfResults: false))\(report.listedSources.isEmpty ? "" : phone)"
    let beyond = "counted here and not shown below, because there are too many for one page."
    let leftOut: Markup = """
      \(String(counting: report.leftOut, "record is", "records are")) \(beyond) \
      <code>fhircheck records</code> writes a table of all.
      """
    return [
      charts(
        bars("Records by kind", report.kinds.map(row)), bars("Records by source", report.sources.map(row)),
        bars("Records of an unknown source by folder", folders.map(row)),
        bars("Records by year, the latest first", report.years.map(row))),
      quiet(others, if: !report.isRedacted), times,
      quiet("Not shown on this page: \(report.unshown.joined(separator: ", ")).", if: !report.unshown.isEmpty),
      quiet("\(count) in no year.", if: report.undated > 0), notice(leftOut, if: report.leftOut > 0),
    ].joined()
  }

  /// The usual kinds that are absent: those of results, where the page has a section of them, and the others.
  func absent(isOfResults: Bool) -> String {
    let shown = Set(report.kinds.compactMap(\.section) + report.facts.map(\.kind))
    let usual: [(PersonReport.Kind, String)] = [
      (.allergy, "allergies"), (.medication, "medications"), (.immunization, "immunizations"),
      (.condition, "conditions"), (shown.contains(.labReport) ? .labReport : .labResult, "lab results"),
      (.vitalSign, "vital signs"), (.procedure, "procedures"), (.note, "clinical notes"), (.insurance, "insurance"),
    ]
    let hasResults = !tests.isEmpty || !labReports.isEmpty
    let here = usual.filter { isOfResults == (hasResults && [.labReport, .labResult, .vitalSign].contains($0.0)) }
    let kinds = here.filter { !shown.contains($0.0) }.map { kind, name in
      let lost = report.problems.filter { $0.loss != nil }.flatMap(\.records)
        .count { $0.hasPrefix("A \(kind.word) ") || $0.hasPrefix("An \(kind.word) ") }
      return lost > 0 ? "\(name) (\(lost) \(lost == 1 ? "was" : "were") cut off or not there)" : name
    }
    let hasPressure = report.leftOut > 0 || tests.contains { $0.title.byBytes == PersonTest.pressure.byBytes }
    let all = kinds + (hasPressure || isOfResults != hasResults ? [] : ["blood pressure"])
    return all.isEmpty ? "" : "Not found in what could be read: \(all.joined(separator: ", "))."
  }

  /// The folders with records of an unknown source: often one has the records of one institution.
  private var folders: [PersonReport.Count] {
    let paths = report.facts.filter { $0.source.isEmpty || $0.source == PersonReport.unknownSource }
      .map { $0.file.split(separator: "/").dropLast().map { String($0) } }
    let shortest = paths.map(\.count).min() ?? 0
    let common = (0..<shortest).first { place in paths.contains { $0[place] != paths[0][place] } } ?? shortest
    let named = paths.map { $0.dropFirst(common).first ?? "no folder" }.grouped(by: \.byBytes)
    if named.count < 2 { return [] }
    return named.map { PersonReport.Count($0[0], $0.count) }.sorted { ($1.count, $0.name) < ($0.count, $1.name) }
  }

  /// The years without records, and the first and the last year of each source.
  private var times: Markup {
    let documents = report.documents.compactMap { PlainDay(String($0.label.suffix(10)))?.year }
    let years = Set(report.years.compactMap { Int($0.name) } + documents).sorted(by: >)
    let gaps = zip(years, years.dropFirst()).filter { $0 - $1 > 1 }.map { later, earlier in
      later - earlier == 2 ? "\(earlier + 1)" : "\(earlier + 1) to \(later - 1)"
    }
    let span = documents.min().flatMap { first in documents.max().map { ("documents that were not read", first...$0) } }
    let sources = (report.sourceYears.prefix(20) + [span].compactMap { $0 }).map { name, years in
      name + (years.count == 1 ? " \(years.lowerBound)" : " \(years.lowerBound) to \(years.upperBound)")
    }
    let silent = quiet("No dated record is of \(gaps.prefix(20).joined(separator: ", ")).", if: !gaps.isEmpty)
    let dated = Set(report.sourceYears.map(\.name.byBytes))
    let silentSources = report.sources.filter { !dated.contains($0.name.byBytes) }.prefix(20).map {
      "\(row($0).name) (\(String(counting: $0.count, "record", "records")))"
    }
    let rest = silentSources.isEmpty ? "" : "; no dates: " + silentSources.joined(separator: ", ")
    return "\(silent)\(quiet("Years by source: \(sources.joined(separator: "; "))\(rest).", if: !sources.isEmpty))"
  }

  /// How many sources have names of their own; another spelling is no other name.
  private var names: Int {
    Set(report.sources.map(\.name).filter { $0 != PersonReport.unknownSource }.map(PersonReport.letters(ofSource:)))
      .filter { !$0.isEmpty }.count
  }

  private func row(_ count: PersonReport.Count) -> BarRow {
    let name = PersonReport.isReadable(count.name) ? count.name : "unreadable name ('\(count.name)')"
    return BarRow(name: name, count: count.count, link: count.section.flatMap(anchor))
  }

  /// The section of a kind, if the page has it.
  private func anchor(_ kind: PersonReport.Kind) -> String? {
    let anchor =
      switch kind {
      case .labResult, .vitalSign, .observation: tests.contains { $0.kind == kind } ? kind.rawValue : "results"
      case .labReport: labReports.isEmpty ? "results" : kind.rawValue
      case .medication: "medications"
      default: kind.rawValue
      }
    let anchors = sections.map(\.id) + (tests.map(\.kind) + labReports.map(\.kind)).map(\.rawValue)
    return !report.isRedacted && anchors.contains(anchor) ? anchor : nil
  }

  /// Stands for all sections of values, and is not in the list of sections.
  private static let withoutValues = "values"

  private var withoutValues: Markup {
    let count = String(counting: report.repeatedElsewhere, "record is", "records are")
    return "<p>Values are left out of this page, because --redact was given. \(count) there more than once.</p>\n"
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
      A record of which the source says that it was entered in error or cancelled, one that a later version replaces, and \
      one of a day that was still to come when the phone received it is listed, and neither drawn nor the latest result.
      """,
      """
      Of each record the page shows what it is, its days, its value or status, and remarks. It leaves out the rest, such as \
      reasons and who did something.
      """,
      "The page is one file. It loads nothing and sends nothing. Keep it like a letter from your doctor.",
    ]
    return "\(list(sentences))\(quiet("Written by \(report.tool.name) \(report.tool.version)."))"
  }

  func leftOut(_ count: Int, _ one: String, _ many: String) -> Markup {
    notice("\(String(counting: count, "more \(one) is", "more \(many) are")) not listed here.", if: count > 0)
  }

  func name(ofSource source: String) -> String { PersonReport.name(ofSource: source) }

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

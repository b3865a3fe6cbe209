extension PersonPage {
  /// The records that are there several times, with what differs side by side.
  var repeated: Markup {
    let further = String(counting: report.repeatedElsewhere, "further record is", "further records are")
    let elsewhere: Markup =
      "\(further) there more than once and not named here. <code>fhircheck check</code> lists such records."
    let strangers = report.repeated.indices.filter { report.repeated[$0].isOfSeveral && !report.repeated[$0].isCopy }
    let copies = report.repeated.indices.filter { report.repeated[$0].isCopy }
    let versions = report.repeated.indices.filter { !copies.contains($0) && !strangers.contains($0) }
    let names = Self.some(copies.compactMap { report.repeated[$0].records.first?.title })
    let count = String(counting: copies.count, "record", "records")
    let same: Markup = """
      <h3>The same twice: nothing to do</h3>
      \(details("\(count): \(names)", copies.map(twin).joined()))
      """
    let parts = [(copies, "the same"), (versions, "versions that differ"), (strangers, "that share only their number")]
      .filter { !$0.0.isEmpty }.map { "\($0.count) \($1)" }
    let twins: Markup =
      """
      <p>\(String(counting: report.repeated.count, "record is", "records are")) there more than once: \
      \(parts.joined(separator: ", ")).</p>
      <p class="quiet">Records with the same number from the same source. Records of different sources are never \
      compared: two hospitals may use one number for different things.</p>
      \(copies.isEmpty ? "" : same)\(twins("Versions that differ", versions))\
      \(twins("One number for several things, people or institutions", strangers))
      """
    if let reason = report.notCompared { return "<p>Nobody looked for records that are there twice: \(reason).</p>\n" }
    if report.repeated.isEmpty, report.repeatedElsewhere == 0 { return "<p>No record is there twice.</p>\n" }
    return "\(report.repeated.isEmpty ? "" : twins)\(notice(elsewhere, if: report.repeatedElsewhere > 0))"
  }

  private func twins(_ title: String, _ numbers: [Int]) -> Markup {
    numbers.isEmpty ? "" : "<h3>\(title)</h3>\n\(numbers.map(twin).joined())"
  }

  private func twin(_ number: Int) -> Markup {
    let one = report.repeated[number]
    guard let first = one.records.first else { return "" }
    let more = one.more > 0 ? " \(String(counting: one.more, "further one is", "further ones are")) not shown." : ""
    let rows = PersonReport.compared(one.records)
    // As many folders as tell the paths apart.
    let paths = one.records.map(\.file)
    let names = (0..<8).map { folders in paths.map { Self.shortName(ofFile: $0, folders: folders) } }
      .first { Set($0.map(\.byBytes)).count == Set(paths.map(\.byBytes)).count }
    let files = zip(one.records, names ?? paths).map { $1 + ($0.line > 1 ? ", line \($0.line)" : "") }
    let (differing, equal) = (rows.filter(\.differs), rows.filter { !$0.differs && !$0.texts[0].isEmpty })
    let facts = equal.map { $0.title.lowercased() + " " + $0.texts[0] }.joined(separator: ", ")
    let same = quiet("Equal: \(facts)\(facts.hasSuffix(".") ? "" : ".")", if: !facts.isEmpty)
    let unseen: Markup = "<p>They differ in a part that this page does not show.</p>\n"
    return """
      <article id="twin-\(number)" class="twin"><h4>\(first.name.isEmpty ? first.type : first.name)\(Set(one.records.map(\.whose.byBytes)).count > 1 ? "" : whose(first))</h4>
      <p>\(name(ofSource: first.source)): \(one.relation)\(more)</p>
      \(one.isCopy || !differing.isEmpty ? "" : unseen)\(sides(differing + [.init(title: "File", texts: files)]))\
      \(same)</article>

      """
  }

  private func sides(_ rows: [PersonReport.ComparedFact]) -> Markup {
    let lines = rows.map { row -> Markup in
      let cells = row.texts.enumerated().map { number, text -> Markup in
        "<td data-name=\"Record \(number + 1)\">\(text.isEmpty ? "not stated" : text)</td>"
      }
      return self.row("\(row.title)", cells.joined())
    }
    return table("sides", heads: [""] + rows[0].texts.indices.map { "Record \($0 + 1)" }, lines)
  }

  // MARK: - What does not agree

  /// The groups of records whose source says two things, and the versions that differ: what may harm stands first.
  private var versions: [Int] {
    let all = report.repeated.indices.filter { !report.repeated[$0].isOfSeveral && !report.repeated[$0].isCopy }
    return all.filter { report.repeated[$0].records[0].mayHarm }
      + all.filter { !report.repeated[$0].records[0].mayHarm }
  }

  var contradictions: [Int] {
    versions.filter { report.repeated[$0].records[0].marks.contains(PersonReport.Record.contradicted) }
  }

  /// What the files say in two ways, both in words.
  var disagreements: Markup {
    let twins = versions.compactMap { number -> Markup? in
      let records = report.repeated[number].records
      let sides = PersonReport.compared(records).filter { $0.differs && !$0.isOfRecord }.map { fact in
        let texts = fact.texts.map { $0.isEmpty ? "not stated" : fact.isOfCodes ? words($0) : $0 }
        let several = texts.count > 2 ? texts.joined(separator: "; ") + ", in this order of the copies" : nil
        return "\(fact.title.lowercased()): " + (several ?? texts.joined(separator: " in one copy, ") + " in another")
      }
      if sides.isEmpty { return nil }
      let facts = "\(name(ofSource: records[0].source)): \(sides.joined(separator: "; "))"
      return "\(link(to: "twin-\(number)", "\(records[0].label)")), \(facts)"
    }
    let persons = report.facts.filter { $0.isPerson && !$0.name.isEmpty && !$0.detail.isEmpty }
    let births = persons.grouped(by: \.name.byBytes).compactMap { records -> Markup? in
      let days = records.map { PlainDay.shown($0.detail) }.grouped(by: \.byBytes).map { $0[0] }
      let words = days.joined(separator: " in one record, ")
      return days.count < 2 ? nil : "\(records[0].name): born \(words) in another; they may be two persons"
    }
    let ended = report.facts.filter { $0.marks.contains { $0.hasSuffix(PersonReport.Record.stillActive) } }
    let count = String(counting: ended.count, "record has", "records have")
    let active: Markup =
      "\(count) a last day that is over, and still \(ended.count == 1 ? "says" : "say") active: \(Self.some(ended.map(\.label)))"
    let all = twins + births + (ended.isEmpty ? [] : [active]) + report.disagreements.map { "\($0)" }
    let none: Markup = "<p>Nothing was found that does not agree.</p>\n"
    return all.isEmpty ? none : list(all)
  }

  /// What is missing, damaged or faulty, by culprit, and who can help.
  var problems: Markup {
    let groups = report.problems.grouped(by: \.culprit.byBytes)
    if groups.isEmpty { return "<p>Everything that was there could be read, and no fault was found.</p>\n" }
    return groups.map(article).joined()
  }

  func anchor(of problem: PersonReport.Problem) -> String {
    "problems-\(report.problems.firstIndex { $0.culprit.byBytes == problem.culprit.byBytes } ?? 0)"
  }

  private func article(_ group: [PersonReport.Problem]) -> Markup {
    // Other advice stands beside what it is about.
    let advice = quiet("\(group[0].advice)", if: !group[0].advice.isEmpty)
    let faulty = report.faulty[group[0].culprit.byBytes].map {
      $0 + ($0.hasPrefix("1 of ") ? " has a fault" : " have a fault")
    }
    let isAll = group.allSatisfy { $0.examples.count >= $0.count || $0.examples.isEmpty }
    let all: Markup = "<code>fhircheck --all PATH</code> lists all."
    let more: Markup = "<details><summary>Only some are named: for technicians</summary>\(all)</details>\n"
    return """
      <article id="\(anchor(of: group[0]))" class="problem"><h3>\(group[0].culprit)\(faulty.map { ": " + $0 } ?? "")</h3>
      \(advice)\(list(group.map { entry($0, $0.advice.byBytes == group[0].advice.byBytes ? "" : $0.advice) }))\
      \(isAll ? "" : more)</article>

      """
  }

  /// Records of which no more is known than their kind, source and day, equal ones as one: `2 immunizations from City
  /// Clinic, both received 2021-03-04`.
  static func counted(_ records: [String]) -> [String] {
    records.grouped(by: \.byBytes).flatMap { group -> [String] in
      let kind = #/^An? (\w+?)(y|)( of results| or a measurement|) from (.*?, )(?=received )/#
      guard group.count > 1, let parts = group[0].firstMatch(of: kind)?.output else { return group }
      let received = (group.count == 2 ? "both " : "all ") + group[0].dropFirst(parts.0.count)
      return ["\(group.count) \(parts.1)\(parts.2.isEmpty ? "s" : "ies")\(parts.3) from \(parts.4)\(received)"]
    }
  }

  private func entry(_ problem: PersonReport.Problem, _ advice: String) -> Markup {
    let names = Self.counted(problem.records).joined(separator: "; ")
    // Several faults may be of one record; of many records, three or more are named.
    let isAllNamed = problem.records.count >= problem.count || problem.records.count < 3
    let records: Markup = "<br><span class=\"records\">\(isAllNamed ? "" : "Such as: ")\(names)</span>"
    let isAll = problem.examples.count >= problem.count
    let examples = details(
      "Where, in words for technicians\(isAll ? "" : ": the first ones")", list(problem.examples.map { "\($0)" }))
    let sentence = problem.counted + (advice.isEmpty ? "" : " ") + advice
    return "\(sentence)\(names.isEmpty ? "" : records)\(problem.examples.isEmpty ? "" : examples)"
  }
}

extension PersonReport {
  package struct ComparedFact {
    let title: String
    let texts: [String]
    /// Whether it is of the record, and not of what the record is about.
    package var isOfRecord = false
    fileprivate var isOfCodes: Bool { title == "Status" }
    package var differs: Bool { Set(texts.map(\.byBytes)).count > 1 }
  }

  package static func compared(_ records: [PersonReport.Record]) -> [ComparedFact] {
    func results(_ read: (PersonReport.Result) -> String) -> [String] {
      records.map { $0.results.map(read).filter { !$0.isEmpty }.joined(separator: "; ") }
    }
    func times(_ read: (PersonReport.Record) -> String) -> [String] {
      records.map { PlainDay.shown(read($0), withTime: true, withZone: true) }
    }
    let facts = [
      ("Name", records.map(\.name)), ("Value", results(\.text)), ("Range", results(\.range)),
      ("Mark", results { [$0.marks, $0.called].filter { !$0.isEmpty }.joined(separator: ", ") }),
      ("Date", times(\.start)), ("Last day", times(\.end)), ("Recorded", times(\.issued)),
      ("Status", records.map(\.status)), ("Kind", records.map(\.manner)), ("Details", records.map(\.detail)),
      ("Version", records.map { [$0.version, $0.updated].filter { !$0.isEmpty }.joined(separator: ", ") }),
      ("Received", records.map(\.received)), ("Remark", records.map(\.remark)),
    ]
    return facts.map { ComparedFact(title: $0, texts: $1, isOfRecord: ["Version", "Received"].contains($0)) }
  }
}

extension PersonReport.Problem {
  /// The sentence, with the number of times if that is not one.
  fileprivate var counted: String {
    saysCount || count <= 1 ? sentence : "\(sentence.dropLast()): \(String(grouped: count)) times."
  }
}

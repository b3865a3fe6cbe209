import FHIRSupport

extension PersonPage {
  static let repeatedTitle = "What is there twice"

  /// The records that are there several times, with what differs side by side.
  var repeated: Markup {
    let elsewhere: Markup =
      """
      <p class="notice">\(String(counting: report.repeatedElsewhere, "further record is", "further records are")) there more \
      than once and not named here. <code>fhircheck check</code> lists such records.</p>

      """
    let twins: Markup =
      """
      <p class="quiet">Records with the same number from the same source. Records of different sources are never \
      compared: two hospitals may use one number for different things.</p>
      \(report.repeated.indices.map(twin).joined())
      """
    let found: Markup =
      if let reason = report.notCompared {
        "<p>Nobody looked for records that are there twice: \(reason).</p>\n"
      } else if report.repeated.isEmpty, report.repeatedElsewhere == 0 {
        "<p>No record is there twice.</p>\n"
      } else {
        "\(report.repeated.isEmpty ? "" : twins)\(report.repeatedElsewhere > 0 ? elsewhere : "")"
      }
    return section("repeated", Self.repeatedTitle, found)
  }

  private func twin(_ number: Int) -> Markup {
    let one = report.repeated[number]
    guard let first = one.records.first else { return "" }
    let more = one.more > 0 ? " \(String(counting: one.more, "further one is", "further ones are")) not shown." : ""
    let rows = Self.compared(one.records)
    // As many folders as tell the paths apart.
    let paths = one.records.map(\.file)
    let names = (0..<8).map { folders in paths.map { Self.shortName(ofFile: $0, folders: folders) } }
      .first { Set($0.map(\.byBytes)).count == Set(paths.map(\.byBytes)).count }
    let files = zip(one.records, names ?? paths).map { $1 + ($0.line > 1 ? ", line \($0.line)" : "") }
    let differing = rows.filter { Set($0.texts.map(\.byBytes)).count > 1 }
    let equal = rows.filter { row in !row.texts[0].isEmpty && !differing.contains { $0.title == row.title } }
    let facts = equal.map { $0.title.lowercased() + " " + $0.texts[0] }.joined(separator: ", ")
    let same: Markup = "<p class=\"quiet\">Equal: \(facts)\(facts.hasSuffix(".") ? "" : ".")</p>\n"
    let unseen: Markup = "<p>They differ in a part that this page does not show.</p>\n"
    return """
      <article id="twin-\(number)" class="twin"><h3>\(first.name.isEmpty ? first.type : first.name)</h3>
      <p>\(name(ofSource: first.source)): \(one.relation)\(more)</p>
      \(one.isCopy || !differing.isEmpty ? "" : unseen)\(sides(differing + [("File", files)]))\
      \(facts.isEmpty ? "" : same)</article>

      """
  }

  /// The facts that differ, a column for each record.
  private func sides(_ rows: [(title: String, texts: [String])]) -> Markup {
    let lines = rows.map { title, texts -> Markup in
      let cells = texts.map { "<td>\($0.isEmpty ? "not stated" : $0)</td>" as Markup }
      return "<tr><th scope=\"row\">\(title)</th>\(cells.joined())</tr>\n"
    }
    return table("sides", heads: [""] + rows[0].texts.indices.map { "Record \($0 + 1)" }, lines)
  }

  /// The facts of some records, a row for each fact.
  private static func compared(_ records: [PersonReport.Record]) -> [(title: String, texts: [String])] {
    func results(_ read: (PersonReport.Result) -> String) -> [String] {
      records.map { $0.results.map(read).filter { !$0.isEmpty }.joined(separator: "; ") }
    }
    func times(_ read: (PersonReport.Record) -> String) -> [String] {
      records.map { PlainDay.shown(read($0), withTime: true, withZone: true) }
    }
    return [
      ("Name", records.map(\.name)), ("Value", results(\.text)), ("Range", results(\.range)),
      ("Mark", results(\.marks)),
      ("Date", times(\.start)), ("Last day", times(\.end)), ("Recorded", times(\.issued)),
      ("Status", records.map(\.status)), ("Kind", records.map(\.manner)), ("Details", records.map(\.detail)),
      ("Version", records.map { [$0.version, $0.updated].filter { !$0.isEmpty }.joined(separator: ", ") }),
      ("Received", records.map(\.received)), ("Remark", records.map(\.remark)),
    ]
  }

  /// What is missing, damaged or faulty, and who can help: first by culprit in one table, then in detail.
  var problems: Markup {
    let groups = report.problems.grouped(by: \.culprit.byBytes)
    let found: Markup =
      groups.isEmpty
      ? "<p>Everything that was there could be read, and no fault was found.</p>\n"
      : "\(culprits(groups))\(groups.map(article).joined())"
    return section("problems", "What is missing or faulty", found)
  }

  /// A row for each culprit that somebody can do something about: how much is lost or faulty, and what above all.
  private func culprits(_ groups: [[PersonReport.Problem]]) -> Markup {
    let rows = groups.filter { !$0[0].advice.isEmpty }.map { group -> (String, [Markup]) in
      let lost = group.compactMap(\.loss).joined(separator: ", ")
      let faulty = report.faulty[group[0].culprit.byBytes].map {
        $0 + ($0.hasPrefix("1 of ") ? " has a fault" : " have a fault")
      }
      let count = group.reduce(0) { $0 + $1.count }
      let extent = lost.isEmpty ? faulty ?? String(counting: count, "case", "cases") : "Lost: " + lost
      return (group[0].culprit, ["\(extent)", "\(group[0].counted)"])
    }
    return table(["At fault", "How much", "Above all"], rows)
  }

  private func article(_ group: [PersonReport.Problem]) -> Markup {
    let advice = group.map(\.advice).filter { !$0.isEmpty }.grouped(by: \.byBytes)
    let isAll = group.allSatisfy { $0.examples.count >= $0.count || $0.examples.isEmpty }
    let all: Markup = "<code>fhircheck --all PATH</code> lists all."
    let more: Markup = "<details><summary>Only some are named: for technicians</summary>\(all)</details>\n"
    return """
      <article class="problem"><h3>\(group[0].culprit)</h3>
      \(advice.map { "<p class=\"quiet\">\($0[0])</p>\n" as Markup }.joined())\(list(group.map(entry)))\
      \(isAll ? "" : more)</article>

      """
  }

  private func entry(_ problem: PersonReport.Problem) -> Markup {
    let names = problem.records.joined(separator: "; ")
    // Several faults may be of one record; of many records, three or more are named.
    let isAllNamed = problem.records.count >= problem.count || problem.records.count < 3
    let records: Markup =
      "<br><span class=\"records\">\(isAllNamed ? "" : "Such as: ")\(names)</span>"
    let isAll = problem.examples.count >= problem.count
    let examples: Markup =
      """
      <details><summary>Where, in words for technicians\(isAll ? "" : ": the first ones")</summary>
      \(list(problem.examples.map { "\($0)" }))</details>

      """
    return "\(problem.counted)\(names.isEmpty ? "" : records)\(problem.examples.isEmpty ? "" : examples)"
  }
}

extension PersonReport.Problem {
  /// The sentence, with the number of times if that is not one.
  fileprivate var counted: String {
    saysCount || count <= 1 ? sentence : "\(sentence.dropLast()): \(String(grouped: count)) times."
  }
}

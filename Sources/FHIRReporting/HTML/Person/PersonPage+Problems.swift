import FHIRSupport

extension PersonPage {
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
      \(report.repeated.map(twin).joined())
      """
    let found: Markup =
      if let reason = report.notCompared {
        "<p>Nobody looked for records that are there twice: \(reason).</p>\n"
      } else if report.repeated.isEmpty, report.repeatedElsewhere == 0 {
        "<p>No record is there twice.</p>\n"
      } else {
        "\(report.repeated.isEmpty ? "" : twins)\(report.repeatedElsewhere > 0 ? elsewhere : "")"
      }
    return section("repeated", "What is there twice", found)
  }

  private func twin(_ one: PersonReport.Repeated) -> Markup {
    guard let first = one.records.first else { return "" }
    let more = one.more > 0 ? " \(String(counting: one.more, "further one is", "further ones are")) not shown." : ""
    let rows = Self.compared(one.records)
    let files = one.records.map { Self.name(ofFile: $0.file) + ($0.line > 1 ? ", line \($0.line)" : "") }
    let differing = rows.filter { Set($0.texts.map(\.byBytes)).count > 1 }
    let equal = rows.filter { row in !row.texts[0].isEmpty && !differing.contains { $0.title == row.title } }
    let facts = equal.map { $0.title.lowercased() + " " + $0.texts[0] }.joined(separator: ", ")
    let unseen: Markup = differing.isEmpty ? "<p>They differ in a part that this page does not show.</p>\n" : ""
    return """
      <article class="twin"><h3>\(first.name.isEmpty ? first.type : first.name)</h3>
      <p>\(name(ofSource: first.source)): \(one.relation)\(more)</p>
      \(one.isCopy ? "" : "\(unseen)\(sides(differing + [("File", files)]))" as Markup)\
      <p class="quiet">Equal: \(facts).\(one.isCopy ? " Files: \(files.joined(separator: "; "))." : "")</p>
      </article>

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
    return [
      ("Name", records.map(\.name)), ("Value", results(\.text)), ("Range", results(\.range)),
      ("Mark", results(\.marks)),
      ("Date", records.map(\.start)), ("Last day", records.map(\.end)), ("Recorded", records.map(\.issued)),
      ("Status", records.map(\.status)), ("Kind", records.map(\.manner)), ("Details", records.map(\.detail)),
      ("Version", records.map(\.version)),
    ]
  }

  /// What is missing, damaged or faulty, and who can help.
  var problems: Markup {
    var (articles, rest) = ([Markup](), report.problems[...])
    while let first = rest.first {
      let group = rest.filter { $0.culprit.byBytes == first.culprit.byBytes }
      rest.removeAll { $0.culprit.byBytes == first.culprit.byBytes }
      var advice: [ByteText] = []
      for problem in group where !problem.advice.isEmpty && !advice.contains(problem.advice.byBytes) {
        advice.append(problem.advice.byBytes)
      }
      articles.append(
        """
        <article class="problem"><h3>\(first.culprit)</h3>
        \(advice.map { "<p class=\"quiet\">\($0.string)</p>\n" as Markup }.joined())\(list(group.map(entry)))</article>

        """)
    }
    if articles.isEmpty { articles = ["<p>Everything that was there could be read, and no fault was found.</p>\n"] }
    return section("problems", "What is missing or faulty", articles.joined())
  }

  private func entry(_ problem: PersonReport.Problem) -> Markup {
    let times: Markup = " <span class=\"quiet\">\(grouped: problem.count) times</span>"
    let isAll = problem.examples.count >= problem.count
    let more: Markup = "<p class=\"quiet\"><code>fhircheck --all PATH</code> lists all.</p>\n"
    let names = problem.records.joined(separator: "; ")
    let records: Markup =
      "<br><span class=\"records\">\(problem.records.count < problem.count ? "Such as: " : "")\(names)</span>"
    let examples: Markup =
      """
      <details><summary>\(isAll ? "Where, in words for technicians" : "Where, the first ones")</summary>
      \(list(problem.examples.map { "\($0)" }))\(isAll ? "" : more)</details>

      """
    return """
      \(problem.sentence)\(problem.count > 1 ? times : "")\(names.isEmpty ? "" : records)\
      \(problem.examples.isEmpty ? "" : examples)
      """
  }
}

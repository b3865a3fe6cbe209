@testable import FHIRReporting
import Foundation
import Testing

/// What a person's page shows and how it is written.
struct PersonPageTests {
  /// The page without what keeps dates in one piece.
  func html(_ report: PersonReport) -> String {
    PersonPage(report).html.replacing(#/<span class="date">([-0-9]+)<\/span>/#) { $0.output.1 }
  }

  func html(of records: [PersonReport.Record]) -> String {
    var report = PersonReport(tool: HostileReport.tool)
    report.facts = records
    return html(report)
  }

  /// Every tag of the page is one that the page itself writes, and tags are balanced.
  @Test func noTextBecomesMarkup() {
    let text = html(PersonSample.report)
    let known: Set<Substring> = [
      "a", "article", "body", "br", "caption", "circle", "code", "details", "div", "figcaption", "figure", "h1", "h2",
      "h3", "h4", "head", "header", "html", "li", "main", "meta", "nav", "p", "polyline", "rect", "section", "span",
      "strong", "style", "summary", "svg", "table", "tbody", "td", "text", "th", "thead", "title", "tr", "ul", "wbr",
      "!DOCTYPE",
    ]
    var open: [Substring] = []
    for tag in text.matches(of: /<(\/?)([!A-Za-z][A-Za-z0-9]*)[^>]*?(\/?)>/) {
      let name = tag.output.2
      #expect(known.contains(name), "\(tag.output.0)")
      if ["meta", "br", "wbr", "!DOCTYPE"].contains(name) || tag.output.3 == "/" { continue }
      if tag.output.1.isEmpty { open.append(name) } else { #expect(open.popLast() == name, "\(tag.output.0)") }
    }
    #expect(open.isEmpty)
    #expect(!text.contains(#/ (on[a-z]+|style|src)=/#) && !text.contains("<script"))
    for scalar in text.unicodeScalars {
      #expect(scalar == "\n" || scalar.value >= 0x20 && !HiddenCharacters.contains(scalar), "\(scalar.value)")
    }
    // What leads somewhere stays in the page.
    let targets = text.matches(of: /href="#([^"]*)"/).map(\.output.1)
    for target in targets { #expect(text.contains("id=\"\(target)\""), "\(target)") }
    #expect(targets.count == text.matches(of: /href=/).count)
    let ids = text.matches(of: #/ id="([^"]*)"/#).map(\.output.1)
    #expect(Set(ids).count == ids.count)
  }

  @Test func resultsOfOneTestAreAChart() {
    let text = html(of: (0..<3).map { PersonSample.hemoglobin(13 + Double($0), year: 2018 + $0) })
    #expect(text.contains("3 values from 2018-05-06 to 2020-05-06; the lowest 13.0, the highest 15.0 g/dL"))
    #expect(
      text.contains("<strong>15.0 g/dL</strong>")
        && text.contains("range 12 to 15.5 g/dL, St. Anna<"))
    #expect(text.contains("Shaded: 12 to 15.5 g/dL, the range that the records state."))
    #expect(text.matches(of: /<circle/).count == 3)
  }

  /// One subject under two names leads from one to the other, by its code of LOINC or by its name and unit.
  @Test func testsOfOneSubjectLeadToEachOther() {
    var records = [2018, 2019, 2020].map { PersonSample.hemoglobin(13, year: $0) }
    (records[1].name, records[1].kind, records[1].results[0].range) = ("Hgb", .observation, "")
    (records[2].name, records[2].code) = ("HEMO-GLOBIN", "x")
    for place in 0..<2 { records[place].system = "http://loinc.org" }
    let text = html(of: records)
    #expect(
      text.contains(
        "<p class=\"quiet\">See also: <a href=\"#test-0\">HEMO-GLOBIN</a>; "
          + "<a href=\"#test-2\">Hgb</a></p>"))
    #expect(text.contains("2019-05-06, no range stated, St. Anna<"))
    #expect(text.matches(of: /See also:/).count == 3 && !html(of: [records[0]]).contains("See also"))
  }

  /// A headline and a chart have the beginning of a long number, and the list has all of it.
  @Test func longNumbersAreCutInHeadlines() {
    var record = PersonSample.hemoglobin(13, year: 2018)
    (record.results[0].value, record.results[0].number) = ("0.25604225550298637", "0.25604225550298637")
    let text = html(of: [record])
    #expect(text.contains("<strong>0.2560… g/dL</strong>") && text.contains("<td>0.25604225550298637 g/dL</td>"))
    #expect(
      ["13.80", "-9.574190", "12345.6", "0.00012", "1e-7000"].map(PersonReport.Result.short)
        == ["13.80", "-9.574…", "12345…", "0.00012", "1e-7000"])
  }

  @Test func theTopSaysWhatIsLost() {
    var report = PersonReport(tool: HostileReport.tool)
    #expect(!html(report).contains("Attention"))
    for culprit in ["The export", "The file of A", "The export"] {
      var problem = PersonReport.Problem(culprit: culprit, sentence: "It is lost.", advice: "Advice of \(culprit).")
      (problem.count, problem.loss) = (2, culprit == "The export" ? "2 records are not in it" : nil)
      problem.records = ["A condition"]
      report.problems.append(problem)
    }
    let text = html(report)
    #expect(
      text.contains(
        """
        </strong><ul><li><a href="#problems-0">2 records are not in it</a> (a condition)</li>
        <li><a href="#problems-0">2 records are not in it</a> (a condition)</li>
        </ul>
        """))
    // One culprit stands once, with each advice once.
    #expect(text.matches(of: /<h3>The export<\/h3>/).count == 1 && text.matches(of: /Advice of The export/).count == 1)
    #expect(text.contains("records\">A condition<") && !text.contains("Such as"))
    // Of many records, three or more are named.
    report.problems[0].records = ["A condition", "An allergy", "Sodium"]
    report.problems[0].count = 4
    #expect(html(report).contains("Such as: A condition; An allergy; Sodium<"))
    #expect(html(report).contains("2 records are not in it</a> (a condition; an allergy; Sodium)</li>"))
  }

  /// Which medications a record calls active stands first, the latest first, with what a later record says.
  @Test func activeMedicationsStandFirst() {
    func medication(_ name: String, _ day: String, _ status: String, _ manner: String = "prescribed")
      -> PersonReport.Record
    {
      var record = PersonReport.Record()
      (record.kind, record.name, record.start, record.status, record.manner) = (.medication, name, day, status, manner)
      record.detail = "with water"
      return record
    }
    let text = html(of: [
      medication("Old", "2001-01-01", "active"), medication("Both", "2004-02-09", "active"),
      medication("Both", "2016-05-24", "entered-in-error"), medication("Over", "2019-01-01", "stopped"),
      medication("Never", "2019-01-01", "active", "stated not to be taken"), medication("Silent", "2019-01-01", ""),
      medication("New", "2020-01-01", "active"),
    ])
    #expect(text.contains("<h3>Active, by their records: 3 of 6 medications</h3>"))
    #expect(text.contains("Of 1 medication, no record states a status."))
    let table = text.split(separator: "<h3>All medications over time</h3>")[0]
    let names = table.matches(of: /scope="row">([A-Z][a-z]+)<\/th>/).map { String($0.output.1) }
    #expect(names == ["New", "Both", "Old"])
    #expect(table.contains(">active; a later record, of 2016-05-24, says entered in error<"))
    // What is not to be taken, or only proposed, is not called active, and its later word is no "active".
    let others = html(of: [
      medication("Both", "2004-02-09", "active"),
      medication("Both", "2005-02-09", "active", "prescribed not to be taken"),
      medication("Proposed", "2019-01-01", "active", "proposed"),
    ])
    #expect(others.contains("<h3>Active, by their records: 1 of 2 medications</h3>"))
    #expect(others.contains(">active; a later record, of 2005-02-09, says prescribed not to be taken<"))
    #expect(table.contains("data-name=\"Instructions\">with water<"))
  }

  /// Whose files are faulty, how much, and with what is said once for each.
  @Test func whoIsAtFaultIsSaidOnce() {
    var report = PersonReport(tool: HostileReport.tool)
    for (culprit, sentence) in [
      ("The records of A", "40 results lack it."), ("The records of A", "Less."), ("The export", "Gone."),
    ] {
      var problem = PersonReport.Problem(culprit: culprit, sentence: sentence, advice: "Ask.")
      (problem.count, problem.saysCount) = (40, sentence.hasPrefix("40"))
      if sentence == "Gone." {
        (problem.loss, problem.records) = ("2 records are lost", ["An allergy", "A condition"])
      }
      report.problems.append(problem)
    }
    report.problems.append(PersonReport.Problem(culprit: "For completeness", sentence: "x", advice: ""))
    report.faulty = ["The records of A": "40 of 50 records"]
    let text = html(report)
    #expect(
      text.contains(
        """
        <h3>The records of A: 40 of 50 records have a fault</h3>
        <p class="quiet">Ask.</p>
        <ul><li>40 results lack it.</li>
        """))
    #expect(text.contains("<h3>The export</h3>") && text.contains("Gone: 40 times.<"))
    #expect(text.contains("<a href=\"#problems-2\">2 records are lost</a> (an allergy; a condition)</li>"))
  }

  @Test func yearsWithoutRecordsAreNamed() {
    var report = PersonReport(tool: HostileReport.tool)
    report.years = [2024, 2022, 2018].map { PersonReport.Count(String($0), 1) }
    report.sourceYears = [("A", 2018...2024), ("B", 2022...2022)]
    let text = html(report)
    #expect(text.contains("No dated record is of 2023, 2019 to 2021."))
    #expect(text.contains("Years by source: A 2018 to 2024; B 2022."))
    report.documents = ["2020-03-01", "2023-04-05"].map { (sentence: "Letter", label: "Letter of " + $0, person: "") }
    let documents = html(report)
    #expect(documents.contains("No dated record is of 2021, 2019."))
    #expect(documents.contains("B 2022; documents that were not read 2020 to 2023."))
  }

  @Test func eachTestIsLinkedAboveTheTests() {
    let text = html(of: [PersonSample.hemoglobin(13, year: 2018)])
    #expect(text.contains("<nav class=\"index\" aria-label=\"Lab Results\"><a href=\"#test-0\">Hemoglobin</a></nav>"))
  }

  /// A value that does not count, has no date, or is only a bound is listed and not drawn.
  @Test func whatCannotBeDrawnIsListed() {
    var records = [2018, 2019].map { PersonSample.hemoglobin(13, year: $0) }
    records.append(PersonSample.hemoglobin(99, year: 2020, status: "entered-in-error"))
    records.append(PersonSample.hemoglobin(98, year: 2020))
    records[3].start = ""
    records.append(PersonSample.hemoglobin(97, year: 2021))
    (records[4].results[0].value, records[4].results[0].number) = ("<97", "")
    let text = html(of: records)
    #expect(text.matches(of: /<circle/).count == 2)
    #expect(text.contains("3 values are not drawn."))
    #expect(text.contains("99.0 g/dL") && text.contains("entered in error"))
    #expect(text.contains("98.0 g/dL") && text.contains("no date") && text.contains("&lt;97 g/dL"))
  }

  /// The latest value that its record stands by is the headline; without one, nothing is.
  @Test func theHeadlineIsAResultThatCounts() {
    var records = [2018, 2019].map { PersonSample.hemoglobin(13, year: $0) }
    records.append(PersonSample.hemoglobin(99, year: 2020, status: "entered-in-error"))
    records.append(PersonSample.hemoglobin(98, year: 2021))
    (records[3].results[0].value, records[3].results[0].number) = ("no value: haemolysed", "")
    let text = html(of: records)
    #expect(text.matches(of: /<strong>[^<]*/).map(\.output) == ["<strong>13.0 g/dL"])
    #expect(text.contains("<span class=\"quiet\">2019-05-06,") && text.contains("99.0 g/dL"))
    #expect(
      text.contains(
        "<p class=\"quiet\">2 values from 2018-05-06 to 2019-05-06, 1 entered in error, cancelled or replaced, "
          + "1 without a value.</p>"))
    let none = html(of: [records[2]])
    #expect(!none.contains("<strong>") && none.contains("99.0 g/dL"))
    #expect(none.contains("No result that counts; 1 entered in error, cancelled or replaced."))
  }

  /// The latest is so in time, whatever the clocks of two hospitals show; then the hour has its zone.
  @Test func theLatestIsLatestInTime() {
    let times = ["2022-01-01T23:30:00-05:00", "2022-01-02T01:00:00Z", "2022-01-02T02:30:00+01:00"]
    let records = times.enumerated().map { number, time in
      var record = PersonSample.hemoglobin(Double(number), year: 2022)
      (record.start, record.id) = (time, "\(number)")
      return record
    }
    let text = html(of: records)
    #expect(text.contains("<strong>0.0 g/dL</strong> <span class=\"quiet\">2022-01-01 23:30 -05:00,"))
    #expect(PersonTest.all(of: records)[0].points.map(\.record.id) == ["0", "2", "1"])
    #expect(html(of: [records[1]]).contains("2022-01-02 01:00, range"))
    var report = PersonReport(tool: HostileReport.tool)
    report.repeated = [PersonReport.Repeated(relation: "", records: Array(records.prefix(2)), isCopy: false)]
    #expect(html(report).contains(cells("2022-01-01 23:30 -05:00", "2022-01-02 01:00 UTC")))
  }

  func record(_ kind: PersonReport.Kind, _ name: String, _ status: String) -> PersonReport.Record {
    var record = PersonReport.Record()
    (record.kind, record.name, record.status, record.start) = (kind, name, status, "2020-01-01")
    return record
  }

  /// What a record denies stands below what it says, and what is dangerous above all.
  @Test(arguments: [PersonReport.Kind.allergy, .condition, .immunization, .medication])
  func whatIsDeniedStandsApart(_ kind: PersonReport.Kind) {
    var records = [
      record(kind, "A", "active, refuted"), record(kind, "B", "entered-in-error"),
      record(kind, "C", "active, confirmed"),
      record(kind, "D", "active, differential"), record(kind, "E", "active"),
    ]
    records[4].isOfHighRisk = true
    let text = html(of: records)
    let names = text.matches(of: /(?:scope="row"|<h4)>([^<]*)</).map(\.output.1)
    #expect(names == (kind == .medication ? ["C", "D", "E", "A", "B"] : ["E", "C", "D", "A", "B"]))
    let parts = text.components(separatedBy: "<h3>Not so, according to the record</h3>")
    #expect(parts.count == 2 && parts[0].contains("active, only suspected"))
    #expect(parts[1].contains("active, found not to be so") && parts[1].contains("entered in error"))
    #expect(!parts[1].contains("<rect"))
  }

  @Test func datesAreNotBroken() {
    let years = [2019, 2020].map { PersonSample.hemoglobin(13, year: $0) }
    var report = PersonReport(tool: HostileReport.tool)
    var person = record(.other, "", "")
    (person.type, person.id, person.detail, report.exported) = ("Patient", "1", "1984-06", "2022-09-01")
    report.facts = [record(.condition, "A", "active"), person] + years
    let text = PersonPage(report).html
    func date(_ day: String) -> String { "<span class=\"date\">\(day)</span>" }
    #expect(text.contains("data-name=\"Date\">\(date("2020-01-01"))</td>"))
    #expect(text.contains("It wrote the export on \(date("2022-09-01")).") && text.contains("born \(date("1984-06"))"))
    #expect(text.contains("<td>\(date("2020-05-06")), range"))
    // A picture has no such parts, and a number is no date.
    #expect(text.contains("<title>2020-05-06: 13.0 g/dL</title>") && text.contains("\"end\">2020-05-06</text>"))
    report.facts = [record(.condition, "11984-06, 1984-0678", "")]
    #expect(PersonPage(report).html.contains("<th role=\"rowheader\" scope=\"row\">11984-06, 1984-0678</th>"))
  }

  /// Tests are in one alphabet, with the unit where a name is not alone.
  @Test func theIndexIsByName() {
    var records = [2018, 2019, 2020, 2021].map { PersonSample.hemoglobin(13, year: $0) }
    records[2].results[0].unit = "mmol/L"
    (records[3].name, records[3].code) = ("albumin", "x")
    let links = html(of: records).matches(of: /<a href="#test-[0-9]">([^<]*)</).map(\.output.1)
    #expect(links == ["albumin", "Hemoglobin (g/dL)", "Hemoglobin (mmol/L)"])
  }

  @Test func theLatestReportStandsFirstWithItsConclusion() {
    var reports = ["One", "Two"].map { record(.labReport, $0, "final") }
    (reports[1].start, reports[1].detail) = ("2021-01-01", "All ok")
    let text = html(of: reports)
    #expect(text.matches(of: /scope="row">([^<]*)</).map(\.output.1) == ["Two", "One"])
    #expect(text.contains("data-name=\"Results\">Conclusion: All ok <"))
  }

  @Test func wordsFitTheirNumbers() {
    var report = PersonReport(tool: HostileReport.tool)
    report.received = ("2021-02-03 04:05:06 +0100", "2021-02-03 09:05:06 +0100")
    var problem = PersonReport.Problem(culprit: "The records of A", sentence: "It lacks it.", advice: "Ask.")
    (problem.count, problem.examples) = (2, ["x"])
    (report.problems, report.faulty) = ([problem], ["The records of A": "1 of 50 records"])
    report.facts = [record(.medication, "A", "active")]
    let text = html(report)
    #expect(text.contains("The phone received them on 2021-02-03."))
    #expect(text.contains("1 of 50 records has a fault"))
    #expect(text.contains("<span>2020</span><span></span></p>"))
    // A command is in a part for technicians.
    #expect(text.contains("</summary><code>fhircheck --all PATH</code> lists all.</details>"))
  }

  /// What was not read has a place of its own, and is named beside the allergies and the conditions.
  @Test func documentsHaveTheirPlace() {
    var report = PersonReport(tool: HostileReport.tool)
    report.facts = [PersonReport.Kind.allergy, .condition, .immunization, .medication, .labReport].map {
      record($0, "A", "active")
    }
    let note = "<a href=\"#documents\">"
    #expect(!html(report).contains(note) && !html(report).contains("id=\"documents\""))
    (report.documents, report.unreadDocuments) = ([("A letter, 2022-08-09: a.xml", "A letter of 2022-08-09", "")], 1)
    let text = html(report)
    // The top and the allergies speak of allergies, and each other section of its own kind.
    for (thing, count) in [("an allergy or a reaction", 2), ("a condition", 1), ("a medication", 1), ("a result", 1)] {
      let words = "1 document was not read</a>; \(thing) may stand only there: A letter of 2022-08-09"
      #expect(text.components(separatedBy: note + words).count == count + 1, "\(thing)")
    }
    #expect(text.contains("<li><a href=\"#documents\">Documents and cards</a></li>"))
    #expect(
      text.contains("Documents and cards</h2>\n<ul><li>A clinical document, not read: A letter, 2022-08-09: a.xml<"))
    (report.facts, report.hasNoRecords) = ([], true)
    #expect(html(report).contains("A letter, 2022-08-09: a.xml</li>") && !html(report).contains("What you have"))
  }

  @Test func aCopyIsNoSecondResult() {
    let record = PersonSample.hemoglobin(13, year: 2018)
    var other = record
    other.source = "Lakeside"
    #expect(PersonTest.all(of: [record, record, other]).map(\.points.count) == [2])
  }

  @Test func otherUnitsAreOtherTests() {
    var records = [2018, 2019, 2020, 2021].map { PersonSample.hemoglobin(13, year: $0) }
    for place in 2..<4 { records[place].results[0].unit = "mmol/L" }
    #expect(PersonTest.all(of: records).map(\.unit) == ["g/dL", "mmol/L"])
    // No band is drawn if values state different ranges.
    records[1].results[0].low = "11"
    #expect(PersonTest.all(of: Array(records.prefix(2)))[0].band == nil)
  }

  @Test func reportsOfLaboratoriesLeadToTheirResults() {
    var report = PersonReport.Record()
    (report.kind, report.name, report.source) = (.labReport, "Blood count", "St. Anna")
    report.members = ["Observation/hb-2018", "urn:uuid:unknown"]
    let text = html(of: [PersonSample.hemoglobin(13, year: 2018), report])
    #expect(text.contains("Blood count</th>") && text.contains("<a href=\"#test-0\">Hemoglobin</a>"))
  }

  @Test func largePagesStaySmallAndCountWhatIsLeftOut() {
    var records: [PersonReport.Record] = []
    for number in 0..<2_000 {
      var record = PersonSample.hemoglobin(Double(number), year: 1000 + number)
      if number >= 1_000 { (record.code, record.name) = ("c\(number)", "Test \(number)") }
      records.append(record)
      var other = PersonReport.Record()
      (other.kind, other.name) = (number % 2 == 0 ? .condition : .medication, "Thing \(number)")
      records.append(other)
    }
    let text = html(of: records)
    #expect(text.contains("900 more values are not listed here."))
    #expect(text.contains("751 more tests are not listed here."))
    #expect(text.contains("700 more entries are not listed here."))
    #expect(text.contains("800 more medications are not listed here."))
    #expect(text.utf8.count < 1 << 20)
  }

  @Test(arguments: [
    ("2019-01-01", "2018-12-31T23:59:00Z"), ("2020-03-01", "2020-02-29"), ("2000-03-01", "2000-02-29"),
    ("1900-03-01", "1900-02-28"), ("2019-06-11T08:30:00Z", "2019-06-11"), ("2019-06", "2019-05-31"),
  ])
  func daysAreInOrder(_ later: String, _ earlier: String) throws {
    let (a, b) = (try #require(PlainDay(later)), try #require(PlainDay(earlier)))
    #expect(b < a && a.number - b.number <= 1)
  }

  @Test(arguments: ["", "x", "-019", "May 2019", "2022-13-40", "2022-00", "2021-02-29", "2021-04-31", "2021-12-32"])
  func otherTextsAreNoDays(_ text: String) { #expect(PlainDay(text) == nil) }
}

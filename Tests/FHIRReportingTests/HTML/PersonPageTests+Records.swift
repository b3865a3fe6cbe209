@testable import FHIRReporting
import Foundation
import Testing

/// Which records count, and which say that something is missing, twice or not so.
extension PersonPageTests {
  /// The page of records after what others tell about them.
  private func settled(_ records: [PersonReport.Record], lastDay: String = "2026-06-15") -> PersonReport {
    var report = PersonReport(tool: HostileReport.tool)
    report.facts = records
    report.settleFacts(lastDay: lastDay)
    return report
  }

  /// An older version is neither the latest result nor the status, whichever comes first.
  @Test(arguments: [
    (("1", ""), ("2", "")), (("9", ""), ("10", "")),
    (("b", "2022-05-01T09:00:00Z"), ("a", "2022-05-01T10:00:00+00:30")),
  ])
  func olderVersionsDoNotCount(_ old: (String, String), _ new: (String, String)) {
    var records = [
      PersonSample.hemoglobin(50, year: 2022), PersonSample.hemoglobin(140, year: 2022, status: "corrected"),
    ]
    (records[0].version, records[0].updated) = old
    (records[1].version, records[1].updated) = new
    for facts in [records, records.reversed()] {
      let text = html(settled(facts))
      #expect(text.contains("<strong>140.0 g/dL</strong>") && !text.contains("<circle"))
      #expect(
        text.contains("50.0 g/dL</td><td>2022-05-06, range 12 to 15.5 g/dL, replaced by a later version, St. Anna"))
    }
    // Of an unknown source they may be of two institutions; without an order, none is older.
    var others = records
    for place in others.indices { others[place].source = "" }
    #expect(settled(others).facts.allSatisfy { $0.marks.isEmpty })
    (records[1].version, records[1].updated) = ("", "")
    #expect(settled(records).facts.allSatisfy { $0.marks.isEmpty })
  }

  @Test func aMedicationThatALaterVersionStopsIsNotActive() {
    var records = ["active", "stopped"].map { record(.medication, "Warfarin", $0) }
    for place in records.indices {
      (records[place].source, records[place].id, records[place].version) = ("A", "z", "\(place + 1)")
      (records[place].manner, records[place].start, records[place].issued) = ("prescribed", "", "2020-01-01")
    }
    let text = html(settled(records))
    #expect(text.contains("Active, by their records: 0 of 1 medication"))
    #expect(text.contains("prescribed 2020-01-01, no last day stated, active, replaced by a later version"))
    for place in records.indices { (records[place].id, records[place].status) = ("\(place)", "active") }
    records[0].issued = "2018-01-01"
    #expect(html(settled(records)).contains(">active; 2 such records since 2018-01-01<"))
    for place in records.indices { records[place].issued = "" }
    #expect(html(settled(records)).contains(">active; 2 such records<"))
  }

  /// A day that was still to come, and one that the calendar lacks, are neither the latest nor drawn.
  @Test func daysToComeAndImpossibleOnesDoNotCount() {
    var records = [2018, 2019].map { PersonSample.hemoglobin(13, year: $0) }
    records += ["2099-01-01", "2022-13-40", "2019-05-09"].map { day in
      var record = PersonSample.hemoglobin(99, year: 2022)
      (record.start, record.id) = (day, day)
      return record
    }
    // The phone received one three days before.
    records[4].received = "2019-05-06 23:00:00 -0800"
    let text = html(settled(records))
    #expect(text.contains("<strong>13.0 g/dL</strong>") && text.matches(of: /<circle/).count == 2)
    #expect(text.contains("2 values from 2018-05-06 to 2019-05-06, 3 without such a day."))
    #expect(text.matches(of: /of a day that was still to come/).count == 3)
    #expect(text.contains("2022-13-40, range 12 to 15.5 g/dL, of a day that does not exist, St. Anna"))
    // A day later may be the same day elsewhere, and what is planned may be of a later day.
    records[4].start = "2019-05-07"
    var plan = record(.medication, "A", "active")
    plan.start = "2099-01-01"
    #expect(settled([records[4], plan]).facts.allSatisfy { $0.marks.isEmpty })
  }

  /// The page says what it does not show, of a phone only if an export was read.
  @Test func whatIsNotShownIsNamed() {
    var report = PersonReport(tool: HostileReport.tool)
    let phone = "What the phone itself measured, such as steps and workouts, is not shown."
    report.kinds = [.init("Allergies", 2, .allergy), .init("Medications", 1, .medication)]
    let missing =
      "immunizations, conditions, lab results, vital signs, procedures, clinical notes, insurance, blood pressure"
    #expect(html(report).contains("<p class=\"quiet\">Not found in what could be read: \(missing).</p>"))
    report.problems = [.init(culprit: "The export", sentence: "", advice: "")]
    (report.problems[0].loss, report.problems[0].records) = ("1 is lost", ["A procedure from St. Anna"])
    #expect(html(report).contains("vital signs, procedures (1 was cut off or not there), clinical notes"))
    #expect(!html(report).contains(phone))
    report.listedSources = ["City Clinic"]
    #expect(html(report).contains(phone))
  }

  /// Often a folder has the records of one institution.
  @Test func anUnknownSourceIsDividedByFolder() {
    func report(_ files: [String]) -> String {
      let records = files.map { file in
        var record = record(.condition, "A", "confirmed")
        (record.source, record.file) = (PersonReport.unknownSource, file)
        return record
      }
      return html(settled(records))
    }
    let text = report(["all/b/1.json", "all/b/c/2.json", "all/a/3.json", "all/4.json"])
    let rows = text.matches(of: /<th scope="row">(b|a|no folder)<\/th><td class="count">(\d)</)
    #expect(rows.map { $0.output.1 + ": " + $0.output.2 } == ["b: 2", "a: 1", "no folder: 1"])
    #expect(!report(["all/b/1.json", "all/b/2.json"]).contains("by folder"))
  }

  @Test func yearsToComeAreNoGap() {
    var report = PersonReport(tool: HostileReport.tool)
    report.years = ["2099 (still to come)", "2023", "2022"].map { PersonReport.Count($0, 1) }
    #expect(!html(report).contains("No dated record is of"))
  }

  /// What tells a test from others: the system of the code, the whole of a part, the part of the body, and the unit by
  /// its code.
  @Test func testsOfOtherMeaningAreOtherTests() {
    func tests(_ change: (inout PersonReport.Record) -> Void) -> [PersonTest] {
      var records = [2018, 2019].map { PersonSample.hemoglobin(13, year: $0) }
      change(&records[1])
      return PersonTest.all(of: settled(records).facts)
    }
    #expect(tests { _ in }.count == 1)
    #expect(tests { $0.system = "https://b.example.org" }.count == 2)
    #expect(tests { $0.name = "Haematocrit" }.count == 2)
    #expect(tests { $0.site = "Left arm" }.map(\.title) == ["Hemoglobin", "Hemoglobin, Left arm"])
    #expect(tests { $0.results[0].unit = "g/dl" }.count == 2)
    var records = [2018, 2019].map { PersonSample.hemoglobin(13, year: $0) }
    for place in records.indices { records[place].results[0].unitCode = "g/dL" }
    records[1].results[0].unit = "g / dl"
    #expect(PersonTest.all(of: records).count == 1)
    for place in records.indices {
      records[place].results[0].name = "Pressure"
      (records[place].code, records[place].name) = ("", ["Left eye exam", "Right eye exam"][place])
      var other = records[place].results[0]
      (other.name, other.value) = ("Depth", "7")
      records[place].results[0].unit = "g/dL"
      records[place].results.append(other)
    }
    let text = html(of: records)
    #expect(text.contains("part of Right eye exam, Depth 7 g / dl<"))
    let index = text.components(separatedBy: "<div class=\"tests\">")[0]
    let links = index.matches(of: /<a href="#test-[0-9]">([^<]*)</).map(\.output.1)
    #expect(links.contains("Pressure (g/dL, Left eye exam)") && Set(links).count == 4)
  }

  /// The numbers at the ends of the axis are those of the range, if it is wider; days do not run backwards.
  @Test func aChartSaysWhereItsAxisEnds() {
    var records = ["2022-03-01T23:30:00-05:00", "2022-03-02T00:00:00Z"].enumerated().map { number, time in
      var record = PersonSample.hemoglobin(13 + Double(number), year: 2022)
      (record.start, record.id) = (time, "\(number)")
      return record
    }
    let text = html(of: records)
    #expect(text.contains("y=\"14\" text-anchor=\"start\">15.5<") && text.contains("\"start\">12<"))
    #expect(text.contains(">03-02 00:00 UTC<") && text.contains(">03-01 23:30 -05:00<"))
    for place in records.indices { records[place].results[0].high = "13.5" }
    #expect(html(of: records).contains("\"start\">highest 14.0<"))
  }

  /// What says that there are none stands apart, and what is over below the rest.
  @Test func listsAreInTheOrderOfWhatMatters() {
    var records = [
      record(.allergy, "No known allergy", "active"), record(.allergy, "Mould", "inactive"),
      record(.allergy, "Penicillin", "active"),
    ]
    (records[0].saysNone, records[1].isOfHighRisk, records[2].remark) = (true, true, "since childhood")
    let text = html(of: records)
    #expect(text.matches(of: /scope="row">([^<]*)</).map(\.output.1) == ["Penicillin", "Mould", "No known allergy"])
    #expect(text.contains(">active, remark: since childhood<"))
    let parts = text.components(separatedBy: "<h3>Records that say that there are none</h3>")
    #expect(parts.count == 2 && parts[1].contains("No known allergy") && !parts[0].contains("No known allergy"))
  }

  /// What was done several times is one row, unless something else differs.
  @Test func severalDaysOfOneThingAreOneRow() {
    var records = (0..<4).map { _ in record(.procedure, "Dialysis", "completed") }
    for place in 0..<3 { records[place].start = "202\(place)-01-01" }
    (records[2].status, records[3].name) = ("not done", "")
    let text = html(of: records).replacing(/<\/?span[^>]*>/, with: "")
    let dates = text.matches(of: /data-name="Date">([^<]*)</).map(\.output.1)
    #expect(dates == ["2020-01-01", "2022-01-01", "2021-01-01; 2020-01-01"])
  }

  /// Conditions with a last day stand apart from those that may be present.
  @Test func conditionsThatAreOverStandApart() {
    var records = ["Acne", "Gout", "Mumps"].map { record(.condition, $0, $0 == "Mumps" ? "resolved" : "active") }
    records[0].end = "2020-02-01"
    let parts = html(of: records).components(separatedBy: "<h3>Over, or with a last day, according to the record</h3>")
    #expect(parts.count == 2 && parts[0].contains(">Gout<") && !parts[1].contains(">Gout<"))
    for name in ["Acne", "Mumps"] { #expect(!parts[0].contains(">\(name)<") && parts[1].contains(">\(name)<")) }
  }

  /// Allergies and medications stand before the results, and each kind of results has a link of its own.
  @Test func whatIsShortStandsBeforeTheResults() {
    var report = PersonReport(tool: HostileReport.tool)
    report.facts = [record(.allergy, "Mould", ""), PersonSample.hemoglobin(13, year: 2018)]
    report.kinds = [.init("Lab Results", 1, .labResult)]
    let text = html(report)
    let places = ["id=\"allergy\"", "id=\"results\"", "id=\"labResult\""].map { text.range(of: $0)!.lowerBound }
    #expect(places == places.sorted() && text.contains("<a href=\"#labResult\">Lab Results</a>"))
  }

  @Test func theLatestVaccineIsNamed() {
    var records = [
      record(.immunization, "Tdap", "completed"), record(.immunization, "Booster", "not given"),
      record(.immunization, "Measles", "completed"),
    ]
    (records[1].start, records[2].start, records[2].time) = ("2022-01-01", "", "in childhood")
    let text = html(of: records)
    #expect(text.contains("<p>The latest: <strong>Tdap</strong>, 2020-01-01, unknown source.</p>"))
    #expect(text.contains("data-name=\"Date\">in childhood<"))
    #expect(!html(of: [record(.condition, "Gout", "completed")]).contains("The latest:"))
  }

  /// What has no value is named, with what is still pending.
  @Test func resultsWithoutAValueAreNamed() {
    let text = html(of: [record(.labResult, "T3", "registered"), PersonSample.hemoglobin(13, year: 2018)])
    #expect(text.contains("<p class=\"quiet\">1 record of a result has no value: T3, 2020-01-01, still pending.</p>"))
  }

  @Test func contradictionsAndPersonsAreNamedAtTheTop() {
    var report = PersonReport(tool: HostileReport.tool)
    var twin = PersonSample.hemoglobin(13, year: 2018)
    twin.marks = [PersonReport.Record.contradicted]
    twin.received = "2021-02-03 04:05:06 +0100"
    var other = twin
    other.received = "2021-02-05 04:05:06 +0100"
    report.facts = ["Anna", "Bert"].map { record(.other, $0, "") } + [twin]
    for place in 0..<2 { report.facts[place].type = "Patient" }
    report.repeated = [PersonReport.Repeated(relation: "", records: [twin, other], isCopy: false)]
    let text = html(report)
    #expect(
      text.contains(
        "</strong><ul><li>1 record says two things (<a href=\"#twin-0\">Hemoglobin, St. Anna</a>)</li>"))
    #expect(text.contains("<article id=\"twin-0\" class=\"twin\">"))
    #expect(text.contains("range 12 to 15.5 g/dL, the source says two things, St. Anna"))
    #expect(text.contains("Received</th>\(cells(twin.received, other.received))"))
  }

  @Test func aPageWithoutRecordsSaysNothingElse() {
    var report = PersonReport(tool: HostileReport.tool)
    report.hasNoRecords = true
    let text = html(report)
    #expect(text.contains("<p>No health records were found here.</p>") && !text.contains("no fault was found"))
    #expect(!text.contains("What you have") && !text.contains("There twice"))
    for target in text.matches(of: /href="#([^"]*)"/) { #expect(text.contains("id=\"\(target.output.1)\"")) }
  }
}

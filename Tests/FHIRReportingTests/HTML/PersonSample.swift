@testable import FHIRReporting

/// A person's page with hostile texts in every place, and with results that have charts.
enum PersonSample {
  static var page: PersonPage { PersonPage(report) }

  static var report: PersonReport {
    var report = PersonReport(tool: HostileReport.tool)
    for (number, text) in HostileReport.texts.enumerated() {
      for kind in [
        PersonReport.Kind.labResult, .labReport, .vitalSign, .observation, .medication, .allergy, .condition,
        .immunization, .procedure, .note, .insurance, .other,
      ] { report.facts.append(record(kind, text, number)) }
      report.sources.append(PersonReport.Count(text, 1))
      var problem = PersonReport.Problem(culprit: text, sentence: text, advice: text)
      (problem.count, problem.examples) = (2, [text])
      report.problems.append(problem)
      var other = record(.labResult, text, number)
      other.results[0].value = "other"
      report.repeated += [false, true].map {
        PersonReport.Repeated(relation: text, records: [record(.labResult, text, number), other], isCopy: $0)
      }
    }
    for number in 0..<12 { report.facts.append(hemoglobin(12 + Double(number % 5) / 2, year: 2010 + number)) }
    report.records = report.facts.count
    report.files = 2
    report.kinds = [PersonReport.Count("Lab Results", 20, .labResult), PersonReport.Count("Allergies", 9, .allergy)]
    report.years = [PersonReport.Count("2019", 3)]
    report.received = ("<b>", "2021-02-03 04:05:06 +0100")
    (report.undated, report.leftOut, report.repeatedElsewhere) = (3, 4, 5)
    return report
  }

  /// A record with a text in every place.
  static func record(_ kind: PersonReport.Kind, _ text: String, _ number: Int) -> PersonReport.Record {
    var record = PersonReport.Record()
    record.kind = kind
    for fact in [
      \PersonReport.Record.source, \.type, \.id, \.version, \.name, \.code, \.status, \.manner, \.detail, \.file, \.end,
    ] { record[keyPath: fact] = text }
    record.start = number % 3 == 0 ? text : "20\(10 + number)-03"
    var (result, part) = (PersonReport.Result(), PersonReport.Result())
    for fact in [\PersonReport.Result.value, \.unit, \.number, \.low, \.high, \.range, \.marks] {
      result[keyPath: fact] = text
      part[keyPath: fact] = text
    }
    (part.name, part.code) = (text, text)
    record.results = [result, part]
    record.members = [text, "x/" + text]
    return record
  }

  static func hemoglobin(_ value: Double, year: Int, status: String = "final") -> PersonReport.Record {
    var record = PersonReport.Record()
    (record.kind, record.source, record.name, record.code) = (.labResult, "St. Anna", "Hemoglobin", "718-7")
    (record.start, record.status, record.id) = ("\(year)-05-06", status, "hb-\(year)")
    var result = PersonReport.Result()
    (result.value, result.number, result.unit) = ("\(value)", "\(value)", "g/dL")
    (result.low, result.high, result.range) = ("12", "15.5", "12 to 15.5 g/dL")
    record.results = [result]
    return record
  }
}

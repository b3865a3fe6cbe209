@testable import FHIRReporting
import Foundation
import Testing

/// Records that are there several times, side by side.
extension PersonPageTests {
  /// The cells of what stands side by side, which a narrow screen has below each other, with the number of the record.
  func cells(_ first: String, _ second: String) -> String {
    "<td data-name=\"Record 1\">\(first)</td><td data-name=\"Record 2\">\(second)</td>"
  }

  @Test func whatDiffersStandsSideBySide() {
    var report = PersonReport(tool: HostileReport.tool)
    let (one, other) = (PersonSample.hemoglobin(13, year: 2018), PersonSample.hemoglobin(14, year: 2018))
    report.repeated = [PersonReport.Repeated(relation: "contradict", records: [one, other], isCopy: false)]
    let text = html(report)
    #expect(text.contains("<th scope=\"row\">Value</th>\(cells("13.0 g/dL", "14.0 g/dL"))"))
    #expect(text.contains("Equal: name Hemoglobin, range 12 to 15.5 g/dL, date 2018-05-06, status final."))
  }

  /// Copies have their days and files side by side, by as much of a name as tells them apart.
  @Test func copiesStandSideBySide() {
    var report = PersonReport(tool: HostileReport.tool)
    var records = [2021, 2022].map { record(.condition, "", $0 == 2021 ? "" : "active.") }
    for (place, day) in ["2021-03-04", "2022-03-04"].enumerated() {
      (records[place].received, records[place].start) = (day, "")
      records[place].file = "/e/clinical-records/Condition-0A11CE0\(place)-0000-4000-8000-000000000005.json"
    }
    func text(_ isCopy: Bool) -> String {
      report.repeated = [PersonReport.Repeated(relation: "", records: records, isCopy: isCopy)]
      return html(report)
    }
    let files = cells("Condition-0A11CE00….json", "Condition-0A11CE01….json")
    #expect(text(true).contains("Received</th>\(cells("2021-03-04", "2022-03-04"))") && text(true).contains(files))
    #expect(!text(true).contains("Equal:") && !text(true).contains("does not show"))
    records[0].status = "active."
    records[1].received = records[0].received
    for place in 0..<2 { records[place].file = "/e/\(["dstu2", "r4"][place])/x/a.json" }
    #expect(text(true).contains(cells("dstu2/x/a.json", "r4/x/a.json")))
    #expect(text(false).contains("Equal: status active., received 2021-03-04.</p>"))
    #expect(text(false).contains("They differ in a part that this page does not show."))
  }

  @Test func whatIsOnlyCountedIsThereTwice() {
    var report = PersonReport(tool: HostileReport.tool)
    #expect(html(report).contains("No record is there twice."))
    report.repeatedElsewhere = 3
    let text = html(report)
    #expect(text.contains("3 further records are there more than once") && !text.contains("No record is there twice."))
  }
}

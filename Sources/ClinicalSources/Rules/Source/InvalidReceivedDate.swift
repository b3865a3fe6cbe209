package import FHIRFindings
import ClinicalRecords

extension Rule {
  package static let invalidReceivedDate = Rule(
    "source/invalid-received-date", .warning, .value,
    summary: "the date of download cannot be read",
    checks: """
      The `receivedDate` of an entry is a day that exists, a time and a zone, as in `2021-03-04 05:06:07 +0100`.
      """,
    matters: """
      The date says how old the copy of a record is. Without it a reader cannot tell which of two exports is newer.
      """,
    bad: ExportExample.good.replacing("2021-03-04", with: "2021-02-30"),
    good: ExportExample.good,
    specification: "https://developer.apple.com/documentation/healthkit/hkclinicalrecord")
}

extension ExportFindings {
  mutating func checkReceivedDate(of stub: ExportStub) {
    guard !stub.receivedDate.isEmpty, ReceivedDate(stub.receivedDate).secondsSince1970 == nil else { return }
    report(
      .invalidReceivedDate, of: stub, path: "receivedDate",
      "expected a date such as '2021-03-04 05:06:07 +0100', found '\(stub.receivedDate.shortened())'")
  }
}

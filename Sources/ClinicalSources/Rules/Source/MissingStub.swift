package import FHIRFindings

extension Rule {
  package static let missingStub = Rule(
    "source/missing-stub", .warning, .notFound,
    summary: "no entry of the export.xml names the file of a record",
    checks: """
      Each JSON file in the folder `clinical-records` of an export is named by an entry of its export.xml. The record \
      is still checked.
      """,
    matters: "The JSON does not name its institution, and an identifier is unique only within an institution.",
    bad: ExportExample.good + "\n"
      + ExportExample.record.replacing("/a.json", with: "/b.json").replacing(#""a""#, with: #""b""#),
    good: ExportExample.good,
    specification: "https://developer.apple.com/documentation/healthkit/hkclinicalrecord")
}

extension StubCheck {
  /// The finding for a file that no stub names. It is at the file's beginning, because the file may not be JSON.
  package static func missingStub(in export: String) -> Finding {
    Finding(
      rule: Rule.missingStub.id, severity: Rule.missingStub.severity, range: SourceRange(start: 0, end: 1), path: "",
      message: "expected an entry in '\(export)' that names this file, found none; its source is unknown")
  }
}

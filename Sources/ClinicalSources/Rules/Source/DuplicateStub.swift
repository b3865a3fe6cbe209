package import FHIRFindings

extension Rule {
  package static let duplicateStub = Rule(
    "source/duplicate-stub", .warning, .duplicate,
    summary: "two entries of an export.xml name one file",
    checks: """
      Each entry of an export names a different file. Every further entry of a file is reported and names the first, \
      which is used.
      """,
    matters: "A file holds one resource from one institution. It is unknown which of the entries describes it.",
    bad: ExportExample.adding(ExportExample.stub.replacing("City Clinic", with: "Town Hospital")),
    good: ExportExample.good,
    specification: "https://developer.apple.com/documentation/healthkit/hkclinicalrecord")
}

extension ExportFindings {
  /// Whether the file of a stub has no other; reports one that has.
  mutating func checkFirst(_ stub: ExportStub, after earlier: ExportStub?) -> Bool {
    guard let earlier else { return true }
    report(
      .duplicateStub, of: stub, path: "resourceFilePath",
      "expected one entry for each file, found '\(stub.resourceFilePath.shortened())' again; "
        + "the entry on line \(earlier.position.line) counts")
    return false
  }
}

package import FHIRFindings

extension Rule {
  package static let outsidePath = Rule(
    "source/outside-path", .error, .value,
    summary: "the path in an entry of an export.xml leads out of the export",
    checks: """
      An entry's `resourceFilePath` stays within the folder of its export.xml. A path that leads out by `..` is not \
      followed. A slash at the beginning stands for that folder.
      """,
    matters: """
      A file elsewhere is not part of the export. A crafted path makes programs that follow it read or show other \
      files.
      """,
    bad: ExportExample.export.replacing("/clinical-records", with: "/../../private"),
    good: ExportExample.good,
    specification: "https://developer.apple.com/documentation/healthkit/hkclinicalrecord")
}

extension ExportFindings {
  /// The normalised path of a stub; `nil` for a path out of the export, which is reported.
  mutating func checkedPath(of stub: ExportStub) -> String? {
    if let path = ExportPath.normalized(stub.resourceFilePath) { return path }
    report(
      .outsidePath, of: stub, path: "resourceFilePath",
      "expected a path within the export, found '\(stub.resourceFilePath.shortened())'; it was not followed")
    return nil
  }
}

package import FHIRFindings

extension Rule {
  package static let missingFile = Rule(
    "source/missing-file", .error, .notFound,
    summary: "the file that an entry of an export.xml names is missing",
    checks: """
      The file that an entry's `resourceFilePath` names is in the export, relative to the folder of the export.xml.
      """,
    matters: "A record that the export lists is lost, and a reader of the files alone does not notice it.",
    bad: ExportExample.adding(
      ExportExample.stub.replacing(#""a""#, with: #""b""#).replacing("/a", with: "/b")),
    good: ExportExample.good,
    specification: "https://developer.apple.com/documentation/healthkit/hkclinicalrecord")
}

extension ExportFindings {
  /// Finds the files that a stub names by its path; reports a path that names none.
  mutating func files(of stub: ExportStub, at path: String, in root: String, among paths: ExportPaths) -> [Int] {
    let named = ExportPath.spellings(of: path).lazy.map { paths.files(at: root + $0) }
    if let same = named.first(where: { !$0.isEmpty }) { return Array(same) }
    report(
      .missingFile, of: stub, path: "resourceFilePath",
      "expected the file '\(stub.resourceFilePath.shortened())', found none")
    return []
  }
}

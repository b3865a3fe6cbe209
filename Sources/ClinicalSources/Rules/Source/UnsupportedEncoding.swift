package import FHIRFindings

extension Rule {
  package static let unsupportedEncoding = Rule(
    "source/unsupported-encoding", .error, .notSupported,
    summary: "an export.xml is not in UTF-8",
    checks: """
      An export.xml is written in UTF-8, and its first line names UTF-8 or no encoding. A file that names another \
      encoding is read as UTF-8; one in UTF-16 is not read.
      """,
    matters: "Apple Health writes UTF-8. Read in another encoding, the names of institutions change.",
    bad: ExportExample.good
      .replacing("<HealthData>", with: #"<?xml version="1.0" encoding="ISO-8859-1"?>\#n<HealthData>"#),
    good: ExportExample.good
      .replacing("<HealthData>", with: #"<?xml version="1.0" encoding="UTF-8"?>\#n<HealthData>"#),
    specification: "https://www.w3.org/TR/xml/#charencoding")
}

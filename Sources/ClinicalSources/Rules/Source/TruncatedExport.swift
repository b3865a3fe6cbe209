package import FHIRFindings

extension Rule {
  package static let truncatedExport = Rule(
    "source/truncated-export", .error, .structure,
    summary: "an export.xml is cut off",
    checks: "An export.xml ends after `</HealthData>`, and each comment, CDATA section and entry in it is closed.",
    matters: "An export that was cut off while it was written or copied lacks entries, and their number is unknown.",
    bad: ExportExample.good.replacing("</HealthData>\n", with: ""),
    good: ExportExample.good,
    specification: "https://www.w3.org/TR/xml/#sec-documents")
}

package import FHIRFindings

extension Rule {
  package static let exportTooLarge = Rule(
    "limit/export-too-large", .error, .tooLong,
    summary: "an export exceeds a limit",
    checks: """
      An export.xml has at most 100,000 entries, the tag of an entry has at most 65,536 bytes, and up to 10,000 findings \
      about entries are listed. The limits can be set in the library.
      """,
    matters: """
      Real exports have some ten thousand entries of a few hundred bytes. A file far beyond that was made to exhaust \
      the reader's memory.
      """,
    bad: ExportExample.export.replacing("City Clinic", with: "⟨61 × 65536⟩"),
    good: ExportExample.good.replacing("City Clinic", with: "⟨61 × 60000⟩"),
    specification: "https://developer.apple.com/documentation/healthkit/hkclinicalrecord")
}

import FHIRDiagnostics

/// Consecutive rendered issues of one file, which can be cut between any two.
struct Piece: Sendable {
  /// The name of the file in reports.
  var file = ""
  /// Whether headings are always written; those of a part are written only if no earlier part has written them.
  var opensFile = false
  /// The severities of the issues.
  var severities: [Severity] = []
  /// The reports that list them, by index.
  var reports: [Int] = []
  /// How many further issues they represent.
  var repeats = 0
  /// The text for each report; empty for reports that do not list them.
  var texts: [Text] = []

  /// The issues that the HTML page keeps, if there is a page.
  var page: PageFindings?

  /// The issues rendered for one report.
  struct Text: Sendable {
    /// The heading, written if the first of them is the first of the file.
    var heading: [UInt8] = []
    var bytes: [UInt8] = []
    /// The end of each issue in it.
    var ends: [Int] = []
  }

  /// The number of issues.
  var count: Int { severities.count }
  /// Their size in memory for all reports.
  var byteCount: Int { texts.reduce(0) { $0 + $1.bytes.count + $1.ends.count * 8 } }
}

import FHIRDiagnostics

/// Rendered issues of one file, in order, that can be cut between any two.
struct Piece: Sendable {
  /// The file, as reports call it.
  var file = ""
  /// Whether headings stand whatever came before; those of a part stand only where no part before has them.
  var opensFile = false
  /// How severe the issues are.
  var severities: [Severity] = []
  /// The reports that list them, by their numbers.
  var reports: [Int] = []
  /// How many issues more they stand for.
  var repeats = 0
  /// What each report has of them; nothing for those that do not list them.
  var texts: [Text] = []

  /// What the page for people keeps of them, where there is to be one.
  var page: PageFindings?

  /// The issues in the form of one report.
  struct Text: Sendable {
    /// What stands before the first of them where it is the first of the file.
    var heading: [UInt8] = []
    var bytes: [UInt8] = []
    /// Where each issue ends in it.
    var ends: [Int] = []
  }

  /// How many issues there are.
  var count: Int { severities.count }
  /// How large they are in all reports, in memory.
  var byteCount: Int { texts.reduce(0) { $0 + $1.bytes.count + $1.ends.count * 8 } }
}

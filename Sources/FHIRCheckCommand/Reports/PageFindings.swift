import FHIRReporting

/// The findings that the HTML page keeps during a run, in its order: some of each kind.
///
/// A worker takes inputs in the order of the run, so what it has found of a kind comes before what it will find. It has
/// its own instance only to ask which findings may be kept, and the output keeps them.
struct PageFindings: Sendable {
  /// The largest number of complete findings of one kind.
  private static let wholeOfKind = 25
  /// The largest number of complete findings; beyond it, only the first of each kind is kept, up to as many again.
  private static let whole = 2_000
  /// So many kinds are remembered; more are more than can be kept.
  private static let mostKinds = 8_192

  private(set) var listed: [LocatedDiagnostic] = []
  private var counts: [UInt64: Int] = [:]

  /// Whether the next finding, which has this kind, may be kept.
  mutating func wants(_ kind: UInt64) -> Bool {
    let count = counts[kind, default: 0]
    guard count < PageFindings.wholeOfKind,
      listed.count < (count == 0 ? 2 * PageFindings.whole : PageFindings.whole)
    else { return false }
    if counts.count >= PageFindings.mostKinds { counts.removeAll(keepingCapacity: true) }
    counts[kind, default: 0] += 1
    return true
  }

  /// Adds a finding after all others.
  mutating func add(_ issue: LocatedDiagnostic, kind: UInt64) {
    if wants(kind) { listed.append(issue) }
  }
}

/// Stands for the page among the reports that are written during a run: the page is written at the end.
struct PagePlaceholder: ReportRenderer {
  func render(_ part: ReportPart, into output: inout [UInt8]) {}
}

import FHIRDiagnostics

/// Counts the equal findings of a file.
package struct IssueOrdinals {
  /// So many different findings are kept; then counting starts anew, so that memory does not grow with the file.
  private static let limit = 1 << 16
  private var counts: [UInt64: Int] = [:]

  package init() {}

  /// Sets the ordinal of the next issue of the file.
  package mutating func number(_ issue: inout LocatedDiagnostic) {
    if counts.count == IssueOrdinals.limit { counts = [:] }
    let diagnostic = issue.diagnostic
    let key = FindingFingerprint(issue, path: diagnostic.path, record: diagnostic.record).digest
    issue.ordinal = Self.next(&counts[key, default: 0])
  }

  /// The count before it grows: one search of the dictionary for both.
  private static func next(_ count: inout Int) -> Int {
    defer { count += 1 }
    return count
  }
}

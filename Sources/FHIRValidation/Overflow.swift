import FHIRDiagnostics
import FHIRSupport

/// The findings of a record, or of an input, beyond the limit: those of higher severity take the places of others.
///
/// Each place is looked at once for each severity, so the work is linear in the findings.
struct Overflow {
  /// Whether the limit is that of one record.
  let isOfRecord: Bool
  /// The first of the kept findings that may give way.
  private let first: Int
  /// No finding of a lower severity may give way.
  private var lowest = Severity.information
  /// The findings from here on have been looked at, for `lowest`.
  private var end: Int
  /// The findings that are counted only, by severity.
  private var unlisted = [Int](repeating: 0, count: Severity.allCases.count)
  /// The place of the finding that reports the limit.
  private(set) var place: (number: Int, range: SourceRange)?

  init(isOfRecord: Bool, first: Int, end: Int) {
    (self.isOfRecord, self.first, self.end) = (isOfRecord, first, end)
  }

  /// Finds a kept finding that gives way to one of a severity.
  mutating func findPlace(for severity: Severity, among kept: [Diagnostic]) -> Int? {
    while lowest < severity {
      while end > first {
        if kept[end - 1].severity == lowest, kept[end - 1].rule != Rule.tooManyIssues.id { return end - 1 }
        end -= 1
      }
      guard let next = Severity(rawValue: lowest.rawValue + 1) else { return nil }
      (lowest, end) = (next, kept.count)
    }
    return nil
  }

  mutating func countUnlisted(_ severity: Severity) { unlisted[Int(severity.rawValue)] += 1 }

  /// Notes where the limit was passed.
  mutating func note(_ number: Int, _ range: SourceRange) {
    if place == nil { place = (number, range) }
  }

  /// What the finding that reports the limit says.
  func message(limit: Int) -> String {
    let counts = Severity.allCases.reversed().compactMap { severity -> String? in
      let count = unlisted[Int(severity.rawValue)]
      return count > 0 ? "\(count) of severity \(severity)" : nil
    }
    return "expected at most \(limit) findings in one \(isOfRecord ? "record" : "input"), found more; counted and not "
      + "listed are \(counts.joined(separator: ", "))"
  }
}

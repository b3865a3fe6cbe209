import FHIRDiagnostics

/// A rule that is ignored with a reason, or until a day, in a configuration or a baseline.
struct Exemption {
  var rule: String
  var reason: String?
  /// The last day, such as `2026-12-31`.
  var until: String?
  var isOver = false
  var place = SourcePosition(line: 0, column: 0)
  var range: Range<Int>

  /// Whether a text is a date, which then sorts as a text.
  static func isDate(_ text: String) -> Bool {
    let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard parts.map(\.count) == [4, 2, 2], text.utf8.allSatisfy({ $0 == 0x2D || $0 >= 0x30 && $0 < 0x3A }) else {
      return false
    }
    let numbers = parts.map { Int(String(decoding: $0, as: UTF8.self)) ?? 0 }
    return (1...12).contains(numbers[1]) && (1...31).contains(numbers[2])
  }

  /// The finding that its day is past.
  var finding: Diagnostic {
    let rule = Rule.expiredExemption
    return Diagnostic(
      rule: rule.id, severity: rule.severity, range: SourceRange(start: range.lowerBound, end: range.upperBound),
      path: "",
      message:
        "expected '\(self.rule)' to be exempt until a day to come, found \(until ?? ""); its findings count again"
        + (reason.map { "; the reason was '\($0)'" } ?? ""))
  }
}

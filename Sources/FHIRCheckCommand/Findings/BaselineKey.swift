import FHIRDiagnostics
import FHIRReporting

/// Identifies a finding in a later run: source, type and id of the record, rule, path and message.
///
/// Line numbers, the name of the file, and the index of an entry in its Bundle do not count. Findings with equal keys
/// are distinguished only by their number.
struct BaselineKey: Hashable, Sendable, Comparable {
  let number: UInt64

  init(_ finding: Diagnostic, source: String?) {
    let record = finding.record
    var digest = Digest.of(source ?? "")
    digest = Digest.of(record?.resourceType ?? "", from: digest)
    digest = Digest.of(record?.id ?? "", from: digest)
    digest = Digest.of(finding.rule.rawValue, from: digest)
    digest = Digest.of(PathPattern.belowEntries(finding.path), from: digest)
    // The messages of these rules name the other place.
    if finding.rule.group != "identity" { digest = Digest.of(finding.message, from: digest) }
    number = Digest.mix(digest)
  }

  /// Parses sixteen digits.
  init?(_ text: String) {
    guard text.utf8.count == 16, let number = UInt64(text, radix: 16) else { return nil }
    self.number = number
  }

  /// Sixteen digits.
  var text: String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }

  static func < (a: BaselineKey, b: BaselineKey) -> Bool { a.number < b.number }
}

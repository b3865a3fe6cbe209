import FHIRDiagnostics
import FHIRText

/// What a finding is recognised by in another run: it stays the same when lines are added, keys change their order or a
/// file gets another name.
///
/// It is made of the source, the type and the id of the record, the rule, the path and the message. Of a record without
/// an id the file and the line stand for it.
struct FindingFingerprint {
  /// Sixteen hexadecimal digits.
  let text: String

  /// Of the place of a finding alone, which no other finding of the rule has in the same run.
  init(placeOf issue: LocatedDiagnostic) {
    let diagnostic = issue.diagnostic
    var hash = Digest.of(issue.file, from: UInt64(diagnostic.range.start))
    hash = Digest.of(diagnostic.rule.rawValue, from: Digest.of(diagnostic.path, from: hash))
    text = Self.digits(Digest.mix(hash))
  }

  /// The digits in the form of a UUID of version 8, which is anybody's own.
  var uuid: String {
    let digits = Array(text)
    return String(digits[..<8]) + "-" + String(digits[8..<12]) + "-8" + String(digits[12..<15]) + "-8000-0000000000"
      + String(digits[14...])
  }

  /// Of a finding.
  init(_ issue: LocatedDiagnostic) {
    let diagnostic = issue.diagnostic
    let record = diagnostic.record
    // Without an id records look alike, so that the place tells them apart.
    let id = record?.id ?? issue.file + "\(issue.position?.line ?? 0)"
    text = Self.digits(
      [
        issue.source ?? "", record?.resourceType ?? "", id, diagnostic.rule.rawValue, diagnostic.path,
        diagnostic.message,
      ]
      .reduce(0) { Digest.of($1, from: $0) })
  }

  private static func digits(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.utf8.count) + digits
  }
}

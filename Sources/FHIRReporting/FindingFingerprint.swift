import FHIRDiagnostics
import FHIRText

/// What a finding is recognised by in another run: it stays the same when lines are added, keys change their order or a
/// file gets another name.
///
/// It is made of the source, the type and the id of the record, the rule, the path and the message. Of a record without
/// an id the file and the line stand for it.
struct FindingFingerprint {
  private let number: UInt64

  /// Of the place of a finding alone, which no other finding of the rule has in the same run.
  init(placeOf issue: LocatedDiagnostic) {
    let diagnostic = issue.diagnostic
    var hash = Digest.of(issue.file, from: UInt64(diagnostic.range.start))
    hash = Digest.of(diagnostic.rule.rawValue, from: Digest.of(diagnostic.path, from: hash))
    number = Digest.mix(hash)
  }

  /// Of a finding.
  ///
  /// - Parameters:
  ///   - path: its path, which whoever writes it has at hand.
  ///   - record: its record.
  init(_ issue: LocatedDiagnostic, path: String, record: RecordLabel?) {
    let diagnostic = issue.diagnostic
    var hash = Digest.of(issue.source ?? "")
    hash = Digest.of(record?.resourceType ?? "", from: hash)
    if let id = record?.id {
      hash = Digest.of(id, from: hash)
    } else {
      // Without an id records look alike, so that the place tells them apart.
      hash = Digest.of(issue.position?.line ?? 0, from: Digest.of(issue.file, from: hash))
    }
    hash = Digest.of(diagnostic.rule.rawValue, from: hash)
    number = Digest.mix(Digest.of(diagnostic.message, from: Digest.of(path, from: hash)))
  }

  /// Appends sixteen hexadecimal digits.
  func append(to output: inout [UInt8]) { output.append(hexadecimal: number, digits: 16) }

  /// Appends the digits in the form of a UUID of version 8, which is anybody's own.
  func appendUUID(to output: inout [UInt8]) {
    output.append(hexadecimal: number >> 32, digits: 8)
    output.append(UInt8(ascii: "-"))
    output.append(hexadecimal: number >> 16, digits: 4)
    output.append(contentsOf: "-8".utf8)
    output.append(hexadecimal: number >> 4, digits: 3)
    output.append(contentsOf: "-8000-00000000000".utf8)
    output.append(hexadecimal: number, digits: 1)
  }
}

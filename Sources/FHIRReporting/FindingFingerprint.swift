import FHIRDiagnostics
import FHIRText

/// Identifies a finding in another run. It does not change when lines are added, keys are reordered or a file is
/// renamed.
///
/// It covers the source, type and id of the record, the rule, the path and the message. For a record without an id, the
/// file and the line replace the id.
struct FindingFingerprint {
  private let number: UInt64

  /// Identifies the place of a finding, where the same rule has no other finding in the run.
  init(placeOf issue: LocatedDiagnostic) {
    let diagnostic = issue.diagnostic
    var hash = Digest.of(issue.file, from: UInt64(diagnostic.range.start))
    hash = Digest.of(diagnostic.rule.rawValue, from: Digest.of(diagnostic.path, from: hash))
    number = Digest.mix(hash)
  }

  /// Identifies a finding.
  ///
  /// - Parameters:
  ///   - path: its path, which the caller already has.
  ///   - record: its record.
  init(_ issue: LocatedDiagnostic, path: String, record: RecordLabel?) {
    let diagnostic = issue.diagnostic
    var hash = Digest.of(issue.source ?? "")
    hash = Digest.of(record?.resourceType ?? "", from: hash)
    if let id = record?.id {
      hash = Digest.of(id, from: hash)
    } else {
      // Records without an id look alike, so the place distinguishes them.
      hash = Digest.of(issue.position?.line ?? 0, from: Digest.of(issue.file, from: hash))
    }
    hash = Digest.of(diagnostic.rule.rawValue, from: hash)
    number = Digest.mix(Digest.of(diagnostic.message, from: Digest.of(path, from: hash)))
  }

  /// Appends sixteen hexadecimal digits.
  func append(to output: inout [UInt8]) { output.append(hexadecimal: number, digits: 16) }

  /// Appends the digits as a UUID of version 8, whose content is free to choose.
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

import FHIRDiagnostics
import FHIRSupport

/// Identifies a finding in another run. It does not change when lines are added, keys are reordered or a file is
/// renamed.
///
/// It covers the source, type and id of the record and what is stable of rule, path and message (``StableFinding``).
/// For a record without an id, the file and the line replace the id.
struct FindingFingerprint {
  /// The number by which findings are compared and counted.
  let digest: UInt64

  /// Identifies the place of a finding, where the same rule has no other finding in the run.
  init(placeOf issue: LocatedDiagnostic) {
    let diagnostic = issue.diagnostic
    var hash = Digest.of(issue.file, from: UInt64(diagnostic.range.start))
    hash = Digest.of(diagnostic.rule.rawValue, from: Digest.of(diagnostic.path, from: hash))
    digest = Digest.mix(hash)
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
    digest = Digest.mix(StableFinding.digest(of: diagnostic, path: path, from: hash))
  }

  /// Identifies a finding among all findings of a report, for readers that keep one finding for each fingerprint: the
  /// same record in another file has others, and so has the second of two equal findings of a file.
  init(uniqueFor issue: LocatedDiagnostic, path: String, record: RecordLabel?) {
    let hash = Digest.of(issue.file, from: FindingFingerprint(issue, path: path, record: record).digest)
    digest = Digest.mix(Digest.of(issue.ordinal, from: hash))
  }

  /// Sixteen hexadecimal digits.
  var text: String { String(hexadecimal: digest) }

  /// The digits as a UUID of version 8, whose content is free to choose.
  var uuid: String {
    let digits = Array(text)
    return "\(String(digits[..<8]))-\(String(digits[8..<12]))-8\(String(digits[12..<15]))-8000-00000000000\(digits[15])"
  }
}

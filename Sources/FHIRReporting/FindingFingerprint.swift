package import FHIRFindings

extension LocatedFinding {
  /// Identifies the finding in another run, by the source, type and id of the record and what is stable of rule, path
  /// and message (``StableFinding``): it does not change when lines are added, keys are reordered or a file is renamed.
  var fingerprint: UInt64 {
    let record = finding.record
    var hash = Digest.of(source ?? "")
    hash = Digest.of(record?.resourceType ?? "", from: hash)
    if let id = record?.id {
      hash = Digest.of(id, from: hash)
    } else {
      // Records without an id look alike, so the place distinguishes them.
      hash = Digest.of(position?.line ?? 0, from: Digest.of(file, from: hash))
    }
    return Digest.mix(StableFinding.digest(of: finding, path: finding.path, from: hash))
  }

  /// Identifies the finding among all findings of a report, for readers that keep one finding for each fingerprint: the
  /// same record in another file has others, and so has the second of two equal findings of a file.
  var uniqueFingerprint: UInt64 { Digest.mix(Digest.of(ordinal, from: Digest.of(file, from: fingerprint))) }

  /// A UUID of the place, where a rule has no other finding in the run; of version 8, whose content is free.
  var uuidOfPlace: String {
    let path = Digest.of(finding.path, from: Digest.of(file, from: UInt64(finding.range.start)))
    let digits = Array(String(hexadecimal: Digest.mix(Digest.of(finding.rule.rawValue, from: path))))
    return "\(String(digits[..<8]))-\(String(digits[8..<12]))-8\(String(digits[12..<15]))-8000-00000000000\(digits[15])"
  }
}

/// The parts of a finding that stay the same when keys are reordered, lines are added or values are indented in another
/// way: what a baseline and the fingerprints of reports are made of.
package enum StableFinding {
  /// Rules that report the second or the first of several places, in the order of the text.
  private static let placedByOrder: (RuleID, RuleID) = ("narrative/missing-namespace", "structure/repeated-id")
  /// A rule whose messages name the other place; those about identity do, too.
  private static let namingTheOther: RuleID = "structure/ambiguous-choice"

  /// Adds rule, path and message of a finding, as far as stable, to `start`, the digest of what identifies the record.
  package static func digest(of finding: Finding, path: String, from start: UInt64) -> UInt64 {
    let rule = finding.rule
    var digest = Digest.of(rule.rawValue, from: start)
    if rule != placedByOrder.0, rule != placedByOrder.1 { digest = Digest.of(path, from: digest) }
    if rule != namingTheOther, !rule.rawValue.byBytes.hasPrefix("identity/") {
      digest = Digest.of(stablePart(of: finding.message), from: digest)
    }
    return digest
  }

  /// The message without a quoted object or array: the same value can be written in many ways.
  private static func stablePart(of message: String) -> String {
    let bytes = message.utf8
    let ends = "{[".utf8.compactMap { bytes.firstIndex(of: $0) }.filter {
      bytes[..<$0].suffix(8).elementsEqual(", found ".utf8)
    }
    return ends.min().map { String(message[..<$0]) } ?? message
  }
}

/// Counts the equal findings of a file.
package struct FindingOrdinals {
  /// So many different findings are kept; then counting starts anew, so that memory does not grow with the file.
  private static let limit = 1 << 16
  private var counts: [UInt64: Int] = [:]

  package init() {}

  package mutating func next(_ issue: LocatedFinding) -> Int {
    if counts.count == FindingOrdinals.limit { counts = [:] }
    let fingerprint = issue.fingerprint
    defer { counts[fingerprint, default: 0] += 1 }
    return counts[fingerprint] ?? 0
  }
}

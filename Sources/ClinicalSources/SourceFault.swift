public import FHIRDiagnostics

/// A fault of a source, or the reason why it could not be read to its end, as a finding.
///
/// Thrown by readers of streams, which end there. The bytes before it are still valid.
public struct SourceFault: Error, Hashable, Sendable {
  /// The finding. Of a file within an archive, and of a compressed file, its range counts inflated bytes.
  public let diagnostic: Diagnostic

  package init(_ rule: Rule, at range: SourceRange, _ message: String) {
    diagnostic = Diagnostic(rule: rule.id, severity: rule.severity, range: range, path: "", message: message)
  }
}

extension SourceFault {
  /// Faults of inflated data, at an offset among the inflated bytes.
  static func damagedData(at offset: Int) -> SourceFault {
    SourceFault(.damagedData, offset, "expected deflate-compressed data, found other bytes")
  }

  static func checksum(at offset: Int, expected: UInt32, found: UInt32) -> SourceFault {
    func text(_ value: UInt32) -> String {
      let digits = String(value, radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }
    return SourceFault(
      .wrongChecksum, offset, "expected data with the CRC-32 \(text(expected)), found \(text(found))")
  }

  static func size(at offset: Int, expected: String, found: String) -> SourceFault {
    SourceFault(.wrongSize, offset, "expected \(expected) bytes of data, found \(found)")
  }

  static func ratio(at offset: Int, _ limits: ArchiveLimits) -> SourceFault {
    SourceFault(
      .compressionRatio, offset,
      "expected data compressed at most \(limits.maximumRatio) to 1, found more; it was not read further")
  }

  /// A fault of an archive as a whole, at an offset in it.
  static func archiveRatio(at offset: Int, _ limits: ArchiveLimits) -> SourceFault {
    SourceFault(
      .compressionRatio, offset,
      "expected all files together compressed at most \(limits.maximumRatio) to 1, found more; the archive was not read "
        + "further")
  }

  static func inflatedSize(at offset: Int, _ limits: ArchiveLimits) -> SourceFault {
    SourceFault(
      .inflatedSize, offset, "expected at most \(limits.maximumInflatedBytes) bytes of data, found more")
  }

  private init(_ rule: Rule, _ offset: Int, _ message: String) {
    self.init(rule, at: SourceRange(start: offset, end: offset), message)
  }
}

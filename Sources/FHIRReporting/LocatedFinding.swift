public import FHIRFindings

/// A finding for a report: with its file, its place and the line around it.
public struct LocatedFinding: Hashable, Sendable {
  /// The file as the caller named it; `-` for standard input.
  public var file: String
  /// The source of the records, such as a hospital's name; `nil` if unknown.
  public var source: String?
  /// The finding.
  public var finding: Finding
  /// The place of its first byte; `nil` in a file without lines, such as a binary property list.
  public var position: SourcePosition?
  /// The line around it, for reports that show one.
  public var excerpt: SourceExcerpt?
  /// What the record is about and when, such as `Glucose, 2025-07-01`, for reports for people; `nil` if unknown.
  public var title: String?
  /// The source of the record as far as the record itself names one; `nil` if that was not looked for.
  package var recordSource: String?
  /// How many further findings of this kind it represents.
  public var repeats = 0
  /// Where those are, in a report that lists a kind once.
  public var group: Group?
  /// How many findings of the file before have its fingerprint, for ``ReportRenderer/distinguishesEqualFindings``.
  public var ordinal = 0

  /// The findings of one kind in a run.
  public struct Group: Hashable, Sendable {
    /// How many records have such a finding; `nil` if some finding is of no known record.
    public var records: Int?
    /// How many files have one.
    public var files: Int
    /// Whether all these records have one type.
    public var isOfOneType: Bool
    /// Further findings after the first, as examples: from other files, or of other records, as far as there are some.
    public var others: [LocatedFinding]
    /// The ``MessageParts`` in which their messages differ, as bits.
    var differing: UInt64 = 0
  }

  /// Makes a located finding.
  public init(
    file: String, source: String? = nil, finding: Finding, position: SourcePosition?, excerpt: SourceExcerpt? = nil
  ) {
    (self.file, self.source, self.finding) = (file, source, finding)
    (self.position, self.excerpt) = (position, excerpt)
  }
}

extension LocatedFinding {
  /// `3:13` or, in a file without lines, `byte 42`.
  var place: String { position.map { "\($0.line):\($0.column)" } ?? "byte \(finding.range.start)" }
  /// The message, with the user parts of URLs masked.
  var shownMessage: String { MaskedAddress.text(finding.message) }

  /// `r4, http://example.org/profile|1.0.0`: the release and the profile by which the record was judged; empty if unknown.
  var judge: String {
    let profile = finding.profile.map { MaskedAddress.text($0.profile) + ($0.version.map { "|" + $0 } ?? "") }
    return [finding.release, profile].compactMap(\.self).joined(separator: ", ")
  }

  /// ` (Observation.status, r4)`: the element, and by what it was judged; empty if neither is known.
  var details: String {
    let parts = [finding.path, judge].filter { !$0.isEmpty }
    return parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"
  }

  /// Whether another issue is about the same record, as far as known.
  package func isOfRecord(of other: LocatedFinding) -> Bool {
    file.byBytes == other.file.byBytes && finding.isInRecord(of: other.finding)
  }
}

extension Severity {
  /// The word for people: `note` for information.
  var word: String { self == .information ? "note" : description }
}

extension RecordLabel {
  /// `Patient/1`, or the type alone.
  package var text: String { resourceType + (id.map { "/" + $0 } ?? "") }
}

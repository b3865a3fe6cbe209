public import FHIRDiagnostics
import FHIRSupport

/// A finding for a report: with its file, its place and the line around it.
public struct LocatedDiagnostic: Hashable, Sendable {
  /// The file as the caller named it; `-` for standard input.
  public var file: String
  /// The source of the records, such as a hospital's name; `nil` if unknown.
  public var source: String?
  /// The finding.
  public var diagnostic: Diagnostic
  /// The place of its first byte; `nil` in a file without lines, such as a binary property list.
  public var position: SourcePosition?
  /// The line around it, for reports that show one.
  public var excerpt: SourceExcerpt?
  /// How many further findings of this kind in the file it represents.
  public var repeats = 0
  /// How many findings of the file before it have the same fingerprint. It is counted for the renderers that set
  /// ``ReportRenderer/distinguishesEqualIssues``.
  public var ordinal = 0

  /// Makes a located finding.
  public init(
    file: String, source: String? = nil, diagnostic: Diagnostic, position: SourcePosition?,
    excerpt: SourceExcerpt? = nil
  ) {
    self.file = file
    self.source = source
    self.diagnostic = diagnostic
    self.position = position
    self.excerpt = excerpt
  }
}

extension LocatedDiagnostic {
  /// `3:13` or, in a file without lines, `byte 42`.
  var place: String { position.map { "\($0.line):\($0.column)" } ?? "byte \(diagnostic.range.start)" }

  /// The message, with the user parts of URLs masked.
  var shownMessage: String { MaskedAddress.text(diagnostic.message) }

  /// Whether another issue is about the same record, as far as known.
  package func isOfRecord(of other: LocatedDiagnostic) -> Bool {
    file.byBytes == other.file.byBytes && diagnostic.isInRecord(of: other.diagnostic)
  }
}

extension RecordLabel {
  /// `Patient/1`, or the type alone.
  package var text: String { resourceType + (id.map { "/" + $0 } ?? "") }
}

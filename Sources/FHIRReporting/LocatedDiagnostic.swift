public import FHIRDiagnostics
import FHIRText

/// A finding as a report shows it: with its file, its place and the line around it.
public struct LocatedDiagnostic: Hashable, Sendable {
  /// The file as the caller named it; `-` for standard input.
  public var file: String
  /// Where the records come from, such as a hospital's name; `nil` when unknown.
  public var source: String?
  /// The finding.
  public var diagnostic: Diagnostic
  /// The place of its first byte; `nil` in a file that has no lines, as a binary property list.
  public var position: SourcePosition?
  /// The line around it, for reports that show one.
  public var excerpt: SourceExcerpt?
  /// How many more of this kind the file has that it stands for.
  public var repeats = 0

  /// Puts a finding in its place.
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
  /// The sentence, without whoever signs in at an address.
  var shownMessage: String { MaskedAddress.text(diagnostic.message) }

  /// Whether another issue is of the same record, as far as one can tell.
  package func isOfRecord(of other: LocatedDiagnostic) -> Bool {
    file.byBytes == other.file.byBytes && diagnostic.isInRecord(of: other.diagnostic)
  }
}

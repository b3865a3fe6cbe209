import ClinicalSources
import FHIRReporting

/// The kind of a skipped file; reports count it under this name.
enum SkippedKind: Hashable, Sendable {
  /// A file of another format than JSON.
  case content(ContentKind)
  /// A file or a folder whose name begins with a dot, or a file that macOS adds to archives.
  case hidden
  /// A pipe, a socket or a device.
  case special
  /// A report that fhircheck wrote earlier, by its content.
  case report
  /// A configuration, a file that this run writes, or one that the caller excludes.
  case noInput(ReportSummary.NoInput)

  /// The name in reports.
  var name: String {
    switch self {
    case .content(let kind): kind.rawValue
    case .hidden: "hidden"
    case .special: "special"
    case .report: "report of fhircheck"
    case .noInput(let kind): kind.rawValue
    }
  }
}

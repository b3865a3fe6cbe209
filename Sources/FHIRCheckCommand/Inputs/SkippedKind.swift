import ClinicalSources
import FHIRReporting

/// What a file is that was skipped; reports count it under this name.
enum SkippedKind: Hashable, Sendable {
  /// A file of another kind than JSON.
  case content(ContentKind)
  /// A file or a folder whose name begins with a dot, or what macOS adds to archives.
  case hidden
  /// What is neither a file nor a folder: a pipe, a socket, a device.
  case special
  /// A file that the caller wants to be left out.
  case excluded
  /// A report that fhircheck has written, or writes in this run.
  case report

  /// The name in reports.
  var name: String {
    switch self {
    case .content(let kind): kind.rawValue
    case .hidden: "hidden"
    case .special: "special"
    case .excluded: "excluded"
    case .report: OwnReport.name
    }
  }
}

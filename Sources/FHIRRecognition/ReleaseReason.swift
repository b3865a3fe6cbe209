/// Why a record is taken for one of its release; the raw value is a permanent name for reports.
///
/// In the order in which they count: the first that tells decides.
public enum ReleaseReason: String, CaseIterable, Hashable, Sendable {
  /// The caller said so.
  case caller = "caller"
  /// The stub said so that an export has beside the record.
  case stub = "stub"
  /// A profile in the record's `meta.profile` belongs to the release.
  case profile = "profile"
  /// Only this release has the resource type.
  case type = "type"
  /// The record has members that only this release has, or has in this form.
  case elements = "elements"
  /// The Bundle around it is of this release, as an entry that shows it tells.
  case bundle = "bundle"
  /// The file is of this release, as the first of its records that shows it tells.
  case file = "file"
  /// The source is of this release.
  case source = "source"
  /// Nothing told: the release is the one that is assumed.
  case assumed = "assumed"

  /// Its place among all of them.
  var place: Int {
    switch self {
    case .caller: 0
    case .stub: 1
    case .profile: 2
    case .type: 3
    case .elements: 4
    case .bundle: 5
    case .file: 6
    case .source: 7
    case .assumed: 8
    }
  }
}

/// Why a record is assigned to its release; the raw value is a permanent name for reports.
///
/// In order of precedence: the first reason that applies decides.
public enum ReleaseReason: String, CaseIterable, Hashable, Sendable {
  /// The caller gave it.
  case caller = "caller"
  /// The stub that an export stores beside the record gives it.
  case stub = "stub"
  /// A profile in the record's `meta.profile` belongs to the release.
  case profile = "profile"
  /// Only this release has the resource type.
  case type = "type"
  /// The record has members that only this release has, or has in this form.
  case elements = "elements"
  /// The Bundle that contains it is of this release, as one of its entries shows.
  case bundle = "bundle"
  /// The file is of this release, as the first conclusive record shows.
  case file = "file"
  /// The source is of this release.
  case source = "source"
  /// The record has codes that only this release's required value sets have; it shows nothing else.
  case codes = "codes"
  /// There is no evidence in the input: all profiles, guides and definitions that the caller has chosen are for this
  /// release.
  case chosen = "chosen"
  /// The record is alone, and shows nothing else: it lacks an element that each other release requires, and none that
  /// this release requires.
  case requirements = "requirements"
  /// There is no evidence: the default release is assumed.
  case assumed = "assumed"

  /// Its position in the list of all reasons.
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
    case .codes: 8
    case .chosen: 9
    case .requirements: 10
    case .assumed: 11
    }
  }

  /// Whether nothing in the input shows the release.
  package var isAssumption: Bool { self == .chosen || self == .assumed }
}

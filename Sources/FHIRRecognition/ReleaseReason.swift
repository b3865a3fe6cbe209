/// Why a record is assigned to its release; the raw value is a permanent name for reports.
///
/// In order of precedence: the first reason that applies decides.
@frozen
public enum ReleaseReason: String, CaseIterable, Hashable, Sendable {
  /// The caller gave it.
  case caller = "caller"
  /// The stub that an export stores beside the record gives it.
  case stub = "stub"
  /// The record states the version of FHIR that it is about, as a definition does in `fhirVersion`.
  case version = "version"
  /// A profile in the record's `meta.profile` belongs to the release.
  case profile = "profile"
  /// Not all releases have the resource type.
  case type = "type"
  /// The record has members that not all releases have, or have in this form.
  case elements = "elements"
  /// The Bundle that contains it is of this release, as its entries show.
  case bundle = "bundle"
  /// The file is of this release, as its records show, or as the first of them break its rules least.
  case file = "file"
  /// Nothing in the input shows it: all profiles, guides and definitions that the caller has chosen are for it.
  case chosen = "chosen"
  /// The record fits several releases, and breaks fewer rules of this one than of the others.
  case errors = "errors"
  /// Nothing shows a release, and no other is better met: it is judged by the newest that HealthKit has.
  case assumed = "assumed"

  /// Whether nothing in the input shows the release.
  package var isAssumption: Bool { self == .chosen || self == .assumed }
}

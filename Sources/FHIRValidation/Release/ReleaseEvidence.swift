import FHIRSchema
import FHIRView
import JSONTape

/// What a record's content says of its release, where nobody else does.
///
/// A record is taken for one of another release only when it says so, or when it is shaped like one in several places:
///
/// 1. Its resource type is one that this release lacks and R4 or STU3 has: `MedicationRequest`.
/// 2. A profile in `meta.profile` belongs to the other release: US Core's, or one under `hl7.org/fhir/4.0/`.
/// 3. Two or more of its own elements are those of R4 or STU3, by name (`note` in an Observation) or by form (a
///    `category` that is an array where this release has one object), **and** none is one that R4 has renamed or
///    dropped (`comments`). A form counts twice when the codes in it come from `terminology.hl7.org`, which did not
///    exist before R4. Where the record has a single one, another one in its nested elements is the second, or a `family`
///    that is no list.
///
/// One foreign element is no evidence: it is the most common fault of records that are not of R4. Nor is a profile of
/// Argonaut or of this release's own a reason to look further. And nothing is looked at in a record without an error
/// that names no profile, so that sound records cost nothing: a foreign element is always an error.
struct ReleaseEvidence {
  /// The release, `unknown` for STU3.
  let release: FHIRRelease
  /// What says so in the record, `nil` where somebody else does.
  let reason: String?

  /// The release that came with the record.
  init(given: FHIRRelease) {
    release = given
    reason = nil
  }

  // MARK: - By type

  /// The release of a resource type that this one lacks, `nil` where no later release is known to have it either.
  init?(ofType name: String, in schema: SchemaTable) {
    guard let foreign = schema.foreignResource(name), let release = Self.release(of: foreign) else {
      return nil
    }
    self.release = release
    reason = "the type '\(name.clipped)' is one of \(foreign.release)"
  }

  /// The newest release, as far as a record can be of it: DSTU1 had nothing that is still exchanged.
  private static func release(of foreign: ForeignName) -> FHIRRelease? {
    if foreign.releases.contains("R4") { return .r4 }
    return foreign.releases.contains("STU3") ? .unknown : nil
  }

  // MARK: - By content

  /// The release that the resource at `index` shows, `nil` where it is the schema's own or not to be told.
  init?(_ tape: Tape, _ index: Int, type: Int, in schema: SchemaTable) {
    let claim = ProfileClaim(tape, index)
    if let profile = claim.other {
      release = claim.release
      reason = "its profile is '\(profile.clipped)'"
      return
    }
    guard !claim.isOwn, let shape = ForeignShape(tape, index, type: type, in: schema) else { return nil }
    release = shape.release
    reason =
      "its elements \(shape.names.prefix(4).map { "'\($0.clipped)'" }.joined(separator: ", ")) are of "
      + (release == .r4 ? "R4" : "STU3")
  }
}

/// What the profiles of a record say.
private struct ProfileClaim {
  /// A profile of another release.
  private(set) var other: String?
  private(set) var release = FHIRRelease.unknown
  /// Whether a profile is one of this release.
  private(set) var isOwn = false

  private static let marks: [(text: String, release: FHIRRelease)] = [
    ("://hl7.org/fhir/us/core/", .r4), ("://hl7.org/fhir/4.0/", .r4), ("://hl7.org/fhir/R4/", .r4),
    ("://hl7.org/fhir/3.0/", .unknown), ("://hl7.org/fhir/STU3/", .unknown),
    ("://fhir.org/guides/argonaut/", .dstu2), ("://hl7.org/fhir/1.0/", .dstu2), ("://hl7.org/fhir/DSTU2/", .dstu2),
  ]

  init(_ tape: Tape, _ index: Int) {
    guard let meta = tape.member("meta", of: index), tape.tag(meta) == .object,
      let profiles = tape.member("profile", of: meta), tape.tag(profiles) == .array
    else { return }
    var item = profiles + 2
    while item < tape.next(profiles) {
      if tape.tag(item) == .string || tape.tag(item) == .escapedString { take(tape.string(item)) }
      item = tape.next(item)
    }
  }

  private mutating func take(_ profile: String) {
    guard let scheme = profile.utf8.firstIndex(of: UInt8(ascii: ":")) else { return }
    for mark in Self.marks where profile.utf8[scheme...].starts(with: mark.text.utf8) {
      if mark.release == .dstu2 {
        isOwn = true
      } else if other == nil {
        other = profile
        release = mark.release
      }
    }
  }
}

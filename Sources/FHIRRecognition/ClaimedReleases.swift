import FHIRSchema
import FHIRTape

/// The releases that a record says it is of: by the version of FHIR that it states, or by its profiles.
struct ClaimedReleases {
  let releases: ReleaseSet
  let reason: ReleaseReason
  /// The text that says it.
  let text: TapeIndex
  /// The largest number of profiles to look at.
  private static let most = 20

  /// `nil` if the record says nothing, or contradicts itself.
  init?(_ names: ReleaseNames, _ tape: Tape, _ members: ResourceMembers, _ recent: inout RecentProfiles) {
    // Some releases have a list, of which only the newest has all codes.
    let stated = tape.items(of: members.fhirVersion).prefix(Self.most).compactMap { text in
      names.release(ofVersion: tape.withText(text) { String(decoding: $0, as: UTF8.self) }).map { ($0, text) }
    }
    if let (number, text) = stated.max(by: { $0.0.rawValue < $1.0.rawValue }),
      Self.mayState(number, names, tape, members)
    {
      (releases, reason, self.text) = (ReleaseSet(number), .version, text)
      return
    }
    if members.url.exists, members.version.exists, tape.withText(members.url, Self.isOfSpecification),
      case let own = tape.withText(members.version, { names.versions.releases(having: $0) }), !own.isEmpty
    {
      // What the specification itself publishes has its version.
      (releases, reason, text) = (own, .version, members.version)
      return
    }
    guard members.profiles.exists else { return nil }
    var (common, first) = (names.known, TapeIndex.none)
    for item in tape.items(of: members.profiles).prefix(Self.most) {
      let releases = recent.releases(ofProfile: item, tape, names)
      if releases.isEmpty { continue }
      common.formIntersection(releases)
      if !first.exists { first = item }
    }
    if common.isEmpty || common == names.known { return nil }
    (releases, reason, text) = (common, .profile, first)
  }

  /// Whether a release states versions in this form: a guide of R4 lists those that it is for, older ones too.
  private static func mayState(
    _ number: ReleaseNumber, _ names: ReleaseNames, _ tape: Tape, _ members: ResourceMembers
  ) -> Bool {
    guard tape.tag(members.fhirVersion) == .array, names.all.contains(number),
      let type = names.type(at: members.type, tape)
    else { return true }
    names.prepare(type)
    let owners = MemberSigns.releases(having: members.fhirVersion.key, of: type, tape)
    return owners.isEmpty || owners.contains(number)
  }

  /// Whether a URL is one of the specification itself: those of guides have a folder, such as `us` or `uv`.
  private static func isOfSpecification(_ url: UnsafeBufferPointer<UInt8>) -> Bool {
    let start = "http://hl7.org/fhir/"
    guard url.starts(with: start.utf8) else { return false }
    let rest = url.dropFirst(start.utf8.count)
    return rest.first.map { $0 &- UInt8(ascii: "A") < 26 } == true || !rest.contains(UInt8(ascii: "/"))
  }
}

public import FHIRDiagnostics
public import FHIRProfiles
// Whoever reads the counts needs the type of their names.
@_exported public import FHIRRecognition
@_exported public import FHIRText

/// What was read and found, as counts that add up and can be merged across inputs.
public struct ValidationTally: Sendable {
  /// The most names that an input chooses, profiles for instance, in one of the counts.
  public static let nameLimit = 1_000

  /// Records read: resources that stand alone, in an array, on a line, or in a Bundle's entry.
  public var records = 0
  /// Findings by rule and severity, also those that were not kept.
  public var findings = FindingCounts()
  /// Those of ``records`` that are of another release than the validator's, and so were not judged, by the release's
  /// name.
  public var otherReleases: [String: Int] = [:]
  /// All ``records`` by the name of their release, and by what told it.
  public var releases: [String: [ReleaseReason: Int]] = [:]
  /// What was not judged, by reason. All of it but ``NotJudged/otherRelease`` stands where a record should be, and is not
  /// among ``records``.
  public var notJudged: [NotJudged: Int] = [:]
  /// Profiles that records claim to conform to, none of which is judged.
  public internal(set) var profiles = NameCounts()
  /// How records stand to the profiles that they were judged by, by url.
  public internal(set) var profileCounts: [ByteText: ProfileCounts] = [:]
  /// How often the elements are there that a profile wants supported, by its url and their paths; empty unless
  /// ``ValidationOptions/countsMustSupport`` asks for it.
  public internal(set) var mustSupport: [ByteText: [ByteText: MustSupportCounts]] = [:]
  /// Types of records that were not judged, as the records name them.
  public internal(set) var otherTypes = NameCounts()
  /// Counts under names that the validator gives, which are few.
  var ownTypes: [ByteText: Int] = [:]
  var ownNotChecked: [ByteText: Int] = [:]

  /// Nothing read yet.
  public init() {}

  /// Findings by severity.
  public var issues: [Severity: Int] { findings.bySeverity }

  /// Records by resource type.
  ///
  /// Of ``otherTypes`` the commonest ``nameLimit`` are named; the rest is under `other types`.
  public var resourceTypes: [ByteText: Int] {
    get { ownTypes.adding(otherTypes, rest: "other types") { $0 } }
    set { ownTypes.change(from: resourceTypes, to: newValue) }
  }

  /// What was not judged, and how often: a value set that cannot be expanded offline, invariants, profiles.
  ///
  /// Of ``profiles`` the commonest ``nameLimit`` are named, each as `profile` and its URI; the rest is under
  /// `other profiles`.
  public var notChecked: [ByteText: Int] {
    get { ownNotChecked.adding(profiles, rest: "other profiles") { ByteText("profile \($0)") } }
    set { ownNotChecked.change(from: notChecked, to: newValue) }
  }

  /// Counts a record whose type is a name of the input.
  package mutating func count(otherType type: String) { otherTypes.add(type.byBytes) }

  /// Counts what was not judged, under a name that is not the input's.
  package mutating func count(notChecked name: ByteText, _ count: Int) { ownNotChecked[name, default: 0] += count }

  /// Adds what a walk has counted of profiles.
  mutating func add(_ census: ProfileCensus) {
    for (url, counts) in census.counts { profileCounts[url.byBytes, default: ProfileCounts()].merge(counts) }
    for (url, elements) in census.mustSupport {
      for (path, counts) in elements {
        mustSupport[url.byBytes, default: [:]][path.byBytes, default: MustSupportCounts()].merge(counts)
      }
    }
    for (url, count) in census.unknown { ownNotChecked["definition \(url)".byBytes, default: 0] += count }
    if census.constraints > 0 { ownNotChecked["constraints of profiles", default: 0] += census.constraints }
  }

  /// Adds another input's counts.
  public mutating func merge(_ other: ValidationTally) {
    records += other.records
    findings.merge(other.findings)
    otherReleases.merge(other.otherReleases, uniquingKeysWith: +)
    releases.merge(other.releases) { $0.merging($1, uniquingKeysWith: +) }
    notJudged.merge(other.notJudged, uniquingKeysWith: +)
    profiles.merge(other.profiles)
    otherTypes.merge(other.otherTypes)
    for (url, counts) in other.profileCounts { profileCounts[url, default: ProfileCounts()].merge(counts) }
    for (url, elements) in other.mustSupport {
      for (path, counts) in elements {
        mustSupport[url, default: [:]][path, default: MustSupportCounts()].merge(counts)
      }
    }
    ownTypes.merge(other.ownTypes, uniquingKeysWith: +)
    ownNotChecked.merge(other.ownNotChecked, uniquingKeysWith: +)
  }
}

extension ValidationTally: Equatable {
  /// Whether both count the same, whoever has given the names.
  public static func == (a: ValidationTally, b: ValidationTally) -> Bool {
    a.records == b.records && a.findings == b.findings && a.otherReleases == b.otherReleases
      && a.profileCounts == b.profileCounts && a.mustSupport == b.mustSupport
      && a.releases == b.releases && a.notJudged == b.notJudged
      && a.resourceTypes == b.resourceTypes && a.notChecked == b.notChecked
  }
}

extension [ByteText: Int] {
  /// These counts and the commonest of the input's names, with the sum of its other names under `rest`.
  fileprivate func adding(_ counts: NameCounts, rest: ByteText, name: (ByteText) -> ByteText) -> Self {
    if counts.isEmpty { return self }
    var result = self
    let (names, others) = counts.commonest(ValidationTally.nameLimit)
    for (text, count) in names { result[name(text), default: 0] += count }
    if others > 0 { result[rest, default: 0] += others }
    return result
  }

  /// Adds what the new counts have more than the old ones.
  fileprivate mutating func change(from old: Self, to new: Self) {
    for (name, count) in new where count != old[name] { self[name, default: 0] += count - (old[name] ?? 0) }
    for (name, count) in old where new[name] == nil { self[name, default: 0] -= count }
    self = filter { $0.value != 0 }
  }
}

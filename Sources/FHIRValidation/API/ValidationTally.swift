public import FHIRFindings
// Readers of the counts need the type of their names.
@_exported public import FHIRRecognition
@_exported public import FHIRSupport

/// Counts of what was read and found, which can be merged across inputs.
public struct ValidationTally: Sendable {
  /// The most names from the input, such as profiles, that one of the counts lists.
  public static let nameLimit = 1_000

  /// Records read: resources alone, in an array, on a line, or in a Bundle's entry.
  public var records = 0
  /// Findings by rule and severity, including those that were not kept.
  public var findings = FindingCounts()
  /// How many of ``records`` are of a release without definitions, and so were not judged, by the name of the release.
  public var otherReleases: [String: Int] = [:]
  /// All ``records`` by the name of their release, and by the reason for it.
  public var releases: [String: [ReleaseReason: Int]] {
    get {
      var releases: [String: [ReleaseReason: Int]] = [:]
      reasons.forEach { releases[$0.release, default: [:]][$0.reason] = $1 }
      return releases
    }
    set {
      reasons = CountList()
      for (release, counts) in newValue { for (reason, count) in counts { self.count(count, of: release, reason) } }
    }
  }
  /// Values that were not judged, by reason. Except for ``NotJudged/otherRelease``, these are not among ``records``.
  public var notJudged: [NotJudged: Int] = [:]
  /// Profiles that records claim to conform to and that were not judged.
  public internal(set) var profiles = NameCounts()
  /// How often a part of a record was not judged because a definition is missing or faulty, such as that of a profile
  /// that it claims, or because of a limit. These are among ``notChecked``.
  public internal(set) var unjudgedParts = 0
  /// How many records meet the profiles that they were judged by, by url.
  public internal(set) var profileCounts: [ByteText: ProfileCounts] = [:]
  /// How often the elements that a profile marks as must-support are present, by its url and their paths; empty unless
  /// ``ValidationOptions/countsMustSupport`` is set.
  public internal(set) var mustSupport: [ByteText: [ByteText: MustSupportCounts]] = [:]
  /// Types of records that were not judged, as the records name them.
  public internal(set) var otherTypes = NameCounts()
  /// Extensions that were not judged because their definitions are not among those given.
  private var extensions = NameCounts()
  /// Counts under names that the validator gives, of which there are few.
  var ownTypes = OwnCounts()
  var ownNotChecked = OwnCounts()
  /// ``releases`` as a list.
  private var reasons = CountList<RecognisedBy>()

  private struct RecognisedBy: Equatable {
    let release: String
    let reason: ReleaseReason
  }

  /// Makes empty counts.
  public init() {}

  /// Findings by severity.
  public var bySeverity: [Severity: Int] { findings.bySeverity }

  /// Records by resource type.
  ///
  /// The commonest ``nameLimit`` of ``otherTypes`` are named; the rest are under `other types`.
  public var resourceTypes: [ByteText: Int] {
    get { ownTypes.all.adding(otherTypes, rest: "other types") { $0 } }
    set { ownTypes.all.change(from: resourceTypes, to: newValue) }
  }

  /// What was not judged, and how often: a value set that cannot be expanded offline, invariants, profiles.
  ///
  /// The commonest ``nameLimit`` of ``profiles`` are named, each as `profile` and its URI; the rest are under `other
  /// profiles`. So are extensions whose definitions are not among those given, each as `definition` and its URI.
  public var notChecked: [ByteText: Int] {
    get {
      ownNotChecked.all.adding(profiles, rest: "other profiles") { ByteText("profile \($0)") }
        .adding(extensions, rest: "other definitions") { ByteText("definition \($0)") }
    }
    set { ownNotChecked.all.change(from: notChecked, to: newValue) }
  }

  /// Counts something that was not judged, under a name that does not come from the input.
  package mutating func count(notChecked name: ByteText, _ count: Int) { ownNotChecked.add(name, count) }

  /// Counts a part of a record that was not judged for want of something that the caller could give.
  package mutating func count(unjudgedPart name: ByteText) {
    ownNotChecked.add(name, 1)
    unjudgedParts += 1
  }

  package mutating func count(_ count: Int, of release: String, _ reason: ReleaseReason) {
    reasons.add(RecognisedBy(release: release, reason: reason), count)
  }

  mutating func count(extensions: Int) { if extensions > 0 { ownNotChecked.add("extension definitions", extensions) } }

  /// Adds the profile counts of a walk; `namesExtensions` says whether those without a definition count by their urls.
  mutating func add(_ census: ProfileCensus, namesExtensions: Bool) {
    for (url, counts) in census.counts { profileCounts[url, default: ProfileCounts()].merge(counts) }
    for (url, elements) in census.mustSupport {
      for (path, counts) in elements {
        mustSupport[url.byBytes, default: [:]][path.byBytes, default: MustSupportCounts()].merge(counts)
      }
    }
    for (name, count) in census.notChecked { ownNotChecked.add(name, count) }
    if census.unjudgedParts > 0 { unjudgedParts += census.unjudgedParts }
    if namesExtensions, !census.extensions.isEmpty { extensions.merge(census.extensions) }
  }

  /// Adds another input's counts.
  public mutating func merge(_ other: ValidationTally) {
    records += other.records
    findings.merge(other.findings)
    other.reasons.forEach { reasons.add($0, $1) }
    ownTypes.merge(other.ownTypes)
    ownNotChecked.merge(other.ownNotChecked)
    otherReleases.merge(other.otherReleases, uniquingKeysWith: +)
    notJudged.merge(other.notJudged, uniquingKeysWith: +)
    profiles.merge(other.profiles)
    extensions.merge(other.extensions)
    unjudgedParts += other.unjudgedParts
    otherTypes.merge(other.otherTypes)
    for (url, counts) in other.profileCounts { profileCounts[url, default: ProfileCounts()].merge(counts) }
    for (url, elements) in other.mustSupport {
      for (path, counts) in elements {
        mustSupport[url, default: [:]][path, default: MustSupportCounts()].merge(counts)
      }
    }
  }
}

extension ValidationTally: Equatable {
  /// Whether both have the same counts, whether a name comes from the input or from the validator.
  public static func == (a: ValidationTally, b: ValidationTally) -> Bool {
    a.records == b.records && a.findings == b.findings && a.otherReleases == b.otherReleases
      && a.profileCounts == b.profileCounts && a.mustSupport == b.mustSupport
      && a.releases == b.releases && a.notJudged == b.notJudged
      && a.resourceTypes == b.resourceTypes && a.notChecked == b.notChecked && a.unjudgedParts == b.unjudgedParts
  }
}

extension [ByteText: Int] {
  /// These counts and the commonest names of the input, with the sum of its other names under `rest`.
  fileprivate func adding(_ counts: NameCounts, rest: ByteText, name: (ByteText) -> ByteText) -> Self {
    if counts.isEmpty { return self }
    var result = self
    let (names, others) = counts.commonest(ValidationTally.nameLimit)
    for (text, count) in names { result[name(text), default: 0] += count }
    if others > 0 { result[rest, default: 0] += others }
    return result
  }

  fileprivate mutating func change(from old: Self, to new: Self) {
    for (name, count) in new where count != old[name] { self[name, default: 0] += count - (old[name] ?? 0) }
    for (name, count) in old where new[name] == nil { self[name, default: 0] -= count }
    self = filter { $0.value != 0 }
  }
}

/// Why a value in the place of a record was not judged; the raw value is a permanent name for reports.
public enum NotJudged: String, CaseIterable, Hashable, Sendable {
  /// The text is empty.
  case empty = "empty"
  /// A file in an archive that cannot or must not be opened.
  case notOpened = "not-opened"
  /// A file that should hold JSON and is of another kind, such as FHIR XML.
  case otherFormat = "other-format"
  /// The text is not JSON.
  case notJSON = "not-json"
  /// The text nests deeper than the limit.
  case tooDeep = "too-deep"
  /// The text is larger than the limit.
  case tooLarge = "record-too-large"
  /// A health card, or a part of one, of which no records can be read.
  case unreadableCard = "unreadable-card"
  /// A JSON value that is not an object.
  case notAnObject = "not-an-object"
  /// An object without a `resourceType` that is a string.
  case missingResourceType = "missing-resource-type"
  /// A record of a release that the validator has no definitions of. It still counts as a record.
  case otherRelease = "other-release"
  /// A resource type that the release does not define.
  case unknownResourceType = "unknown-resource-type"

  /// Whether there was no JSON value to judge.
  var isUnreadable: Bool { [.empty, .notJSON, .tooDeep, .tooLarge, .unreadableCard].contains(self) }
}
